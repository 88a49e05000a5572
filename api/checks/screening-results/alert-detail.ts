import { type AlertDetail, readAlert as readEndpoint } from '#contract/monitoring/alerts.ts';
import { can } from '#rules/permissions.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { getAlertScreening, readAlert } from '../../records/alerts/store.ts';
import { toMatchDtos } from './dto.ts';
import { getAlertMatches } from './match-store.ts';
import type { ScreeningsDeps } from './service.ts';
import { getPartyClients, readScreening } from './store.ts';
import { readSubjects } from './subject-store.ts';

const query = queriesFor<Pick<ScreeningsDeps, 'db' | 'now'>>();

/** GET /alerts/:id. */
export const readAlertDetail = query(readEndpoint, async ({ trx, deps, caller, params: { id } }) => {
  const { company, member } = caller;
  const alert = await readAlert(trx, id);
  if (alert === null) return null;
  const screeningId = await getAlertScreening(trx, id);
  const [subject] = alert.resourceType === 'clients' ? await readSubjects(trx, [alert.resourceId]) : [];
  const belongsTo = await getPartyClients(trx, alert.resourceId);
  const matches = await getAlertMatches(trx, id);
  const history = await readResourceHistory(trx, {
    reader: caller,
    now: deps.now(),
    resourceType: 'alert',
    resourceId: id,
    before: undefined,
  });
  const { id: _id, ...searched } = subject ?? { id: '' };
  return {
    ...alert,
    screening: screeningId === null ? null : await readScreening(trx, screeningId),
    matches: await toMatchDtos(trx, matches),
    subject: subject === undefined ? null : (searched as AlertDetail['subject']),
    belongsTo,
    mayConfirm: can({ kind: 'member', ...member }, 'matches.confirm', company, deps.now().toISOString())
      .allowed,
    history: history.events,
  };
});
