import { v7 as uuidv7 } from 'uuid';
import { requestPlan as requestEndpoint } from '#contract/platform/billing.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import { insertPlanRequest } from './store.ts';
import type { BillingDeps } from './sync-subscription.ts';

const command = commandsFor<BillingDeps>();

/** POST /billing/plan-requests: saved, and emailed to the operator of Assay. */
export const requestPlan = command(requestEndpoint, {
  async change({ deps, caller: { company, member }, body, ...work }) {
    const { trx, at } = work;
    const id = uuidv7();
    await insertPlanRequest(trx, {
      company_id: company.id,
      id,
      contact_name: body.contactName,
      contact_email: body.contactEmail,
      contact_phone: body.contactPhone ?? null,
      message: body.message,
      created_at: at,
      created_by: member.id,
    });
    await enqueueEmail(work, deps, {
      kind: 'planRequest',
      record: `planRequest:${id}`,
      cause: 'requested',
      payload: { planRequestId: id },
    });
    return { id, askedAt: at };
  },
  read: async (_context, _before, request) => request,
  again: receipt,
  events: (_context, { done: { id } }) => ({
    action: 'billing.planRequested',
    resourceType: 'planRequest',
    resourceId: id,
    detail: { plan: 'enterprise' },
  }),
});
