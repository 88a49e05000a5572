import { z } from 'zod';
import { partyRoles } from '#rules/client-parties.ts';
import { clientTypes } from '#rules/client-types.ts';
import { mostExtracts, mostLayers } from '#rules/ownership/cost.ts';
import { ownershipNodeKinds } from '#rules/ownership/graph.ts';
import { mismatchFields, mismatchResolutions } from '#rules/registry-mismatches.ts';
import { clientEvent } from './clients.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { countryCode, instant, optionalText, recordId, recordVersion, requiredText } from './fields.ts';
import { givenEvidence } from './given-evidence.ts';
import { blocker, fix } from './guidance.ts';
import { expansionCost, ownershipView, percent } from './ownership-records.ts';
import {
  businessVerificationStatuses,
  jurisdiction,
  mismatch,
  money,
  numbers,
  person,
  registry,
  registryCandidate,
  registryExtract,
  registryFailure,
} from './registry-records.ts';

export const businessVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, name: z.string(), clientType: z.enum(clientTypes), numbers }),
  activity: z.object({ id: recordId, reference: z.string(), name: z.string() }).nullable(),
  status: z.enum(businessVerificationStatuses),
  /** Registers that make sense for this client, whether each is set up, and whether it can be searched by name. */
  registries: z.array(
    z.object({ registry, name: z.string(), isSetUp: z.boolean(), canSearch: z.boolean(), cost: money }),
  ),
  extract: registryExtract.nullable(),
  /** Of the entities in the tree; the client's own first. */
  extracts: z.array(registryExtract.omit({ officers: true, holdings: true })),
  /** What was accepted of document requests. */
  givenEvidence: z.array(givenEvidence),
  mismatches: z.array(mismatch),
  ownership: ownershipView.nullable(),
  /** Who must be verified, why, by which provision, and whether they are. */
  mustVerify: z.array(
    z.object({
      nodeId: z.string(),
      name: z.string(),
      reasons: z.array(z.object({ jurisdiction, provision: z.string(), text: z.string() })),
      client: z.object({ id: recordId, isDraft: z.boolean(), isVerified: z.boolean() }).nullable(),
      /** Whether that client is a party of this one now. */
      isParty: z.boolean(),
      /** Clients on record of the same name, where none stands for the person yet. */
      matches: z.array(person),
      fix,
    }),
  ),
  estimatedCost: money.nullable(),
  actualCost: money,
  /** What registers are still being asked, in the order that was agreed to. */
  asking: z
    .object({
      kind: z.enum(['entity', 'expand']),
      /** Extracts that have come so far. */
      asked: z.number().int(),
      isRunning: z.boolean(),
      nextAt: instant.nullable(),
    })
    .nullable(),
  lastFailure: registryFailure.nullable(),
  decision: z
    .object({
      outcome: z.enum(['verified', 'notVerified']),
      reason: z.string(),
      /** Why what is not traced does not stop it. */
      unresolvedReason: z.string().nullable(),
      by: person,
      at: instant,
    })
    .nullable(),
  /** The last day on which what it was verified by counts; null for no end. */
  evidenceExpiresOn: z.string().nullable(),
  /** What the signed-in member may do now, each with what stops it. */
  moves: z.array(
    z.object({
      act: z.enum([
        'search',
        'choose',
        'recordManually',
        'settle',
        'expand',
        'edit',
        'createParties',
        'decide',
        'cancel',
        'retry',
      ]),
      label: z.string(),
      blockers: z.array(blocker),
    }),
  ),
  startedBy: person,
  createdAt: instant,
  updatedAt: instant,
});
export type BusinessVerification = z.infer<typeof businessVerification>;

export const businessVerificationSummary = businessVerification
  .pick({ id: true, status: true, createdAt: true, decision: true })
  .extend({
    extractedAt: instant.nullable(),
    unresolvedPercent: percent.nullable(),
    ownerCount: z.number().int(),
  });

const ofClient = z.object({ clientId: recordId });
const byId = z.object({ id: recordId });
const versioned = { version: recordVersion };
const member = { caller: 'member' } as const;
const checks = { ...member, act: 'checks.start', once: true, answer: businessVerification } as const;
const writes = {
  ...member,
  act: 'records.write',
  once: true,
  answer: businessVerification,
  status: 200,
} as const;
const reads = { ...member, act: 'records.read', status: 200 } as const;

