import { downloadEvidencePack, listEvidencePacks } from './service.ts';

/** Evidence packs of clients and activities. */
export const evidencePackHandlers = [listEvidencePacks, downloadEvidencePack] as const;
