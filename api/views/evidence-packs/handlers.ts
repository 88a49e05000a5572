import { downloadEvidencePack, listEvidencePacks } from '#contract/views/evidence-packs.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { downloadPack, type EvidencePackDeps, listPacksFor } from './service.ts';

const handler = handlersFor<EvidencePackDeps>();

/** Evidence packs of clients and activities. */
export const evidencePackHandlers = [
  handler(listEvidencePacks, (deps, { params }, caller) => listPacksFor(deps, caller, params)),
  handler(downloadEvidencePack, (deps, { params, body }, caller) => downloadPack(deps, caller, params, body)),
] as const;
