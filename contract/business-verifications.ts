import { z } from 'zod';
import { partyRoles } from '#rules/client-parties.ts';
import { clientTypes } from '#rules/client-types.ts';
import { mostExtracts, mostLayers } from '#rules/ownership/cost.ts';
import { ownershipNodeKinds } from '#rules/ownership/graph.ts';
import { mismatchFields, mismatchResolutions } from '#rules/registry-mismatches.ts';
import { clientEvent } from './clients.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import {
  calendarDate,
  countryCode,
  instant,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from './fields.ts';
import { blocker, fix } from './guidance.ts';

/** Registers that can be asked, and `manual` for what a person records from elsewhere. */
export const registryIds = ['nzbn', 'abr', 'asic'] as const;
const registry = z.enum(registryIds);
const jurisdiction = z.enum(['NZL', 'AUS']);
const person = z.object({ id: recordId, name: z.string() });

export const businessVerificationStatuses = [
  'notStarted',
  'processing',
  'needsReview',
  'verified',
  'failed',
  'cancelled',
  'error',
  'evidenceExpired',
] as const;

/** Money as an integer of minor units. */
const money = z.object({ amount: z.number().int(), currency: z.enum(['NZD', 'AUD']) });

const registryStatus = z.enum([
  'registered',
  'inAdministration',
  'inLiquidation',
  'inReceivership',
  'removed',
  'inactive',
  'unknown',
]);

const numbers = z.object({
  nzbn: z.string().optional(),
  nzCompanyNumber: z.string().optional(),
  abn: z.string().optional(),
  acn: z.string().optional(),
});

/** Why a register gave no answer, in words for people. */
const registryFailure = z.object({
  registry,
  code: z.enum([
    'invalidNumber',
    'invalidSearch',
    'notFound',
    'badKey',
    'tooManyRequests',
    'unavailable',
    'unreadable',
    'notConfigured',
  ]),
  message: z.string(),
});

/** One business that a search found. */
export const registryCandidate = z.object({
  registry,
  /** What `chooseEntity` takes. */
  number: z.string(),
  numbers,
  name: z.string(),
  kindText: z.string(),
  status: registryStatus,
  statusText: z.string(),
  place: z.string().nullable(),
  /** Another client of the company that already stands for this business. */
  clientId: recordId.nullable(),
});
export type RegistryCandidate = z.infer<typeof registryCandidate>;

const extractParty = z.object({
  kind: z.enum(['person', 'organisation']),
  name: z.string(),
  numbers: numbers.optional(),
  country: z.string().nullable(),
});

