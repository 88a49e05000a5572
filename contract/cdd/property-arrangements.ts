import { z } from 'zod';
import { activity } from '#contract/activities.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, recordId, recordVersion, requiredText } from '#contract/fields.ts';

const byId = z.object({ id: recordId });
const requiredDate = (message: string) => z.string({ error: message }).pipe(calendarDate);

export const recordArrangement = endpoint({
  id: 'activities.recordArrangement',
  method: 'POST',
  path: '/activities/:id/arrangements',
  caller: 'member',
  permission: 'cdd.grantException',
  once: true,
  status: 200,
  summary: 'Record that the company relies on CDD by another participant of a sale of property',
  params: byId,
  body: z.object({
    version: recordVersion,
    clientId: recordId,
    participant: requiredText('Enter the other participant', { max: 200 }),
    responsibilities: requiredText('Describe which participant is responsible for what', {
      max: 4000,
      multiline: true,
    }),
    agreedOn: requiredDate('Enter the date of the written arrangement'),
    cddDoneOn: requiredDate('Enter the date on which CDD was done'),
    receivedOn: requiredDate('Enter the date on which the data was received'),
  }),
  response: activity,
});

export const withdrawArrangement = endpoint({
  id: 'activities.withdrawArrangement',
  method: 'POST',
  path: '/activities/:id/arrangements/withdrawal',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Withdraw a participants’ arrangement: all CDD on the party is required again',
  params: byId,
  body: z.object({
    version: recordVersion,
    clientId: recordId,
    reason: requiredText('Enter the reason', { max: 500, multiline: true }),
  }),
  response: activity,
});
