import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { confirmationQuestion } from '#contract/errors.ts';
import {
  calendarDate,
  cddStatus,
  clientType,
  optionalText,
  partyRole,
  recordId,
  recordVersion,
} from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { formatShare, maxShareTextLength, partyRoles } from '#rules/clients/client-parties.ts';
import { clientStatuses, pepStatuses } from '#rules/clients/client-types.ts';
import { clientInput } from './client-input.ts';
import { cappedCount } from './client-record.ts';

/** Ownership % from 0 to 100 as exact decimal text, from typed text: "33.3333 %" is 33.3333. */
const formatPercent = z
  .string()
  .max(maxShareTextLength, { error: 'Enter a percentage such as 33.3333' })
  .transform((text, context) => {
    if (text.trim() === '') return undefined;
    const share = formatShare(text);
    if (share !== undefined) return share;
    context.addIssue({
      code: 'custom',
      message: 'Enter a percentage above 0 and up to 100, with at most 4 decimals, such as 33.3333',
    });
    return z.NEVER;
  })
  .optional();

/** Roles selected in a form, without duplicates. */
const roles = z
  .array(z.enum(partyRoles, { error: 'Select roles from the list' }), { error: 'Select at least one role' })
  .min(1, { error: 'Select at least one role' })
  .max(partyRoles.length, { error: 'Select each role once' })
  .transform((chosen) => partyRoles.filter((role) => chosen.includes(role)));

const note = optionalText({ max: 300, multiline: true });

const partyDetails = z.object({
  roles,
  directPercent: formatPercent,
  joint: z.boolean().default(false),
  beneficiallyHeld: z.enum(['yes', 'no', 'unknown']).default('unknown'),
  controlBasis: note,
  /** Source of the authority to act, and how it was sighted. */
  authority: note,
  /** Reason to verify although no rule requires it; omitted if none. */
  mustVerifyReason: note,
  /** Start date of the role. Default: today. */
  validFrom: calendarDate.optional(),
});
export type PartyDetails = z.output<typeof partyDetails>;

/** A related party is an existing client, or a new one, created as a draft. */
export const newParty = partyDetails
  .extend({
    partyClientId: recordId.optional(),
    newClient: clientInput.optional(),
    /** Questions about the new client already confirmed; see `confirmation.required`. */
    confirmations: z.array(confirmationQuestion.shape.code).max(5).default([]),
  })
  .superRefine(({ partyClientId, newClient }, context) => {
    if ((partyClientId === undefined) === (newClient === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['partyClientId'],
        message: 'Select a client, or enter a new one',
      });
    }
  });
export type NewParty = z.output<typeof newParty>;

export const partyUpdate = partyDetails.extend({ version: recordVersion });
export type PartyUpdate = z.output<typeof partyUpdate>;

const partyClient = z.object({
  id: recordId,
  name: z.string(),
  kind: z.enum(['individual', 'business']),
  clientType,
  status: z.enum(clientStatuses),
  cddStatus: cddStatus,
  pepStatus: z.enum(pepStatuses),
  sanctions: sanctionsTag,
});

export const party = z.object({
  id: recordId,
  version: z.number().int(),
  client: partyClient,
  roles: z.array(partyRole),
  /** Exact decimal text without trailing zeros. */
  directPercent: z.string().nullable(),
  joint: z.boolean(),
  beneficiallyHeld: z.boolean().nullable(),
  controlBasis: z.string().nullable(),
  authority: z.string().nullable(),
  /** Whether the party must be verified, by the current rules or a member's request. */
  mustVerify: z.boolean(),
  /** Reasons: from the rules, worded to follow the name ("owns 30 % of the client"), or the member's own. */
  mustVerifyReasons: z.array(z.string()),
  /** The member's own reason only, as entered in the form. */
  mustVerifyReason: z.string().nullable(),
  /** Whether CDD on the party is complete. */
  verified: z.boolean(),
  validFrom: calendarDate,
  validTo: calendarDate.nullable(),
});
export type Party = z.infer<typeof party>;

const ofClient = z.object({ id: recordId });
const ofParty = z.object({ id: recordId, partyId: recordId });

export const listParties = endpoint({
  id: 'parties.list',
  method: 'GET',
  path: '/clients/:id/parties',
  summary: 'List a client’s related parties',
  caller: 'member',
  permission: 'records.read',
  params: ofClient,
  query: z.object({
    state: z.enum(['current', 'ended']).default('current'),
    /** Id of the last related party of the previous page. */
    after: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({
    /** Type of the client, which determines the roles of its related parties. */
    clientType,
    items: z.array(party),
    nextAfter: recordId.nullable(),
    current: cappedCount,
    ended: cappedCount,
    /** First few clients of which this client is a related party. */
    partyOf: z.array(
      z.object({
        clientId: recordId,
        name: z.string(),
        roles: z.array(partyRole),
        sanctions: sanctionsTag,
      }),
    ),
    partyOfTotal: cappedCount,
  }),
  status: 200,
});

export const readParty = endpoint({
  id: 'parties.read',
  method: 'GET',
  path: '/clients/:id/parties/:partyId',
  summary: 'Get a related party',
  caller: 'member',
  permission: 'records.read',
  params: ofParty,
  response: party,
  status: 200,
});

export const addParty = endpoint({
  id: 'parties.add',
  method: 'POST',
  path: '/clients/:id/parties',
  summary: 'Add a related party: an existing client, or a new client created as a draft',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofClient,
  body: newParty,
  response: party,
  status: 201,
});

export const updateParty = endpoint({
  id: 'parties.update',
  method: 'PUT',
  path: '/clients/:id/parties/:partyId',
  summary: 'Replace the details of a related party. A stale version is rejected with the current record',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofParty,
  body: partyUpdate,
  response: party,
  status: 200,
});

export const endParty = endpoint({
  id: 'parties.end',
  method: 'POST',
  path: '/clients/:id/parties/:partyId/end',
  summary: 'End the role of a related party. The record stays with its end date',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofParty,
  body: z.object({
    version: recordVersion,
    /** Last day of the role. Default: today. */
    endedOn: calendarDate.optional(),
    reason: optionalText({ max: 300, multiline: true }),
  }),
  response: party,
  status: 200,
});
