import { expect, test } from 'vitest';
import { previewAffected } from '#app/components/affected-clients/affected-clients.server.ts';
import type { AffectedClient } from '#contract/cdd/law-changes.ts';

const side = (level: AffectedClient['before']['level']) => ({ level, initialCddRequired: true, lines: [] });

/** A client that stays at standard CDD, or comes to it from another level. */
const client = (number: number, before: 'standard' | 'enhanced' = 'standard'): AffectedClient => ({
  clientId: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  name: `Client ${number}`,
  before: side(before),
  after: side('standard'),
  rules: [],
});

/** Answers the calls one after another, with the clients of each. */
const answering = (calls: AffectedClient[][]) => async (after: string | undefined) => {
  const call = after === undefined ? 0 : Number(after);
  const clients = calls[call] ?? [];
  const nextAfter = call + 1 < calls.length ? String(call + 1) : null;
  return { ok: true as const, value: { changesRules: true, clients, clientsChecked: 500, nextAfter } };
};

test('a preview shows clients whose CDD level changes before those whose level stays, and counts both', async () => {
  const unchanged = Array.from({ length: 30 }, (_, number) => client(number));
  const found = await previewAffected(answering([unchanged, [client(30), client(31, 'enhanced')]]));
  if ('problem' in found) throw new Error(found.problem.title);
  const { summary, limits, rows } = found.affected;
  expect(summary).toBe(
    '32 of 1,000 clients checked would be affected, and the CDD level would change for 1 of them.',
  );
  expect(limits).toBe('25 are shown, those whose CDD level changes before the others.');
  expect(rows).toHaveLength(25);
  expect(rows.slice(0, 2).map(({ name, level }) => [name, level])).toEqual([
    ['Client 31', 'Enhanced → Standard'],
    ['Client 0', 'Standard, unchanged'],
  ]);
});

test('a preview of no affected client says so, and shows none', async () => {
  expect(await previewAffected(answering([[]]))).toEqual({
    affected: { summary: '0 of 500 clients checked would be affected.', limits: null, rows: [] },
  });
});
