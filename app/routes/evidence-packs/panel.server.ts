import { listEvidencePacks } from '#contract/evidence-packs.ts';
import { type PackScope, packPurposeLabels, packStatusLabels } from '#rules/evidence-pack/purposes.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

/** The form for a pack with the packs that were made before; null until it is asked for, because most who read a record want none. */
export async function readEvidencePanel({ api, me, url }: MemberArgs, scope: PackScope, scopeId: string) {
  if (!url.searchParams.has('evidence')) return null;
  const [{ company }, { packs }] = await Promise.all([
    me(),
    api.call(listEvidencePacks, { params: { scope, scopeId } }),
  ]);
  return {
    action: `/evidence-packs/${scope}/${scopeId}`,
    packs: packs.map((pack) => ({
      id: pack.id,
      at: instantText(pack.at, company.timeZone),
      by: pack.requestedBy.name,
      purpose: packPurposeLabels[pack.purpose],
      status: pack.status,
      statusText: packStatusLabels[pack.status],
      contents: [
        pack.withFiles ? 'with documents' : 'index of documents only',
        pack.withNotes ? 'with notes' : 'without notes',
      ].join(', '),
      digest: pack.manifestSha256,
    })),
  };
}

export type EvidencePanelData = Awaited<ReturnType<typeof readEvidencePanel>>;
