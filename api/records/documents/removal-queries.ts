import type { Kysely } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { documentRemoval, type Removability } from '#rules/documents/removal.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { DocumentFiles } from './receive-file.ts';
import { isDraftOwner, readRetainedClients } from './removal-store.ts';
import { getEvidenceFiles } from './request-evidence-store.ts';
import { type DocumentRow, evidenceAmong } from './store.ts';

export interface RemovalDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
}

type Company = Pick<MemberCaller, 'company'>['company'];

const savedAsEvidence =
  'A submitted or approved risk assessment relies on this document, so it is retained with the assessment.';

const savedAsExtract =
  'A verification relies on this register extract, so it is retained with the verification.';

const storedAsSubmitted =
  'This was accepted as evidence of a verification, so it is retained with the verification.';

/**
 * Whether documents of one record can be removed today, by document id. With `lock`, no hold can be placed on its clients until the
 * transaction ends.
 */
export async function getRemovability(
  trx: Trx,
  { now }: Pick<RemovalDeps, 'now'>,
  company: Company,
  rows: readonly DocumentRow[],
  { lock = false }: { lock?: boolean } = {},
): Promise<(row: DocumentRow) => Removability> {
  const [first] = rows;
  if (first === undefined) return () => ({ retainedBecause: null, needsSecondConfirmation: true });
  const owner = { ownerType: first.owner_type, ownerId: first.owner_id };
  const clients = await readRetainedClients(trx, owner, { lock });
  const ofRecord = documentRemoval({
    clients,
    isDraft: await isDraftOwner(trx, owner),
    on: companyDay(now(), company.timeZone),
    regulatedIn: company.regulatedIn,
  });
  const evidence = await evidenceAmong(
    trx,
    rows.map(({ id }) => id),
  );
  const evidenceFiles =
    owner.ownerType === 'requestItem' ? await getEvidenceFiles(trx, owner.ownerId) : undefined;
  const ownReason = (row: DocumentRow): string | null => {
    if (row.owner_type === 'businessVerification' && row.uploaded_by === 'system') return savedAsExtract;
    if (evidenceFiles?.(row.created_at)) return storedAsSubmitted;
    return evidence.has(row.id) ? savedAsEvidence : null;
  };
  return (row) => ({ ...ofRecord, retainedBecause: ofRecord.retainedBecause ?? ownReason(row) });
}
