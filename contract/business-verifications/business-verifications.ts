import { z } from 'zod';
import { clientEvent } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, optionalText, recordId, requiredText } from '#contract/fields.ts';
import { byId, checkEndpoint, readEndpoint, versioned, writeEndpoint } from './options.ts';
import { percent } from './ownership.ts';
import { businessVerification, businessVerificationSummary } from './record.ts';

const ofClient = z.object({ clientId: recordId });

export const listBusinessVerifications = endpoint({
  ...readEndpoint,
  id: 'businessVerifications.list',
  method: 'GET',
  path: '/clients/:clientId/business-verifications',
  summary: 'List verifications of a business, newest first',
  params: ofClient,
  query: z.object({ before: recordId.optional() }),
  response: z.object({
    verifications: z.array(businessVerificationSummary),
    nextBefore: recordId.nullable(),
    /** Beneficial owners by the latest verification with a result; null without one, and on further pages. */
    latest: z
      .object({
        id: recordId,
        unresolvedPercent: percent,
        owners: z.array(
          z.object({
            nodeId: z.string(),
            name: z.string(),
            percent,
            client: z.object({ id: recordId, isDraft: z.boolean(), isVerified: z.boolean() }).nullable(),
          }),
        ),
      })
      .nullable(),
  }),
});

export const startBusinessVerification = endpoint({
  ...checkEndpoint,
  id: 'businessVerifications.start',
  method: 'POST',
  path: '/clients/:clientId/business-verifications',
  summary: 'Start a business verification, or return the one in progress',
  params: ofClient,
  /** Activity for which it is started. */
  query: z.object({ activityId: recordId.optional() }),
  status: 201,
});

export const readBusinessVerification = endpoint({
  ...readEndpoint,
  id: 'businessVerifications.read',
  reads: { type: 'businessVerification', param: 'id' },
  method: 'GET',
  path: '/business-verifications/:id',
  summary:
    'Get a verification with its extract, discrepancies, ownership, people to verify and available actions',
  params: byId,
  response: businessVerification,
});

export const readBusinessVerificationHistory = endpoint({
  ...readEndpoint,
  id: 'businessVerifications.history',
  method: 'GET',
  path: '/business-verifications/:id/history',
  summary: 'List the changes to a verification with actor and time, newest first',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
  response: z.object({ events: z.array(clientEvent), nextBefore: z.number().int().nullable() }),
});

export const decideBusinessVerification = endpoint({
  ...writeEndpoint,
  id: 'businessVerifications.decide',
  method: 'POST',
  path: '/business-verifications/:id/decisions',
  summary:
    'Mark a business verification as verified or not verified, or cancel it. Returns blockers if not allowed',
  params: byId,
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.enum(['verified', 'notVerified']),
      ...versioned,
      reason: requiredText('Enter a reason', { max: 2000, multiline: true }),
      /** Required with unresolved ownership: why it does not prevent the decision. */
      unresolvedReason: optionalText({ max: 1000, multiline: true }),
      /** Required where it could hide a beneficial owner: last day of the exception, at most 12 months ahead. */
      exceptionEndsOn: calendarDate.optional(),
    }),
    z.object({
      decision: z.literal('cancel'),
      ...versioned,
      reason: requiredText('Enter a reason for cancelling', { max: 1000, multiline: true }),
    }),
  ]),
});
