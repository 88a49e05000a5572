/** Ownership and control found by a business verification. */
import { z } from 'zod';
import { partyRole, recordId } from '#contract/fields.ts';
import { maxExtracts } from '#rules/ownership/expansion-cost.ts';
import { ownershipNodeKinds } from '#rules/ownership/graph.ts';
import { jurisdiction, money, numbers, registryStatus } from './registry.ts';

/** A percentage as exact decimal text: `24.9999`. */
export const percent = z.string();

export const ownershipNode = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(ownershipNodeKinds),
  numbers,
  country: z.string().nullable(),
  /** Layers from the client; null for entities that own no part of it. */
  layer: z.number().int().nullable(),
  /** Effective ownership of the client through all layers; null for entities that own no part of it. */
  effectivePercent: percent.nullable(),
  /** Client record of this entity, including drafts. */
  client: z.object({ id: recordId, isDraft: z.boolean(), isVerified: z.boolean() }).nullable(),
  extractId: recordId.nullable(),
  status: registryStatus.nullable(),
  /** `canExpand`: a register can return its holders. */
  expansion: z.enum(['notNeeded', 'canExpand', 'expanded', 'notQueryable', 'failed']),
  expansionProblem: z.string().nullable(),
});

/** Evidence of a holding or role. */
const evidenced = {
  /** Shown by a register extract or an accepted document. Entries of a member alone are not. */
  isEvidenced: z.boolean(),
  /** The accepted evidence of the verification that shows it; null for others. */
  evidenceId: recordId.nullable(),
};

export const ownershipEdge = z.object({
  id: z.string(),
  of: z.string(),
  holders: z.array(z.string()),
  /** Direct ownership of the entity held. */
  percent,
  shares: z.string().nullable(),
  beneficiallyHeld: z.boolean().nullable(),
  heldFor: z.array(z.string()),
  /** Source: a register, or a manual entry. */
  source: z.enum(['registry', 'manual']),
  ...evidenced,
});

export const ownershipControl = z.object({
  id: z.string(),
  by: z.string(),
  of: z.string(),
  role: partyRole,
  note: z.string().nullable(),
  source: z.enum(['registry', 'manual']),
  ...evidenced,
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
  /** Beneficial owner under the law of these countries, with reasons that follow the name: "owns 30 % of the client". */
  counts: z.array(z.object({ jurisdiction, provision: z.string(), reasons: z.array(z.string()) })),
  /** Would be a beneficial owner if the unresolved ownership were theirs. */
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
      reason: z.enum([
        'holdersUnknown',
        'partUnknown',
        'nominee',
        'circular',
        'notFollowed',
        'noController',
        'notEvidenced',
      ]),
      nodeId: z.string(),
      percent,
      text: z.string(),
    }),
  ),
  findings: z.array(z.object({ code: z.string(), text: z.string(), nodeIds: z.array(z.string()) })),
  /** Chain of majority holdings that controls more than it effectively owns. */
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

/** Extracts and cost of expanding to a number of layers. */
export const expansionCost = z.object({
  layers: z.number().int(),
  now: z.number().int(),
  atMost: z.number().int(),
  costNow: money,
  maxCost: money,
  costEach: money,
  leftOut: z.number().int(),
  limit: z.literal(maxExtracts),
  used: z.number().int(),
  names: z.array(z.string()),
  notAskable: z.array(z.string()),
});
export type ExpansionCost = z.infer<typeof expansionCost>;
