import type { Kysely } from 'kysely';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { quarantine } from './quarantine.ts';
import { listNotScanned, noteScanTried, saveScan } from './quarantine-store.ts';
import type { DocumentFiles } from './receive-file.ts';
import { readDocumentRow } from './store.ts';

export const scanDocumentsJob = 'scan-documents';

/** Documents scanned in one run. */
const maxPerRun = 500;
const perBatch = 50;
/** A file that the scanner cannot scan, such as one above its limit, is tried again after this time. */
const retryAfterMs = 60 * 60 * 1000;

interface Deps {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}

type Outcome = 'scanned' | 'notScanned' | 'unreachable';

async function scanDocument(
  deps: Deps & { scanner: NonNullable<DocumentFiles['scanner']> },
  { companyId, id }: { companyId: string; id: string },
): Promise<Outcome> {
  const { db, files, now, scanner } = deps;
  const row = await asTenant(db, companyId, (trx) => readDocumentRow(trx, id));
  if (row === null || row.purged_at !== null) return 'notScanned';
  const at = now().toISOString();
  const scan = await files.storage
    .read(row.storage_key)
    .then((content) => scanner.scan(content))
    .catch(() => ({ status: 'notScanned', threat: null, isReachable: true }) as const);
  if (scan.status === 'notScanned') {
    if (!scan.isReachable) return 'unreachable';
    await asTenant(db, companyId, (trx) => noteScanTried(trx, id, at));
    return 'notScanned';
  }
  const { status, threat } = scan;
  await inWork(deps, jobActor(companyId, scanDocumentsJob), async (work) => {
    if (!(await saveScan(work.trx, id, { status, threat, at }))) return;
    const owner = { ownerType: row.owner_type, ownerId: row.owner_id };
    await quarantine(work, owner, [{ ...row, scan_status: status, scan_threat: threat }]);
  });
  return 'scanned';
}

/**
 * Scans documents that were uploaded while the scanner could not be reached, or before there was one; those found infected are quarantined.
 * Stops when the scanner cannot be reached; the next run continues. Without a scanner it does nothing.
 */
export async function scanDocuments(deps: Deps): Promise<{ scanned: number; notScanned: number }> {
  const { db, now } = deps;
  const { scanner } = deps.files;
  const counts = { scanned: 0, notScanned: 0 };
  if (scanner === undefined) return counts;
  const triedBefore = new Date(now().getTime() - retryAfterMs).toISOString();
  while (counts.scanned + counts.notScanned < maxPerRun) {
    const found = await listNotScanned(db, { triedBefore, limit: perBatch });
    for (const { company_id: companyId, id } of found) {
      const outcome = await scanDocument({ ...deps, scanner }, { companyId, id });
      if (outcome === 'unreachable') return counts;
      counts[outcome] += 1;
    }
    if (found.length < perBatch) return counts;
  }
  return counts;
}
