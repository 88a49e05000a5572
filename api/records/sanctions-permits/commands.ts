import type { Kysely } from 'kysely';
import {
  approvePermit as approveEndpoint,
  recordPermit as recordEndpoint,
  type SanctionsPermit,
  withdrawPermit as withdrawEndpoint,
} from '#contract/cdd/sanctions-permits.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  endedText,
  permitActLabels,
  permitApprovalBlockers,
  permitRegimes,
} from '#rules/firm/sanctions-permits.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { toColumns } from '../../kernel/records/columns.ts';
import { readClientById } from '../clients/record/store.ts';
import { enteredColumns, hasDocument, permits, readPermit } from '../sanctions/permits-store.ts';
import { hasOtherMatchDecider } from '../team/eligible.ts';
import { readPresentMember } from '../team/people-store.ts';
import { emitPermitEnd } from './end-permits-job.ts';

export interface PermitsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const command = commandsFor<PermitsDeps>();

/** A permit for the audit log, with its labels. */
const toAuditDetail = (permit: SanctionsPermit) => ({
  authority: permit.authority,
  number: permit.number,
  country: permit.country,
  regimes: permit.regimes,
  acts: permit.acts.map((act) => permitActLabels[act]),
  scope: permit.scope,
  validFrom: permit.validFrom,
  validTo: permit.validTo,
  document: permit.document.fileName,
});

const permitEvent = (
  action: string,
  permit: SanctionsPermit,
  changes: Record<string, unknown>,
  reason?: string,
) => ({
  action,
  resourceType: 'client',
  resourceId: permit.clientId,
  detail: { changes },
  ...(reason === undefined ? {} : { reason }),
});

/** POST /clients/:id/sanctions-permits. No effect until approved. */
export const recordPermit = command(recordEndpoint, {
  lock: ({ trx, params }) => readClientById(trx, params.id),
  async check({ trx, time, caller, params, body, problems }) {
    if (!caller.company.regulatedIn.includes(body.country)) {
      problems.add('country', 'The law of that country does not apply to your company');
    }
    const laws = permitRegimes(body.country);
    if (body.regimes.some((regime) => !laws.includes(regime))) {
      problems.add('regimes', 'Select laws of that country');
    }
    if (body.validTo < body.validFrom) problems.add('validTo', 'The last day cannot be before the first');
    const ended = endedText(body.validTo, companyDay(time(), caller.company.timeZone));
    if (ended !== null) problems.add('validTo', ended);
    if (!(await hasDocument(trx, params.id, body.documentId))) {
      problems.add('documentId', 'Select a document of this client');
    }
  },
  change(context) {
    const { at, caller, params, body } = context;
    const [regimes, acts] = [[...new Set(body.regimes)], [...new Set(body.acts)]];
    return permits.insert(context, {
      ...toColumns(enteredColumns, { ...body, regimes, acts }),
      client_id: params.id,
      recorded_at: at,
      recorded_by: caller.member.id,
    });
  },
  read: ({ trx }, _, id) => permits.reread(trx, id),
  again: ({ trx }, { id }) => readPermit(trx, id),
  events: (_, { after }) =>
    permitEvent('sanctionsPermit.recorded', after, changesBetween({}, toAuditDetail(after))),
});

const stale = {
  message: 'Someone else changed this permit while you had it open.',
  current: (_: unknown, permit: SanctionsPermit) => permit,
};

/**
 * POST /sanctions-permits/:id/approval. By a second person where one is eligible; else decided by one person, which the permit states and
 * the list of such decisions contains.
 */
export const approvePermit = command(approveEndpoint, {
  lock: ({ trx, params }) => permits.lock(trx, params.id),
  stale,
  async change(context, permit) {
    const { trx, at, time, caller } = context;
    if (permit.withdrawn !== null) throw invalid('This permit is withdrawn. Record a new one.');
    if (permit.approved !== null)
      throw invalid(`${permit.approved.by.name} has approved this permit already.`);
    const { member, company } = caller;
    const isOwn = (await readPresentMember(trx, permit.recorded.by.id)) === member.id;
    const today = companyDay(time(), company.timeZone);
    const hasOther = isOwn && (await hasOtherMatchDecider(trx, member.id, time()));
    rejectBlocked('Approve permit', permitApprovalBlockers(permit, { today, isOwn, hasOther }));
    await permits.update(context, permit, {
      approved_at: at,
      approved_by: member.id,
      decided_by_one: isOwn,
    });
  },
  read: ({ trx, params }) => permits.reread(trx, params.id),
  again: ({ trx, params }) => readPermit(trx, params.id),
  events: ({ caller }, { before, after }) =>
    permitEvent(
      'sanctionsPermit.approved',
      before,
      changesBetween(
        {},
        {
          number: before.number,
          approvedBy: caller.member.name,
          until: formatDate(before.validTo),
          ...(after.decidedByOne ? { secondPerson: decidedByOneLabel } : {}),
        },
      ),
    ),
});

/** POST /sanctions-permits/:id/withdrawal. */
export const withdrawPermit = command(withdrawEndpoint, {
  lock: ({ trx, params }) => permits.lock(trx, params.id),
  stale,
  async change(context, permit) {
    const { at, caller, body } = context;
    if (permit.withdrawn !== null) throw invalid('This permit is withdrawn already.');
    await permits.update(context, permit, {
      withdrawn_at: at,
      withdrawn_by: caller.member.id,
      withdrawal_reason: body.reason,
    });
    if (permit.approved === null) return;
    await emitPermitEnd(context, {
      clientId: permit.clientId,
      permitId: permit.id,
      because: 'permitWithdrawn',
    });
  },
  read: ({ trx, params }) => permits.reread(trx, params.id),
  again: ({ trx, params }) => readPermit(trx, params.id),
  events: ({ body }, { before }) =>
    permitEvent(
      'sanctionsPermit.withdrawn',
      before,
      changesBetween({ number: before.number }, { number: null }),
      body.reason,
    ),
});
