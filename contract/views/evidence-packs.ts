import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, namedRecord, recordId } from '#contract/fields.ts';
import { packPurposes, packScopes, packStatuses } from '#rules/evidence-pack/purposes.ts';

const ofRecord = z.object({ scope: z.enum(packScopes), scopeId: recordId });

/** Form fields of a pack download. */
export const packChoice = z.object({
  purpose: z.enum(packPurposes, { error: 'Select a purpose' }),
  /** Includes internal notes: comments on answers, notes on consent and approval, changes in audit events. */
  withNotes: z.boolean().default(false),
  /** Includes the documents; their index is always included. */
  withFiles: z.boolean().default(true),
});
export type PackChoice = z.output<typeof packChoice>;

/** Evidence pack of a record. Packs are not stored; `manifestSha256` identifies one. */
export const evidencePackRecord = ofRecord.extend({
  id: recordId,
  purpose: z.enum(packPurposes),
  withNotes: z.boolean(),
  withFiles: z.boolean(),
  status: z.enum(packStatuses),
  /** SHA-256 in hex of the pack's manifest.json; null if the download was not completed. */
  manifestSha256: z.string().nullable(),
  files: z.number().int().nullable(),
  /** Total uncompressed size in bytes. */
  bytes: z.number().int().nullable(),
  requestedBy: namedRecord,
  at: instant,
  finishedAt: instant.nullable(),
});
export type EvidencePackRecord = z.infer<typeof evidencePackRecord>;

export const listEvidencePacks = endpoint({
  id: 'evidencePacks.list',
  method: 'GET',
  path: '/evidence-packs/of/:scope/:scopeId',
  caller: 'member',
  permission: 'exports.read',
  status: 200,
  summary: 'List the latest evidence packs of a client or activity, newest first',
  params: ofRecord,
  response: z.object({ packs: z.array(evidencePackRecord) }),
});

export const downloadEvidencePack = endpoint({
  id: 'evidencePacks.download',
  uses: 'export',
  recentProof: true,
  method: 'POST',
  path: '/evidence-packs/of/:scope/:scopeId',
  caller: 'member',
  permission: 'exports.read',
  status: 200,
  summary:
    'Download the record of a client or activity as a verifiable ZIP, streamed as it is created. Excludes suspicion reports',
  params: ofRecord,
  body: packChoice,
  response: { contentType: 'application/zip' },
});
