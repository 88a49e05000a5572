import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, recordId, requiredText } from './fields.ts';

const person = z.object({ id: recordId, name: z.string() });

const dueRecord = z.object({
  id: recordId,
  kind: z.enum(['client', 'draft']),
  client: person,
  basis: z.enum(['nzS54', 'policy']),
  /** Last day of keeping. */
  keptUntil: calendarDate,
  /** The first of the two who confirm; null before. */
  confirmed: z.object({ by: person, at: instant }).nullable(),
});
export type DueRecord = z.infer<typeof dueRecord>;

export const destructionCertificate = z.object({
  id: recordId,
  kind: z.enum(['client', 'draft']),
  /** The destroyed client's id, which leads nowhere any more. */
  clientId: recordId,
  basis: z.enum(['nzS54', 'policy']),
  keptUntil: calendarDate,
  confirmedBy: person,
  destroyedBy: person,
  destroyedAt: instant,
  /** Rows destroyed, by table. */
  itemCounts: z.record(z.string(), z.number().int()),
  /** SHA-256 over what the certificate says and the digests of the destroyed files. */
  digest: z.string(),
});
export type DestructionCertificate = z.infer<typeof destructionCertificate>;

const legalHold = z.object({
  client: person,
  reason: z.string(),
  by: person,
  at: instant,
});

export const readRetention = endpoint({
  id: 'retention.read',
  method: 'GET',
  path: '/retention',
  summary:
    'What is due for destruction, oldest first, what is held back by the law, and the newest certificates',
  caller: 'member',
  act: 'retention.destroy',
  query: z.object({
    /** The client about whose hold is asked. */
    client: recordId.optional(),
  }),
  answer: z.object({
    due: z.array(dueRecord),
    /** True where more are due than are listed here. */
    hasMore: z.boolean(),
    holds: z.array(legalHold),
    certificates: z.array(destructionCertificate),
    client: z
      .object({ ...person.shape, hold: legalHold.nullable(), keptUntil: calendarDate.nullable() })
      .nullable(),
  }),
  status: 200,
});

const byId = z.object({ id: recordId });

export const confirmDestruction = endpoint({
  id: 'retention.confirm',
  method: 'POST',
  path: '/retention/:id/confirmation',
  summary:
    'Confirm that a record is to be destroyed. The second person to do so destroys it, with all that hangs on it',
  caller: 'member',
  act: 'retention.destroy',
  once: true,
  params: byId,
  body: z.object({ understood: z.literal(true, { error: 'Confirm that this cannot be taken back' }) }),
  answer: z.object({ outcome: z.enum(['confirmed', 'destroyed']) }),
  status: 200,
});

export const exportCertificates = endpoint({
  id: 'retention.certificates',
  method: 'GET',
  path: '/retention/certificates',
  summary: 'Every certificate of destruction as CSV',
  caller: 'member',
  act: 'retention.destroy',
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

const reason = requiredText('Say why', { max: 1000, multiline: true });

export const setLegalHold = endpoint({
  id: 'retention.hold',
  method: 'POST',
  path: '/clients/:id/legal-hold',
  summary: 'Hold a client’s records back from destruction, with the reason',
  caller: 'member',
  act: 'retention.hold',
  once: true,
  params: byId,
  body: z.object({ reason }),
  answer: legalHold,
  status: 200,
});

export const liftLegalHold = endpoint({
  id: 'retention.liftHold',
  method: 'POST',
  path: '/clients/:id/legal-hold/lifted',
  summary: 'Lift the hold on a client’s records, with the reason',
  caller: 'member',
  act: 'retention.hold',
  once: true,
  params: byId,
  body: z.object({ reason }),
  answer: z.object({ lifted: z.literal(true) }),
  status: 200,
});
