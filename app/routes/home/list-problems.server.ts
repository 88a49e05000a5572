import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { describeGap } from '#rules/required-lists.ts';

type Home = EndpointResponse<typeof readHome>;

const presentLabels = { missing: 'is not in use', stale: 'is not up to date' } as const;

function requiredListProblem(
  { regime, name, provision, state, since, reason }: Home['listProblems'][number],
  timeZone: string,
): string[] {
  if (state === 'current') return [];
  if (state === 'missing' || state === 'stale') return [`${name} ${presentLabels[state]} (${provision})`];
  const gap = { regime, problem: state, since: since ?? undefined, reason: reason ?? undefined };
  return [describeGap(gap, timeZone)];
}

/** Why screenings are incomplete now, one clause for each list. @param timeZone of the company */
export const listProblemTexts = (
  { listProblems, otherListProblems }: Pick<Home, 'listProblems' | 'otherListProblems'>,
  timeZone: string,
): string[] => [
  ...listProblems.flatMap((list) => requiredListProblem(list, timeZone)),
  ...otherListProblems.map((gap) => describeGap(gap, timeZone)),
];
