import { z } from 'zod';
import { blocker, fix } from '#contract/blockers.ts';
import { submittedEvidence } from '#contract/documents/submitted-evidence.ts';
import { clientType, instant, namedActivity, namedRecord, recordId } from '#contract/fields.ts';
import { ownershipView, percent } from './ownership.ts';
import {
  businessVerificationStatuses,
  jurisdiction,
  mismatch,
  money,
  numbers,
  registry,
  registryExtract,
  registryFailure,
} from './registry.ts';

export const businessVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, name: z.string(), clientType: clientType, numbers }),
  activity: namedActivity.nullable(),
  status: z.enum(businessVerificationStatuses),
  /** Registers applicable to this client, whether each is configured, and whether it can be searched by name. */
  registries: z.array(
    z.object({ registry, name: z.string(), isSetUp: z.boolean(), canSearch: z.boolean(), cost: money }),
  ),
  extract: registryExtract.nullable(),
  /** Extracts of the entities in the ownership chart; the client's own first. */
  extracts: z.array(registryExtract.omit({ officers: true, holdings: true })),
  /** Evidence accepted from document requests. */
  submittedEvidence: z.array(submittedEvidence),
  /** Whether a register extract of the client itself, or an accepted independent document, proves it. */
  isEvidenced: z.boolean(),
  mismatches: z.array(mismatch),
  ownership: ownershipView.nullable(),
  /** People to verify, with reasons, provisions and whether they are verified. */
  mustVerify: z.array(
    z.object({
      nodeId: z.string(),
      name: z.string(),
      reasons: z.array(z.object({ jurisdiction, provision: z.string(), text: z.string() })),
      client: z.object({ id: recordId, isDraft: z.boolean(), isVerified: z.boolean() }).nullable(),
      /** Whether that client is currently a related party of this one. */
      isParty: z.boolean(),
      /** Existing clients with the same name, if none is linked to the person. */
      matches: z.array(namedRecord),
      fix,
    }),
  ),
  estimatedCost: money.nullable(),
  actualCost: money,
  /** Pending extracts, in the approved order. */
  pendingExtracts: z
    .object({
      kind: z.enum(['entity', 'expand']),
      /** Extracts received so far. */
      asked: z.number().int(),
      isRunning: z.boolean(),
      nextAt: instant.nullable(),
    })
    .nullable(),
  lastFailure: registryFailure.nullable(),
  /** Unresolved ownership that a decision as verified has to accept; null if there is none. */
  unresolvedOwnership: z
    .object({
      percent,
      /** Whether it could hide a beneficial owner, so that only who may grant CDD exceptions can accept it. */
      needsException: z.boolean(),
      provision: z.string(),
      /** Why the signed-in member cannot accept it: without the permission, or as the member who started it while another can; null if they can. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  decision: z
    .object({
      outcome: z.enum(['verified', 'notVerified']),
      reason: z.string(),
      /** Why unresolved ownership does not prevent the decision. */
      unresolvedReason: z.string().nullable(),
      /** Last day of the exception by which it was accepted; null where none was needed. */
      exceptionEndsOn: z.string().nullable(),
      /** Accepted by the member who started the verification, because there was no second eligible person. */
      decidedByOne: z.boolean(),
      by: namedRecord,
      at: instant,
    })
    .nullable(),
  /** Evidence valid until this day; null without an end. */
  evidenceExpiresOn: z.string().nullable(),
  /** Actions available to the signed-in member, each with its blockers. */
  actions: z.array(
    z.object({
      action: z.enum([
        'search',
        'orderExtract',
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
    /** Day on which the client's identity changed after the decision, since when it does not count; null if it counts. */
    identityChangedOn: z.string().nullable(),
    /** False if it was decided as verified without a register extract or an independent document, so that it proves nothing. */
    isEvidenced: z.boolean(),
  });