export const listBusinessVerifications = endpoint({
  ...reads,
  id: 'businessVerifications.list',
  method: 'GET',
  path: '/clients/:clientId/business-verifications',
  summary: 'Verifications of a business, newest first',
  params: ofClient,
  query: z.object({ before: recordId.optional() }),
  answer: z.object({
    verifications: z.array(businessVerificationSummary),
    nextBefore: recordId.nullable(),
    /** Who owns the business by the newest verification that found out anything; null without one, and on further pages. */
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
  ...checks,
  id: 'businessVerifications.start',
  method: 'POST',
  path: '/clients/:clientId/business-verifications',
  summary: 'Start verifying a business; one that is under way already is answered instead of a second',
  params: ofClient,
  /** The activity that it is begun for. */
  query: z.object({ activityId: recordId.optional() }),
  status: 201,
});

export const readBusinessVerification = endpoint({
  ...reads,
  id: 'businessVerifications.read',
  method: 'GET',
  path: '/business-verifications/:id',
  summary:
    'A verification with its extract, mismatches, ownership, who must be verified, and what may be done',
  params: byId,
  answer: businessVerification,
});

export const searchRegistries = endpoint({
  ...reads,
  id: 'businessVerifications.search',
  method: 'GET',
  path: '/business-verifications/:id/candidates',
  summary:
    'Businesses that a register knows by a name or number; a register that fails is told apart, the others still answer',
  params: byId,
  query: z.object({
    registry,
    q: requiredText('Enter a name or a number', { max: 200 }),
    page: z.coerce.number().int().min(1).max(50).default(1),
  }),
  answer: z.object({
    candidates: z.array(registryCandidate),
    total: z.number().int(),
    failure: registryFailure.nullable(),
  }),
});

export const chooseRegistryEntity = endpoint({
  ...checks,
  id: 'businessVerifications.choose',
  method: 'POST',
  path: '/business-verifications/:id/entity',
  summary:
    'Fetch and keep the extract of the business that the client is; its number is checked before anything is asked',
  params: byId,
  status: 200,
  body: z.object({
    ...versioned,
    registry,
    number: requiredText('Enter the number', { max: 40 }),
    /** Cost that was shown; another one is asked about first. */
    shownCost: z.coerce.number().int().min(0),
  }),
});

export const settleMismatch = endpoint({
  ...writes,
  id: 'businessVerifications.settleMismatch',
  method: 'POST',
  path: '/business-verifications/:id/mismatches',
  summary:
    'Settle one difference between the record and the register; taking the register’s value changes the client',
  params: byId,
  body: z
    .object({
      ...versioned,
      field: z.enum(mismatchFields, { error: 'Choose what to settle' }),
      resolution: z.enum(mismatchResolutions, { error: 'Choose how to settle it' }),
      reason: optionalText({ max: 500, multiline: true }),
    })
    .superRefine(({ resolution, reason }, context) => {
      if (resolution !== 'useRegistry' && reason === undefined) {
        context.addIssue({ code: 'custom', path: ['reason'], message: 'Say why' });
      }
    }),
});

export const readExpansionCost = endpoint({
  ...reads,
  id: 'businessVerifications.expansionCost',
  method: 'GET',
  path: '/business-verifications/:id/expansion-cost',
  summary: 'What going on to so many layers would ask for and cost; nothing is asked',
  params: byId,
  query: z.object({ layers: z.coerce.number().int().min(1).max(mostLayers) }),
  answer: expansionCost,
});

export const expandOwnership = endpoint({
  ...checks,
  id: 'businessVerifications.expand',
  method: 'POST',
  path: '/business-verifications/:id/expansions',
  summary: 'Ask registers about the holders, layer by layer, never for more than the cost that was agreed to',
  params: byId,
  status: 200,
  body: z.object({
    ...versioned,
    layers: z.coerce.number({ error: 'Choose how many layers' }).int().min(1).max(mostLayers),
    /** Only this entity, instead of everything within the layers. */
    nodeId: z.string().max(64).optional(),
    /** Minor units, as agreed to on the page. */
    agreedCost: z.coerce.number({ error: 'Agree to the cost first' }).int().min(0),
  }),
});

export const continueBusinessVerification = endpoint({
  ...checks,
  id: 'businessVerifications.continue',
  method: 'POST',
  path: '/business-verifications/:id/continuation',
  summary: 'Go on at once with what was agreed to: for whoever does not want to wait for the next try',
  params: byId,
  status: 200,
  body: z.object({}),
});

export const readBusinessVerificationHistory = endpoint({
  ...reads,
  id: 'businessVerifications.history',
  method: 'GET',
  path: '/business-verifications/:id/history',
  summary: 'What was done to a verification, by whom and when, newest first',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
  answer: z.object({ events: z.array(clientEvent), nextBefore: z.number().int().nullable() }),
});

const nodeId = z.string().min(1).max(64);
const share = z
  .union([
    z.object({
      percent: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'Enter a percentage such as 33.3333' }),
    }),
    z.object({ shares: z.string().regex(/^\d{1,20}$/, { error: 'Enter a whole number of shares' }) }),
  ])
  .optional();

