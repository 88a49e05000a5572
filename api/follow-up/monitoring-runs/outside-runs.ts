import type { ScreeningAsked } from '../../checks/screening-results/save-screenings.ts';
import type { WorklistRow } from '../../records/worklists/store.ts';

/** A whole screening by a worklist's settings that belongs to none of its runs. */
export const outsideRuns = (
  { threshold, dob_matching, checks }: WorklistRow,
  trigger: ScreeningAsked['trigger'],
): ScreeningAsked => ({
  trigger,
  runId: null,
  threshold,
  birthDateMatching: dob_matching,
  checks,
  requestedBy: null,
  isWhole: true,
});
