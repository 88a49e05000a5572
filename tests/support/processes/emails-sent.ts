import { expect } from 'vitest';
import type { AcceptedEmail } from '#tests/support/services/accepting-mail-server.ts';
import type { KilledOutbox } from './kill-outbox-runs.ts';

const repeated = (emails: readonly AcceptedEmail[]) => {
  const seen = new Set<string>();
  return emails.filter(({ to }) => seen.has(to) || !seen.add(to)).map(({ to }) => to);
};

/** Expects the guarantees of decision 039 of an outbox whose process was killed repeatedly. */
export function expectEveryEmailSent(
  { recipients, accepted, inFlight, statuses, audit }: KilledOutbox,
  kills: number,
): void {
  const { beforeLeaseEnd, total } = accepted;
  const received = new Set(total.map(({ to }) => to));
  expect(recipients.filter((to) => !received.has(to))).toEqual([]);
  expect(statuses).toEqual({ sent: recipients.length });
  // One email is in flight at a kill, none where its reply was saved before the process ended.
  expect(inFlight.length).toBeLessThanOrEqual(kills);
  expect(inFlight.length).toBeGreaterThan(kills / 2);
  expect(repeated(beforeLeaseEnd)).toEqual([]);
  // Each at most once more, with the same Message-ID.
  const again = repeated(total);
  expect(again).toEqual([...new Set(again)]);
  expect(again.filter((to) => !inFlight.includes(to))).toEqual([]);
  expect(again.length).toBeGreaterThan(0);
  expect(new Set(total.map(({ messageId }) => messageId)).size).toBe(recipients.length);
  expect(audit).toMatchObject({ code: 0 });
}