/** What a person adds to the tree or corrects in it; registers know no trusts, nominators or controllers. */
export const editOwnership = endpoint({
  ...writes,
  id: 'businessVerifications.edit',
  method: 'POST',
  path: '/business-verifications/:id/ownership',
  summary: 'Add, correct or remove an entity, a holding or a role by hand, with where it is known from',
  params: byId,
  body: z.discriminatedUnion('intent', [
    z.object({
      intent: z.literal('addNode'),
      ...versioned,
      name: requiredText('Enter the name', { max: 200 }),
      kind: z.enum(ownershipNodeKinds, { error: 'Choose what it is' }),
      clientId: recordId.optional(),
      country: countryCode.optional(),
      source: requiredText('Say where this is known from', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('saveHolding'),
      ...versioned,
      holdingId: nodeId.optional(),
      of: nodeId,
      holders: z.array(nodeId).min(1, { error: 'Choose a holder' }).max(20),
      share,
      beneficiallyHeld: z.enum(['yes', 'no', 'unknown']).default('unknown'),
      heldFor: z.array(nodeId).max(20).default([]),
      source: requiredText('Say where this is known from', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('addControl'),
      ...versioned,
      by: nodeId,
      of: nodeId,
      role: z.enum(partyRoles, { error: 'Choose a role' }),
      note: requiredText('Say how this person controls it', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('remove'),
      ...versioned,
      /** A node, holding or control that a person entered, or a register's holding, with the reason. */
      id: nodeId,
      reason: requiredText('Say why it is removed', { max: 500, multiline: true }),
    }),
  ]),
});

export const createOwnershipParties = endpoint({
  ...writes,
  id: 'businessVerifications.createParties',
  method: 'POST',
  path: '/business-verifications/:id/parties',
  summary:
    'Record people and entities of the tree as parties of the client: as a client on record, or a new draft',
  params: byId,
  body: z.object({
    ...versioned,
    parties: z
      .array(
        z.object({
          nodeId,
          /** The client on record that it is; a draft is created where left out. */
          clientId: recordId.optional(),
          /** How a person's name parts for the new draft; from the register where left out. */
          givenNames: optionalText({ max: 120 }),
          familyName: optionalText({ max: 120 }),
          /** Where an organisation was formed, where the register does not say. */
          country: countryCode.optional(),
        }),
        { error: 'Choose at least one' },
      )
      .min(1, { error: 'Choose at least one' })
      .max(mostExtracts),
  }),
});

export const decideBusinessVerification = endpoint({
  ...writes,
  id: 'businessVerifications.decide',
  method: 'POST',
  path: '/business-verifications/:id/decisions',
  summary: 'Verified, not verified, or cancelled, with the reason; refused with all that blocks it',
  params: byId,
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.enum(['verified', 'notVerified']),
      ...versioned,
      reason: requiredText('Say what you base the decision on', { max: 2000, multiline: true }),
      /** With a part not traced: that it was seen, and why it does not stop the decision. */
      unresolvedReason: optionalText({ max: 1000, multiline: true }),
    }),
    z.object({
      decision: z.literal('cancel'),
      ...versioned,
      reason: requiredText('Say why it is cancelled', { max: 1000, multiline: true }),
    }),
  ]),
});

/** The endpoints of verifications of businesses. */
export const businessVerificationEndpoints: readonly Endpoint[] = [
  listBusinessVerifications,
  startBusinessVerification,
  readBusinessVerification,
  readBusinessVerificationHistory,
  searchRegistries,
  chooseRegistryEntity,
  settleMismatch,
  readExpansionCost,
  expandOwnership,
  continueBusinessVerification,
  editOwnership,
  createOwnershipParties,
  decideBusinessVerification,
];
