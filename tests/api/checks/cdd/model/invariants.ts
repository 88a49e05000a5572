import { expect } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { missing } from '../../activities/model/oracle.ts';
import type { Side } from '../../activities/model/world.ts';
import { ask, type ClientCourse } from './course.ts';

/** What those parties of an individual lack who must be verified. */
function missingOfParties({ parties, clients }: ClientCourse): string[] {
  return [...parties.values()].flatMap(({ of, mustBeVerified }) => {
    if (!mustBeVerified || of === null) return [];
    return clients[of].evidence.has('identity') ? [] : [`verification of ${of}`];
  });
}

/** A client of before all laws: by the mark, the day of the record and a document. */
const isOfBefore = ({ more }: ClientCourse, side: Side) =>
  more[side].isClaimedEarlier && more[side].isShownEarlier;

/** What an approval of a client must have on record, and has not. Nothing is asked for that a finding excuses. */
function lackingOf(course: ClientCourse, side: Side): string[] {
  const { excused, enhanced, hasSource } = course.more[side];
  const isLegacy = isOfBefore(course, side);
  const client = course.clients[side];
  const isExcepted = client.cdd?.status === 'exceptionApproved';
  const lacking = [
    ...missing(course, side).filter((what) => what !== 'status'),
    ...(client.isEntity || side !== 'first' || isExcepted ? [] : missingOfParties(course)),
    // Unusual activity asks for where the money comes from.
    ...(enhanced.has('unusual') && !hasSource && !isExcepted ? ['source of funds'] : []),
  ];
  const lifted = [...excused.values()].flat();
  return lacking.filter((what) => {
    if (isLegacy && !['screening', 'undecided match', 'record', 'identity'].includes(what)) return false;
    return !lifted.some((kind) => what.startsWith(kind));
  });
}

/** A client that was just submitted, approved or activated lacks nothing. */
export function expectProven(course: ClientCourse, side: Side, to: string): void {
  const isWaived = isOfBefore(course, side) && to === 'active';
  const lacking = lackingOf(course, side).filter((what) => !isWaived || what === 'screening');
  expect([to, lacking]).toEqual([to, []]);
  if (to !== 'active' || isOfBefore(course, side)) return;
  expect(['verified', 'readyForReview', 'exceptionApproved']).toContain(course.clients[side].cdd?.status);
}

/** What has a status and tasks of its own beside CDD, which stays verified meanwhile. */
const ofMonitoring = ['screening', 'undecided match', 'assessment'];

/**
 * An approved client stays so only while what the approval rested on holds. Else its CDD is due again, with the cause; a screening or an assessment
 * that is to be repeated is shown on its page, with its text and provision.
 */
export async function expectDue(course: ClientCourse): Promise<void> {
  if (course.clients.first.cdd?.status !== 'verified') return;
  const lacking = lackingOf(course, 'first');
  if (lacking.length === 0) return;
  const params = { id: course.clientIds.first };
  const { cddStatus, items, blockers, refresh } = await ask(course, readDiligence, { params });
  if (cddStatus !== 'verified') {
    if (cddStatus === 'refreshDue')
      expect(['due', lacking, refresh?.causes]).not.toEqual(['due', lacking, []]);
    course.clients.first.cdd = null;
    return;
  }
  const rest = lacking.filter((what) => !ofMonitoring.includes(what));
  expect(['verified', rest]).toEqual(['verified', []]);
  const shown = [...items.filter(({ satisfied }) => !satisfied), ...blockers];
  expect(['shown', lacking, shown.length > 0]).toEqual(['shown', lacking, true]);
  for (const { text, provision } of shown) {
    expect(text).not.toBe('');
    expect(provision).not.toBe('');
  }
}
