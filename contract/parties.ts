import { z } from 'zod';
import { longestShareText, partyRoles, shareText } from '#rules/client-parties.ts';
import { cddStatuses, clientStatuses, clientTypes, pepStatuses } from '#rules/client-types.ts';
import { cappedCount, clientInput, withoutTaxFileNumber } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { confirmationQuestion } from './errors.ts';
import { calendarDate, optionalText, recordId, recordVersion } from './fields.ts';

/** A share of 0 to 100 % as exact decimal text, from what people type: "33.3333 %" is 33.3333. */
const percentText = z
  .string()
  .max(longestShareText, { error: 'Enter a percentage such as 33.3333' })
  .transform((text, context) => {
    if (text.trim() === '') return undefined;
    const share = shareText(text);
    if (share !== undefined) return share;
    context.addIssue({
      code: 'custom',
      message: 'Enter a percentage above 0 and up to 100, with at most 4 decimals, such as 33.3333',
    });
    return z.NEVER;
  })
  .optional();

/** Roles as chosen in a form, each once. */
const roles = z
  .array(z.enum(partyRoles, { error: 'Choose roles from the list' }), { error: 'Choose at least one role' })
  .min(1, { error: 'Choose at least one role' })
  .max(partyRoles.length)
  .transform((chosen) => partyRoles.filter((role) => chosen.includes(role)));

const note = withoutTaxFileNumber(optionalText({ max: 300, multiline: true }));

const partyDetails = z.object({
  roles,
  directPercent: percentText,
  joint: z.boolean().default(false),
  beneficiallyHeld: z.enum(['yes', 'no', 'unknown']).default('unknown'),
  controlBasis: note,
  /** What gives the authority to act, and how it was seen. */
  authority: note,
  /** Why the party has to be verified though no rule asks for it; nobody asks for it where left out. */
  mustVerifyReason: note,
  /** Since when; today where left out. */
  validFrom: calendarDate.optional(),
});
export type PartyDetails = z.output<typeof partyDetails>;

/** A party is a client on record already, or a new one, which is created as a draft. */
export const newParty = partyDetails
  .extend({
    partyClientId: recordId.optional(),
    newClient: clientInput.optional(),
    /** Questions about the new client already answered with yes; see `confirmation.needed`. */
    confirmations: z.array(confirmationQuestion.shape.code).max(5).default([]),
  })
  .superRefine(({ partyClientId, newClient }, context) => {
    if ((partyClientId === undefined) === (newClient === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['partyClientId'],
        message: 'Choose a client, or enter a new one',
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
  clientType: z.enum(clientTypes),
  status: z.enum(clientStatuses),
  cddStatus: z.enum(cddStatuses),
  pepStatus: z.enum(pepStatuses),
});

export const party = z.object({
  id: recordId,
  version: z.number().int(),
  client: partyClient,
  roles: z.array(z.enum(partyRoles)),
  /** Exact decimal text without trailing zeros. */
  directPercent: z.string().nullable(),
  joint: z.boolean(),
  beneficiallyHeld: z.boolean().nullable(),
  controlBasis: z.string().nullable(),
  authority: z.string().nullable(),
  /** By the rules as they are today, or because a person asks for it. */
  mustVerify: z.boolean(),
  /** Why: of the rules after the name ("owns 30 % of the client"), or the person's own words. */
  mustVerifyReasons: z.array(z.string()),
  /** The person's own words alone, as the form has them. */
  mustVerifyReason: z.string().nullable(),
  /** Whether due diligence on the party is done. */
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
  summary:
    'Who belongs to a client, in the order in which they were recorded, and to whom the client belongs',
  caller: 'member',
  act: 'records.read',
  params: ofClient,
  query: z.object({
    state: z.enum(['current', 'ended']).default('current'),
    /** The id of the last one seen. */
    after: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    items: z.array(party),
    nextAfter: recordId.nullable(),
    current: cappedCount,
    ended: cappedCount,
    /** Clients to whom this one is a party now; the first few. */
    partyOf: z.array(z.object({ clientId: recordId, name: z.string(), roles: z.array(z.enum(partyRoles)) })),
    partyOfTotal: cappedCount,
  }),
  status: 200,
});

export const readParty = endpoint({
  id: 'parties.read',
  method: 'GET',
  path: '/clients/:id/parties/:partyId',
  summary: 'One party of a client',
  caller: 'member',
  act: 'records.read',
  params: ofParty,
  answer: party,
  status: 200,
});

export const addParty = endpoint({
  id: 'parties.add',
  method: 'POST',
  path: '/clients/:id/parties',
  summary: 'Record who belongs to a client: a client on record, or a new one, who is created as a draft',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: ofClient,
  body: newParty,
  answer: party,
  status: 201,
});

export const updateParty = endpoint({
  id: 'parties.update',
  method: 'PUT',
  path: '/clients/:id/parties/:partyId',
  summary: 'Replace what is recorded of a party; a stale version is refused with the party as it is now',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: ofParty,
  body: partyUpdate,
  answer: party,
  status: 200,
});

export const endParty = endpoint({
  id: 'parties.end',
  method: 'POST',
  path: '/clients/:id/parties/:partyId/end',
  summary: 'Record that a party no longer belongs to a client; the party stays on record with its last day',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: ofParty,
  body: z.object({
    version: recordVersion,
    /** The last day; today where left out. */
    endedOn: calendarDate.optional(),
    reason: optionalText({ max: 300, multiline: true }),
  }),
  answer: party,
  status: 200,
});
