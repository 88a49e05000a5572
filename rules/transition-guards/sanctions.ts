import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { isLifted, type Permit, type PermitAct } from '#rules/firm/sanctions-permits.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';
import { type ConfirmedSanction, provisionOf } from '#rules/sanctions.ts';

const prohibitionCode = 'rule.prohibition';

/** Whether a blocker is a prohibition, which nothing settles but withdrawing the decision that the match is true, or a permit. */
export function isProhibition({ code }: Pick<Blocker, 'code'>): boolean {
  return code === prohibitionCode;
}

/** A confirmed match with the permits on record for the matched person. */
export type SanctionWithPermits = ConfirmedSanction & { permits?: readonly Permit[] };

/** What is to be done, and on which day where the company is. */
export type Dealing = { act: PermitAct; on: CalendarDate };

/** Provisions that still prohibit dealing with a matched person, each once; empty where permits lift all of them. */
function standingProvisions(
  matches: readonly SanctionWithPermits[],
  regulatedIn: readonly Jurisdiction[],
  dealing: Dealing | undefined,
): string[] {
  const regimes = [...new Set(matches.flatMap(({ regimes: found }) => found))];
  const permits = matches.flatMap(({ permits: found = [] }) => found);
  const standing = jurisdictions
    .filter((country) => regulatedIn.includes(country))
    .flatMap((country) =>
      regimes
        .filter((regime) => dealing === undefined || !isLifted(permits, { regime, country }, dealing))
        .flatMap((regime) => provisionOf(regime, country) ?? []),
    );
  return [...new Set(standing)];
}

/**
 * What confirmed sanctions matches forbid a company regulated in these countries: taking the client on, and starting, resuming or completing
 * work for it. One blocker a matched person, with the provisions; none for matches on lists that are not law there, and none where permits in
 * effect allow the dealing under every provision. Dealing indirectly is forbidden as well, so that a related party's match counts for the client.
 *
 * @param of the client itself, which the sentence then does not name.
 * @param dealing what is to be done; without it no permit lifts anything.
 */
export function sanctionsBlockers(
  confirmed: readonly SanctionWithPermits[],
  regulatedIn: readonly Jurisdiction[],
  of?: { clientId: string },
  dealing?: Dealing,
): Blocker[] {
  const people = new Map<string, SanctionWithPermits[]>();
  for (const one of confirmed) people.set(one.clientId, [...(people.get(one.clientId) ?? []), one]);
  return [...people].flatMap(([clientId, matches]) => {
    const provisions = standingProvisions(matches, regulatedIn, dealing);
    if (provisions.length === 0) return [];
    const isOwn = clientId === of?.clientId;
    const who = isOwn ? '' : ` on ${matches[0]?.name}`;
    return [
      {
        code: prohibitionCode,
        text: `A sanctions match${who} is confirmed. Do not act. Tell your compliance officer.`,
        provision: provisions.join('; '),
        fix: { target: 'client.match' as const, ...(isOwn ? {} : { id: clientId }) },
      },
    ];
  });
}
