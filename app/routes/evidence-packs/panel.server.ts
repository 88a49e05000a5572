import { listEvidencePacks } from '#contract/views/evidence-packs.ts';
import { type PackScope, packPurposeLabels, packStatusLabels } from '#rules/evidence-pack/purposes.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** Data of the evidence pack form with earlier packs; null until it is opened, since most readers of a record need none. */
export async function readEvidencePanel({ api, me, url }: MemberArgs, scope: PackScope, scopeId: string) {
  if (!url.searchParams.has('evidence')) return null;
  const [{ company }, { packs }] = await Promise.all([
    me(),
    api.call(listEvidencePacks, { params: { scope, scopeId } }),
  ]);
  return {
    action: `/evidence-packs/${scope}/${scopeId}`,
    purpose: url.searchParams.get('purpose'),
    packs: packs.map((pack) => ({
      id: pack.id,
      at: formatInstant(pack.at, company.timeZone),
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
