import { readActivity } from '#contract/activities.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import type { ConfirmedSanction } from '#contract/sanctions.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { permitActLabels } from '#rules/firm/sanctions-permits.ts';
import { alertUrl } from '#rules/pages/monitoring-pages.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { formatDay } from '../format-instant.server.ts';

/** A confirmed sanctions match, formatted. `href`: the matched client; null on its own page. */
export function sanctionLines(
  sanctions: readonly ConfirmedSanction[],
  timeZone: string,
  { of }: { of: string | null },
) {
  return sanctions.map(
    ({ matchId, alertId, clientId, name, listed, listName, decidedAt, decidedBy, provision, permits }) => ({
      matchId,
      name,
      href: clientId === of ? null : `/clients/${clientId}`,
      alertHref: alertUrl(alertId),
      listed,
      listName,
      confirmed: `${formatDay(decidedAt, timeZone)} by ${decidedBy}`,
      provision,
      permitsHref: `/clients/${clientId}/permits`,
      permits: permits.map(
        ({ number, validTo, acts }) =>
          `${number} until ${formatDate(validTo)}: ${acts.map((act) => permitActLabels[act].toLowerCase()).join('; ')}`,
      ),
    }),
  );
}

export type SanctionLine = ReturnType<typeof sanctionLines>[number];

/** The confirmed sanctions matches of a record whose page loads nothing else about it. */
export async function readSanctionLines(
  api: MainApi,
  { resourceType, resourceId: id }: { resourceType: 'clients' | 'activities'; resourceId: string },
): Promise<(timeZone: string) => SanctionLine[]> {
  const { sanctions } =
    resourceType === 'clients'
      ? await api.call(readDiligence, { params: { id } })
      : await api.call(readActivity, { params: { id } });
  return (timeZone) => sanctionLines(sanctions, timeZone, { of: resourceType === 'clients' ? id : null });
}
