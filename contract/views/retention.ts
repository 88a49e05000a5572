import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, namedRecord, recordId, requiredText } from '#contract/fields.ts';
import { documentOwnerTypes } from '#rules/documents/document-types.ts';

const dueRecord = z.object({
  id: recordId,
  kind: z.enum(['client', 'draft']),
  client: namedRecord,
  basis: z.enum(['nzS54', 'policy']),
  /** Last day of the retention period. */
  keptUntil: calendarDate,
  /** The day from which the end of the relationship is known, where nothing on record tells it; null where it does. */
  endKnownFrom: calendarDate.nullable(),
  /** First of the two confirmations; null before it. */
  confirmed: z
    .object({
      by: namedRecord,
      at: instant,
      /** From when the same person may confirm again, if no one else in the company may; null otherwise. */
      againFrom: instant.nullable(),
    })
    .nullable(),
});
export type DueRecord = z.infer<typeof dueRecord>;

export const destructionCertificate = z.object({
  id: recordId,
  kind: z.enum(['client', 'draft']),
  /** Id of the destroyed client. */
  clientId: recordId,
  basis: z.enum(['nzS54', 'policy']),
  keptUntil: calendarDate,
  confirmedBy: namedRecord,
  confirmedAt: instant,
  /** The same person as before if no one else in the company could confirm: then at least 24 hours apart. */
  destroyedBy: namedRecord,
  destroyedAt: instant,
  /** Each of the two confirmations followed a recent proof of identity. */
  identityConfirmed: z.boolean(),
  /** Rows destroyed, by table. */
  itemCounts: z.record(z.string(), z.number().int()),
  /** SHA-256 over the certificate's content and the digests of the destroyed files. */
  digest: z.string(),
});
export type DestructionCertificate = z.infer<typeof destructionCertificate>;

const legalHold = z.object({
  client: namedRecord,
  reason: z.string(),
  by: namedRecord,
  at: instant,
});

export const readRetention = endpoint({
  id: 'retention.read',
  method: 'GET',
  path: '/retention',
  summary: 'Records due for destruction, oldest first, legal holds, and the newest destruction certificates',
  caller: 'member',
  permission: 'retention.read',
  query: z.object({
    /** Client selected in the legal hold form. */
    client: recordId.optional(),
  }),
  response: z.object({
    due: z.array(dueRecord),
    /** Whether two people or more may confirm a destruction; otherwise the only one confirms twice. */
    hasSecondPerson: z.boolean(),
    /** True if more records are due than listed. */
    hasMore: z.boolean(),
    holds: z.array(legalHold),
    certificates: z.array(destructionCertificate),
    /** Documents whose removal awaits a second person, longest waiting first. */
    removals: z.array(
      z.object({
        id: recordId,
        fileName: z.string(),
        ownerType: z.enum(documentOwnerTypes),
        ownerId: recordId,
        reason: z.string(),
        requestedBy: namedRecord,
        requestedAt: instant,
      }),
    ),
    client: z
      .object({ ...namedRecord.shape, hold: legalHold.nullable(), keptUntil: calendarDate.nullable() })
      .nullable(),
  }),
  status: 200,
});

const byId = z.object({ id: recordId });

export const confirmDestruction = endpoint({
  id: 'retention.confirm',
  recentProof: true,
  method: 'POST',
  path: '/retention/:id/confirmation',
  summary:
    'Confirm the destruction of a record. The second confirmation, by another person, destroys the record and everything in it. Where no one else may confirm, the same person does so after 24 hours or more',
  caller: 'member',
  permission: 'retention.destroy',
  once: true,
  params: byId,
  body: z.object({ understood: z.literal(true, { error: 'Confirm that you have reviewed the record' }) }),
  response: z.object({
    outcome: z.enum(['confirmed', 'destroyed']),
    /** After the first confirmation where no one else may confirm: from when the same person may. */
    againFrom: instant.nullable(),
  }),
  status: 200,
});

export const exportCertificates = endpoint({
  id: 'retention.certificates',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/retention/certificates',
  summary: 'Export destruction certificates as CSV',
  caller: 'member',
  permission: 'retention.read',
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

const reason = requiredText('Enter a reason', { max: 1000, multiline: true });

export const setLegalHold = endpoint({
  id: 'legalHolds.place',
  method: 'POST',
  path: '/clients/:id/legal-hold',
  summary: 'Place a legal hold on a client',
  caller: 'member',
  permission: 'legalHolds.manage',
  once: true,
  params: byId,
  body: z.object({ reason }),
  response: legalHold,
  status: 200,
});

export const liftLegalHold = endpoint({
  id: 'legalHolds.release',
  recentProof: true,
  method: 'POST',
  path: '/clients/:id/legal-hold/release',
  summary: 'Release the legal hold on a client',
  caller: 'member',
  permission: 'legalHolds.manage',
  once: true,
  params: byId,
  body: z.object({ reason }),
  response: z.object({ lifted: z.literal(true) }),
  status: 200,
});
