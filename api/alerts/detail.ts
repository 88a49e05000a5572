import type { AlertDetail } from '#contract/alerts.ts';
import { mayAct } from '#rules/access.ts';
import { readResourceHistory } from '../audit/resource-history.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { matchesOfAlert } from '../screenings/match-store.ts';
import { presentMatches, presentScreening } from '../screenings/present.ts';
import { readSubjects } from '../screenings/subjects.ts';
import type { AlertsDeps } from './service.ts';
import { readAlert, screeningOfAlert } from './store.ts';

/** GET /alerts/:id. */
export function alertDetail(deps: AlertsDeps, caller: MemberCaller, id: string): Promise<AlertDetail> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, async (trx) => {
    const alert = await readAlert(trx, id);
    if (alert === null) throw refuse('record.notFound');
    const screeningId = await screeningOfAlert(trx, id);
    const [subject] = alert.resourceType === 'clients' ? await readSubjects(trx, [alert.resourceId]) : [];
    const belongsTo = await trx
      .selectFrom('client_parties as p')
      .innerJoin('clients as c', (join) =>
        join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
      )
      .select(['c.id', 'c.display_name', 'p.roles'])
      .where('p.party_client_id', '=', alert.resourceId)
      .where('p.valid_to', 'is', null)
      .orderBy('c.display_name')
      .limit(10)
      .execute();
    const matches = await matchesOfAlert(trx, id);
    const history = await readResourceHistory(trx, {
      companyId: company.id,
      resourceType: 'alert',
      resourceId: id,
      before: undefined,
    });
    const { id: _id, ...query } = subject ?? { id: '' };
    return {
      ...alert,
      screening: screeningId === null ? null : await presentScreening(trx, screeningId),
      matches: await presentMatches(trx, matches),
      subject: subject === undefined ? null : (query as AlertDetail['subject']),
      belongsTo: belongsTo.map(({ id: clientId, display_name, roles }) => ({
        id: clientId,
        name: display_name,
        roles,
      })),
      mayConfirm: mayAct(
        { kind: 'member', ...member },
        'matches.decideTrue',
        company,
        deps.now().toISOString(),
      ).allowed,
      history: history.events,
    };
  });
}
