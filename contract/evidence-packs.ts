import { z } from 'zod';
import { packPurposes, packScopes, packStatuses } from '#rules/evidence-pack/purposes.ts';
import { endpoint } from './endpoint.ts';
import { instant, recordId } from './fields.ts';

const ofRecord = z.object({ scope: z.enum(packScopes), scopeId: recordId });

/** The fields of the form that downloads a pack. */
export const packChoice = z.object({
  purpose: z.enum(packPurposes, { error: 'Choose what the pack is for' }),
  /** With the staff's own notes: comments beside answers, notes on consent and approval, what entries of the trail changed. */
  withNotes: z.boolean().default(false),
  /** With the documents themselves; their index is always there. */
  withFiles: z.boolean().default(true),
});
export type PackChoice = z.output<typeof packChoice>;

/** One pack that was made of a record. The pack is not kept; `manifestSha256` is how it is known again. */
export const evidencePackRecord = ofRecord.extend({
  id: recordId,
  purpose: z.enum(packPurposes),
  withNotes: z.boolean(),
  withFiles: z.boolean(),
  status: z.enum(packStatuses),
  /** SHA-256 in hex of manifest.json in the pack; null where the download did not end. */
  manifestSha256: z.string().nullable(),
  files: z.number().int().nullable(),
  /** Bytes of all files, unpacked. */
  bytes: z.number().int().nullable(),
  requestedBy: z.object({ id: recordId, name: z.string() }),
  at: instant,
  finishedAt: instant.nullable(),
});
export type EvidencePackRecord = z.infer<typeof evidencePackRecord>;

export const listEvidencePacks = endpoint({
  id: 'evidencePacks.list',
  method: 'GET',
  path: '/evidence-packs/of/:scope/:scopeId',
  caller: 'member',
  act: 'exports.read',
  status: 200,
  summary: 'The last evidence packs that were made of a client or an activity, newest first',
  params: ofRecord,
  answer: z.object({ packs: z.array(evidencePackRecord) }),
});

export const downloadEvidencePack = endpoint({
  id: 'evidencePacks.download',
  method: 'POST',
  path: '/evidence-packs/of/:scope/:scopeId',
  caller: 'member',
  act: 'exports.read',
  status: 200,
  summary:
    'Everything that is on record of a client or an activity as a ZIP that anybody can read and verify, made as it is downloaded; never suspicions',
  params: ofRecord,
  body: packChoice,
  answer: { contentType: 'application/zip' },
});
