import { v7 as uuidv7 } from 'uuid';
import {
  decideSupportGrant as decideEndpoint,
  requestSupportGrant as requestEndpoint,
  revokeSupportGrant as revokeEndpoint,
  type SupportGrant,
} from '#contract/platform/support.ts';
import { type CommandDeps, commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { lockCompanyFlags } from '../platform/company-store.ts';
import { toAdminEvents } from '../platform/record-admin-event.ts';
import { getState, toGrantDto } from './dto.ts';
import { type GrantRow, grants, insertGrant, readGrants, readOneGrant } from './store.ts';

const command = commandsFor<CommandDeps>();

async function findGrant({ trx, time }: Work, id: string): Promise<SupportGrant | null> {
  const row = await readOneGrant(trx, id);
  return row && toGrantDto(row, time());
}

/** POST /admin/companies/:companyId/support-grants. The company’s lock lets an admin have one request or grant at a time. */
export const requestSupportGrant = command(requestEndpoint, {
  lock: async ({ trx, params }) => (await lockCompanyFlags(trx, params.companyId)) ?? null,
  async change({ trx, time, at, caller, params, body }) {
    const { companyId } = params;
    const former = await readGrants(trx, { companyId, adminId: caller.admin.id });
    if (former.some((row) => ['requested', 'active'].includes(getState(row, time())))) {
      throw invalid('You already have a request or access for this company.');
    }
    await insertGrant(trx, {
      company_id: companyId,
      id: uuidv7({ msecs: time().getTime() }),
      admin_id: caller.admin.id,
      admin_name: caller.admin.name,
      reason: body.reason,
      hours: body.hours,
      requested_at: at,
    });
  },
  async read({ trx, time, caller, params }) {
    const [row] = await readGrants(trx, { companyId: params.companyId, adminId: caller.admin.id });
    if (row === undefined) throw new Error('The request just saved could not be read.');
    return toGrantDto(row, time());
  },
  again: (context, { id }) => findGrant(context, id),
  events: ({ params, body }, { after }) =>
    toAdminEvents({
      companyId: params.companyId,
      action: 'support.requested',
      reason: body.reason,
      detail: { grant: after.id, hours: body.hours },
    }),
});

const lock = ({ trx, params }: Work & { params: { id: string } }) => grants.lock(trx, params.id);

const read = async ({ trx, time }: Work, { id }: GrantRow): Promise<SupportGrant> =>
  toGrantDto(await grants.reread(trx, id), time());

const stale = {
  message: 'This request has changed since you opened the page.',
  current: ({ time }: Work, row: GrantRow) => toGrantDto(row, time()),
};

const event = (action: string, companyId: string, row: GrantRow, detail: Record<string, unknown> = {}) => ({
  action: `support.${action}`,
  resourceType: 'company',
  resourceId: companyId,
  detail: { grant: row.id, admin: row.admin_name, ...detail },
});

/** POST /support-grants/:id/decision. Access starts with the consent. */
export const decideSupportGrant = command(decideEndpoint, {
  lock,
  stale,
  check({ time }, before) {
    if (getState(before, time()) !== 'requested') throw invalid('This request no longer awaits a decision.');
  },
  change(context, before) {
    const { time, at, caller, body } = context;
    const ends = new Date(time().getTime() + before.hours * 3_600_000).toISOString();
    return grants.update(context, before, {
      decision: body.decision,
      decided_at: at,
      decided_by: caller.member.id,
      expires_at: body.decision === 'approved' ? ends : null,
    });
  },
  read,
  again: (context) => findGrant(context, context.params.id),
  events: ({ caller, body }, { before, after }) =>
    event(body.decision === 'approved' ? 'granted' : 'declined', caller.company.id, before, {
      until: after.expiresAt,
    }),
});

/** POST /support-grants/:id/revocation. */
export const revokeSupportGrant = command(revokeEndpoint, {
  lock,
  stale,
  check({ time }, before) {
    if (getState(before, time()) !== 'active') throw invalid('This access has ended already.');
  },
  change: (context, before) =>
    grants.update(context, before, { revoked_at: context.at, revoked_by: context.caller.member.id }),
  read,
  again: (context) => findGrant(context, context.params.id),
  events: ({ caller }, { before }) => event('revoked', caller.company.id, before),
});
