import { prohibitionCode } from '#rules/alerts/prohibitions.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { isLifted, type Permit, type PermitAct } from '#rules/firm/sanctions-permits.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import { type ConfirmedSanction, getProvision } from '#rules/sanctions.ts';

/** A confirmed match with the permits on record for the matched person. */
export type SanctionWithPermits = ConfirmedSanction & { permits?: readonly Permit[] };

/** The intended action, and its day in the company's time zone. */
export type Dealing = { act: PermitAct; on: CalendarDate };

/**
 * Provisions that still prohibit dealing with a matched person, without duplicates; empty if permits lift all of them.
 */
function statusProvisions(
  matches: readonly SanctionWithPermits[],
  regulatedIn: readonly Jurisdiction[],
  dealing: Dealing | undefined,
): string[] {
  const regimes = [...new Set(matches.flatMap(({ regimes: found }) => found))];
  const permits = matches.flatMap(({ permits: found = [] }) => found);
  const remaining = jurisdictions
    .filter((country) => regulatedIn.includes(country))
    .flatMap((country) =>
      regimes
        .filter((regime) => dealing === undefined || !isLifted(permits, { regime, country }, dealing))
        .flatMap((regime) => getProvision(regime, country) ?? []),
    );
  return [...new Set(remaining)];
}

/**
 * Prohibitions on a company regulated in these countries by confirmed sanctions matches: onboarding the client, and starting, resuming or
 * completing work for it. One blocker per matched person, with the provisions; none for matches on lists that are not law there, and none
 * if permits in effect allow the dealing under every provision. Indirect dealing is prohibited too, so a related party's match counts for
 * the client.
 * @param of the client itself, which the message then does not name.
 * @param dealing the intended action; without it no permit applies.
 */
export function sanctionsBlockers(
  confirmed: readonly SanctionWithPermits[],
  regulatedIn: readonly Jurisdiction[],
  of?: { clientId: string },
  dealing?: Dealing,
): Blocker[] {
  const people = new Map<string, SanctionWithPermits[]>();
  for (const item of confirmed) people.set(item.clientId, [...(people.get(item.clientId) ?? []), item]);
  return [...people].flatMap(([clientId, matches]) => {
    const provisions = statusProvisions(matches, regulatedIn, dealing);
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
