import type { Insertable } from 'kysely';
import type { EvidencePackRecord } from '#contract/views/evidence-packs.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import type { ComplianceExportsTable } from '../../kernel/database/tables/compliance-export-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Number of packs listed on the form's page. */
const visiblePacks = 10;

/** Name of a pack's subject, or null if the company has no such record. */
export async function subjectName(trx: Trx, scope: PackScope, id: string): Promise<string | null> {
  if (scope === 'client') {
    const client = await trx
      .selectFrom('clients')
      .select('display_name')
      .where('id', '=', id)
      .executeTakeFirst();
    return client?.display_name ?? null;
  }
  const activity = await trx
    .selectFrom('activities')
    .select(['reference', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return activity === undefined ? null : `${activity.reference} ${activity.name}`;
}

/** The latest packs of a record, newest first. */
export async function getPacks(trx: Trx, scope: PackScope, scopeId: string): Promise<EvidencePackRecord[]> {
  const rows = await trx
    .selectFrom('compliance_exports as e')
    .innerJoin('members as m', 'm.id', 'e.requested_by')
    .selectAll('e')
    .select('m.name')
    .where('e.scope', '=', scope)
    .where('e.scope_id', '=', scopeId)
    .orderBy('e.id', 'desc')
    .limit(visiblePacks)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    scopeId: row.scope_id,
    purpose: row.purpose,
    withNotes: row.with_notes,
    withFiles: row.with_files,
    status: row.status,
    manifestSha256: row.manifest_sha256,
    files: row.file_count,
    bytes: row.byte_count,
    requestedBy: { id: row.requested_by, name: row.name },
    at: row.created_at,
    finishedAt: row.finished_at,
  }));
}

export async function insertPack(trx: Trx, pack: Insertable<ComplianceExportsTable>): Promise<void> {
  await trx.insertInto('compliance_exports').values(pack).execute();
}

/** Records the end of a download; no effect if it has already ended. */
export async function finishPack(
  trx: Trx,
  id: string,
  end: Pick<
    ComplianceExportsTable,
    'status' | 'manifest_sha256' | 'file_count' | 'byte_count' | 'finished_at'
  >,
): Promise<void> {
  await trx
    .updateTable('compliance_exports')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/**
 * Fails all companies' unfinished packs that were started before the given time. Runs as `assay_jobs`.
 * @returns the number failed.
 */
export async function failPacksBefore(
  trx: Trx,
  { before, at }: { before: string; at: string },
): Promise<number> {
  const failed = await trx
    .updateTable('compliance_exports')
    .set({ status: 'failed', finished_at: at })
    .where('status', '=', 'queued')
    .where('created_at', '<', before)
    .returning('id')
    .execute();
  return failed.length;
}
