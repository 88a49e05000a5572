import { z } from 'zod';
import { blocker, fix } from './blockers.ts';
import { clientType, instant, namedActivity, namedRecord, recordId } from './fields.ts';
import { ownershipView, percent } from './ownership-records.ts';
import {
  businessVerificationStatuses,
  jurisdiction,
  mismatch,
  money,
  numbers,
  registry,
  registryExtract,
  registryFailure,
} from './registry-records.ts';
import { submittedEvidence } from './submitted-evidence.ts';

export const businessVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, name: z.string(), clientType: clientType, numbers }),
  activity: namedActivity.nullable(),
  status: z.enum(businessVerificationStatuses),
  /** Registers that make sense for this client, whether each is set up, and whether it can be searched by name. */
  registries: z.array(
    z.object({ registry, name: z.string(), isSetUp: z.boolean(), canSearch: z.boolean(), cost: money }),
  ),
  extract: registryExtract.nullable(),
  /** Of the entities in the tree; the client's own first. */
  extracts: z.array(registryExtract.omit({ officers: true, holdings: true })),
  /** What was accepted of document requests. */
  submittedEvidence: z.array(submittedEvidence),
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
      /** Existing clients of the same name, where none represents the person yet. */
      matches: z.array(namedRecord),
      fix,
    }),
  ),
  estimatedCost: money.nullable(),
  actualCost: money,
  /** Pending extracts, in the approved order. */
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
      by: namedRecord,
      at: instant,
    })
    .nullable(),
  /** The last day on which what it was verified by counts; null for no end. */
  evidenceExpiresOn: z.string().nullable(),
  /** What the signed-in member may do now, each with what stops it. */
  actions: z.array(
    z.object({
      action: z.enum([
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
  startedBy: namedRecord,
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
