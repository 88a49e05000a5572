import { z } from 'zod';
import { activity } from '#contract/activities.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId, recordVersion, requiredText } from '#contract/fields.ts';

const byId = z.object({ id: recordId });
const confirmation = 'Consider whether to report a suspicious matter, then confirm it';

export const recordNonCooperation = endpoint({
  id: 'activities.recordNonCooperation',
  method: 'POST',
  path: '/activities/:id/non-cooperation',
  caller: 'member',
  permission: 'cdd.grantException',
  once: true,
  status: 200,
  summary:
    'Record that the other party of a brokered sale does not cooperate with CDD, which then counts as done',
  params: byId,
  body: z.object({
    version: recordVersion,
    clientId: recordId,
    steps: requiredText('Describe every step taken to complete CDD', { max: 4000, multiline: true }),
    difficulties: requiredText('Describe the difficulties met', { max: 4000, multiline: true }),
    reportConsidered: z
      .boolean({ error: confirmation })
      .refine((isConfirmed) => isConfirmed, { error: confirmation }),
  }),
  response: activity,
});

export const withdrawNonCooperation = endpoint({
  id: 'activities.withdrawNonCooperation',
  method: 'POST',
  path: '/activities/:id/non-cooperation/withdrawal',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Withdraw a record of non-cooperation: CDD on the party is required again',
  params: byId,
  body: z.object({
    version: recordVersion,
    clientId: recordId,
    reason: requiredText('Enter the reason', { max: 500, multiline: true }),
  }),
  response: activity,
});
