import { documentPath } from '#rules/evidence-pack/file-names.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { EventTarget, PackedDocument, PackRecords } from './records.ts';
import { type DocumentToPack, getDocuments } from './store.ts';

type Collected = Omit<PackRecords, 'documents' | 'events'>;
type Owner = { type: DocumentToPack['document']['ownerType']; id: string; of: string };

/** Records of a pack that can own documents, with descriptions. */
function getOwners({ cover, activity, clients, requests }: Collected): Owner[] {
  const dossiers = clients.flatMap((dossier): Owner[] => {
    const name = dossier.client.displayName;
    return [
      // Documents on an activity's clients belong to the clients; the activity's pack includes only those that verified
      // them.
      ...(cover.scope === 'client' ? [{ type: 'client' as const, id: dossier.client.id, of: name }] : []),
      ...dossier.individualVerifications.map(({ id }) => {
        return { type: 'individualVerification' as const, id, of: `Verification of ${name}` };
      }),
      ...dossier.businessVerifications.map(({ id }) => {
        return { type: 'businessVerification' as const, id, of: `Verification of ${name}` };
      }),
      ...dossier.assessments.map(({ id }) => {
        return { type: 'riskAssessment' as const, id, of: `Risk assessment of ${name}` };
      }),
    ];
  });
  return [
    ...dossiers,
    ...(activity === null
      ? []
      : [
          { type: 'activity' as const, id: activity.record.id, of: activity.record.reference },
          ...activity.assessments.map(({ id }) => {
            return {
              type: 'riskAssessment' as const,
              id,
              of: `Risk assessment of ${activity.record.reference}`,
            };
          }),
        ]),
    ...requests.flatMap(({ items, clientName }) =>
      items.map(({ id, label }) => {
        return { type: 'requestItem' as const, id, of: `Request to ${clientName}: ${label}` };
      }),
    ),
  ];
}

/** Documents referenced by answers, registers or permits, regardless of their owner. */
function visibleIds({ activity, clients }: Collected): string[] {
  const assessments = [
    ...clients.flatMap((dossier) => dossier.assessments),
    ...(activity?.assessments ?? []),
  ];
  return [
    ...assessments.flatMap(({ answers }) => answers.flatMap(({ documentIds }) => documentIds)),
    ...clients.flatMap(({ businessVerifications }) =>
      businessVerifications.flatMap(({ extracts }) => extracts.flatMap(({ documentId }) => documentId ?? [])),
    ),
    ...clients.flatMap(({ sanctionsPermits }) => sanctionsPermits.map(({ document }) => document.id)),
  ];
}

/** Documents of permits with descriptions, for an activity's pack, to which its clients' own documents do not belong. */
function permitDocuments({ clients }: Collected): Map<string, string> {
  return new Map(
    clients.flatMap(({ client, sanctionsPermits }) =>
      sanctionsPermits.map(({ document, number }) => [
        document.id,
        `Sanctions permit ${number} of ${client.displayName}`,
      ]),
    ),
  );
}

/** Why a document's content is not in the pack; null if it is. */
function absence({ document }: DocumentToPack, withFiles: boolean): string | null {
  if (document.purgedAt !== null)
    return `Removed on ${document.purgedAt.slice(0, 10)}: ${document.purgeReason}`;
  if (document.scanStatus === 'infected') return 'Quarantined: malware was found in it';
  return withFiles ? null : 'Excluded';
}

/** Index of a pack's documents by upload, and the storage key of each. */
export async function indexDocuments(
  trx: Trx,
  collected: Collected,
): Promise<{ documents: PackedDocument[]; keys: Map<string, string> }> {
  const owners = getOwners(collected);
  const words = new Map(owners.map(({ id, of }) => [id, of]));
  const ofPermits = permitDocuments(collected);
  const found = await getDocuments(trx, owners, visibleIds(collected));
  const { withFiles } = collected.cover.choice;
  const documents = found.map((item, index): PackedDocument => {
    const absent = absence(item, withFiles);
    return {
      document: item.document,
      of:
        words.get(item.document.ownerId) ?? ofPermits.get(item.document.id) ?? 'Evidence shown in an answer',
      path: absent === null ? documentPath(index + 1, item.document.fileName) : null,
      absent,
    };
  });
  return { documents, keys: new Map(found.map(({ document, storageKey }) => [document.id, storageKey])) };
}

/** Records whose events the pack includes. */
export function getEventTargets({ activity, clients, requests, alerts, cover }: Collected): EventTarget[] {
  const isClientPack = cover.scope === 'client';
  return [
    ...clients.flatMap((dossier) => [
      ...(isClientPack ? [{ type: 'client', id: dossier.client.id }] : []),
      ...dossier.individualVerifications.map(({ id }) => ({ type: 'individualVerification', id })),
      ...dossier.businessVerifications.map(({ id }) => ({ type: 'businessVerification', id })),
      ...dossier.assessments.map(({ id }) => ({ type: 'riskAssessment', id })),
      ...dossier.reviews.map(({ id }) => ({ type: 'review', id })),
    ]),
    ...(activity === null ? [] : [{ type: 'activity', id: activity.record.id }]),
    ...(activity?.assessments ?? []).map(({ id }) => ({ type: 'riskAssessment', id })),
    ...requests.map(({ id }) => ({ type: 'documentRequest', id })),
    ...alerts.map(({ id }) => ({ type: 'alert', id })),
  ];
}
