import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';
import { type ConfirmedSanction, prohibitingRegimes, prohibitionProvisions } from '#rules/sanctions.ts';

const prohibitionCode = 'rule.prohibition';

/** Whether a blocker is a prohibition, which nothing settles but withdrawing the decision that the match is true. */
export function isProhibition({ code }: Pick<Blocker, 'code'>): boolean {
  return code === prohibitionCode;
}

/**
 * What confirmed sanctions matches forbid a company regulated in these countries: taking the client on, and starting, resuming or completing
 * work for it. One blocker a matched person, with the provisions; none for matches on lists that are not law there. Dealing indirectly
 * is forbidden as well, so that a related party's match counts for the client.
 *
 * @param of the client itself, which the sentence then does not name.
 */
export function sanctionsBlockers(
  confirmed: readonly ConfirmedSanction[],
  regulatedIn: readonly Jurisdiction[],
  of?: { clientId: string },
): Blocker[] {
  const people = new Map<string, ConfirmedSanction[]>();
  for (const one of confirmed) {
    if (prohibitingRegimes(one.regimes, regulatedIn).length === 0) continue;
    people.set(one.clientId, [...(people.get(one.clientId) ?? []), one]);
  }
  return [...people].map(([clientId, matches]) => {
    const isOwn = clientId === of?.clientId;
    const who = isOwn ? '' : ` on ${matches[0]?.name}`;
    return {
      code: prohibitionCode,
      text: `A sanctions match${who} is confirmed. Do not act. Tell your compliance officer.`,
      provision: prohibitionProvisions([...new Set(matches.flatMap(({ regimes }) => regimes))], regulatedIn),
      fix: { target: 'client.match', ...(isOwn ? {} : { id: clientId }) },
    };
  });
}
