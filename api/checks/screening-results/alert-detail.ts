import type { AlertDetail } from '#contract/monitoring/alerts.ts';
import { can } from '#rules/permissions.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getAlertScreening, readAlert } from '../../records/alerts/store.ts';
import { toMatchDtos } from './dto.ts';
import { getAlertMatches } from './match-store.ts';
import type { ScreeningsDeps } from './service.ts';
import { getPartyClients, readScreening } from './store.ts';
import { readSubjects } from './subject-store.ts';

/** GET /alerts/:id. */
export function alertDetail(
  deps: Pick<ScreeningsDeps, 'db' | 'now'>,
  caller: MemberCaller,
  id: string,
): Promise<AlertDetail> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, async (trx) => {
    const alert = await readAlert(trx, id);
    if (alert === null) throw apiError('record.notFound');
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
    const { id: _id, ...query } = subject ?? { id: '' };
    return {
      ...alert,
      screening: screeningId === null ? null : await readScreening(trx, screeningId),
      matches: await toMatchDtos(trx, matches),
      subject: subject === undefined ? null : (query as AlertDetail['subject']),
      belongsTo,
      mayConfirm: can({ kind: 'member', ...member }, 'matches.confirm', company, deps.now().toISOString())
        .allowed,
      history: history.events,
    };
  });
}