/** A stored extract, as the page shows it; the answer as it came is kept beside it. */
export const registryExtract = z.object({
  id: recordId,
  registry,
  numbers,
  name: z.string(),
  tradingNames: z.array(z.string()),
  kindText: z.string(),
  status: registryStatus,
  statusText: z.string(),
  registeredOn: calendarDate.nullable(),
  endedOn: calendarDate.nullable(),
  addresses: z.array(z.object({ type: z.string(), text: z.string() })),
  officers: z.array(
    z.object({
      party: extractParty,
      roleText: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  holdings: z.array(
    z.object({
      holders: z.array(extractParty),
      shares: z.string(),
      /** Of all shares on issue. */
      percent: z.string(),
      joint: z.boolean(),
      beneficiallyHeld: z.boolean().nullable(),
    }),
  ),
  /** What this register leaves out; nothing listed is then no answer. */
  gives: z.object({ officers: z.boolean(), holdings: z.boolean() }),
  at: instant,
  sha256: z.string(),
  /** The stored copy, where it is still kept. */
  documentId: recordId.nullable(),
});
export type RegistryExtractView = z.infer<typeof registryExtract>;

export const mismatch = z.object({
  field: z.enum(mismatchFields),
  label: z.string(),
  recorded: z.string().nullable(),
  registry: z.string().nullable(),
  resolutions: z.array(z.enum(mismatchResolutions)),
  mustSettle: z.boolean(),
  settled: z
    .object({
      resolution: z.enum(mismatchResolutions),
      reason: z.string().nullable(),
      by: person,
      at: instant,
    })
    .nullable(),
});
export type MismatchView = z.infer<typeof mismatch>;

/** A percentage as exact decimal text: `24.9999`. */
const percent = z.string();

export const ownershipNode = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(ownershipNodeKinds),
  numbers,
  country: z.string().nullable(),
  /** Steps from the client; null for those who own nothing of it. */
  layer: z.number().int().nullable(),
  /** Of the client, through all layers; null for those who own nothing of it. */
  effectivePercent: percent.nullable(),
  /** The client record that stands for it, draft or not. */
  client: z.object({ id: recordId, isDraft: z.boolean(), isVerified: z.boolean() }).nullable(),
  extractId: recordId.nullable(),
  status: registryStatus.nullable(),
  /** `canExpand`: a register can be asked who holds it. */
  expansion: z.enum(['notNeeded', 'canExpand', 'expanded', 'cannotAsk', 'failed']),
  expansionProblem: z.string().nullable(),
});

export const ownershipEdge = z.object({
  id: z.string(),
  of: z.string(),
  holders: z.array(z.string()),
  /** Of the entity held. */
  percent,
  shares: z.string().nullable(),
  beneficiallyHeld: z.boolean().nullable(),
  heldFor: z.array(z.string()),
  /** Where it comes from: a register, or a person's own entry. */
  source: z.enum(['registry', 'manual']),
});

export const ownershipControl = z.object({
  id: z.string(),
  by: z.string(),
  of: z.string(),
  role: z.enum(partyRoles),
  note: z.string().nullable(),
  source: z.enum(['registry', 'manual']),
});

const ownershipPath = z.object({
  nodeIds: z.array(z.string()),
  percents: z.array(percent),
  product: percent,
});

export const ownershipPerson = z.object({
  nodeId: z.string(),
  name: z.string(),
  percent,
  joint: z.boolean(),
  nominee: z.boolean(),
  /** Beneficial owner by the law of these countries, with the reasons after the name: "owns 30 % of the client". */
  counts: z.array(z.object({ jurisdiction, provision: z.string(), reasons: z.array(z.string()) })),
  /** Would be one if what is not traced were theirs. */
  mightCount: z.array(jurisdiction),
  paths: z.array(ownershipPath),
  pathsAreWhole: z.boolean(),
});

export const ownershipView = z.object({
  nodes: z.array(ownershipNode),
  edges: z.array(ownershipEdge),
  controls: z.array(ownershipControl),
  people: z.array(ownershipPerson),
  thresholds: z.array(
    z.object({ jurisdiction, operator: z.enum(['gt', 'gte']), percent: z.literal(25), words: z.string() }),
  ),
  unresolvedPercent: percent,
  unresolved: z.array(
    z.object({
      reason: z.enum(['holdersUnknown', 'partUnknown', 'nominee', 'circular', 'notFollowed', 'noController']),
      nodeId: z.string(),
      percent,
      text: z.string(),
    }),
  ),
  findings: z.array(z.object({ code: z.string(), text: z.string(), nodeIds: z.array(z.string()) })),
  /** Majorities one above the other that decide over more than is owned through them. */
  consider: z.array(
    z.object({
      nodeId: z.string(),
      votesPercent: percent,
      throughIds: z.array(z.string()),
      text: z.string(),
    }),
  ),
  fallbacks: z.array(
    z.object({
      jurisdiction,
      step: z.enum(['trace', 'otherMeans', 'seniorManagingOfficial']),
      text: z.string(),
      candidateIds: z.array(z.string()),
    }),
  ),
  layers: z.number().int(),
});
export type OwnershipView = z.infer<typeof ownershipView>;

/** What going on to so many layers would ask for and cost. */
export const expansionCost = z.object({
  layers: z.number().int(),
  now: z.number().int(),
  atMost: z.number().int(),
  costNow: money,
  costAtMost: money,
  costEach: money,
  leftOut: z.number().int(),
  limit: z.literal(mostExtracts),
  used: z.number().int(),
  names: z.array(z.string()),
  notAskable: z.array(z.string()),
});
export type ExpansionCost = z.infer<typeof expansionCost>;

export const businessVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, name: z.string(), clientType: z.enum(clientTypes), numbers }),
  status: z.enum(businessVerificationStatuses),
  /** Registers that make sense for this client, whether each is set up, and whether it can be searched by name. */
  registries: z.array(
    z.object({ registry, name: z.string(), isSetUp: z.boolean(), canSearch: z.boolean(), cost: money }),
  ),
  extract: registryExtract.nullable(),
  /** Of the entities in the tree; the client's own first. */
  extracts: z.array(registryExtract.omit({ officers: true, holdings: true })),
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
