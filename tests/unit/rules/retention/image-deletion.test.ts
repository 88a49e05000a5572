import { describe, expect, it } from 'vitest';
import {
  describeImageDeletion,
  imageDeletionProblemLabels,
  imageDeletionProblems,
  isDeletionOverdue,
  nextDeletionRequest,
} from '#rules/retention/image-deletion.ts';

const at = new Date('2026-11-28T00:00:00.000Z');
const minutes = (tries: number, retryAfterSeconds: number | null = null) =>
  (nextDeletionRequest(tries, at, retryAfterSeconds).getTime() - at.getTime()) / 60_000;

describe('the next request for a deletion', () => {
  it('follows after growing intervals, at most a week', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map((tries) => minutes(tries))).toEqual([
      15, 60, 360, 1_440, 2_880, 10_080, 10_080, 10_080,
    ]);
  });

  it('is not before the time that the provider names', () => {
    expect(minutes(1, 7_200)).toBe(120);
    expect(minutes(3, 60)).toBe(360);
  });

  it('is overdue three days after the first', () => {
    expect(isDeletionOverdue('2026-11-25T00:00:00.001Z', at)).toBe(false);
    expect(isDeletionOverdue('2026-11-25T00:00:00.000Z', at)).toBe(true);
  });
});

describe('the sentence about a deletion', () => {
  const none = { requestedAt: null, confirmedAt: null, reference: null, problem: null };
  const requested = { ...none, requestedAt: '2026-11-20' };

  it('states nothing before the request, and a deletion only with a confirmation', () => {
    expect(describeImageDeletion(none, String)).toBeNull();
    expect(describeImageDeletion(requested, String)).toBe(
      'Deletion of the photos was requested on 2026-11-20 and is not confirmed yet',
    );
    expect(describeImageDeletion({ ...requested, confirmedAt: '2026-11-21', reference: 'D-1' }, String)).toBe(
      'Photos deleted by the verification provider on 2026-11-21, as it confirmed under reference D-1',
    );
  });

  it.each(imageDeletionProblems)('names the reason %s', (problem) => {
    expect(describeImageDeletion({ ...requested, problem }, String)).toBe(
      `Deletion of the photos was requested on 2026-11-20 and not confirmed: ${imageDeletionProblemLabels[problem]}`,
    );
  });
});
