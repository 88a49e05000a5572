import { downloadEvidencePack, listEvidencePacks } from '#contract/views/evidence-packs.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { downloadPack, type EvidencePackDeps, listPacksFor } from './service.ts';

/** Evidence packs of clients and activities. */
export function evidencePacksRoutes(deps: EvidencePackDeps): Binding[] {
  return [
    bind(listEvidencePacks, ({ params }, caller) => listPacksFor(deps, caller, params)),
    bind(downloadEvidencePack, ({ params, body }, caller) => downloadPack(deps, caller, params, body)),
  ];
}
