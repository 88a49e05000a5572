import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { importList } from './import.ts';
import { withKeptFiles } from './kept-files.ts';
import { asListOperator, type ImportDeps } from './list-operator.ts';
import { readerVersions } from './parsing/list-format.ts';
import { isOlderReading } from './required.ts';
import { operatorListLimits, ownListLimits } from './sources.ts';
import { changeList, type ListWithVersions, ownersOfMisreadLists, readLists } from './store.ts';

/** Outcome of reading a list's kept files again, which is stored with the job. */
export interface RereadList {
  listId: string;
  outcome: string;
  reason?: string;
}

/** Whether a list can be read again: its files were kept, and the result of a former attempt is not pending confirmation. */
export function isRereadable(one: ListWithVersions): boolean {
  const { inUse, held } = one;
  const isPending =
    held !== undefined &&
    held.sha256 === inUse?.sha256 &&
    held.reader_version === readerVersions[held.format];
  return isOlderReading(one) && (inUse?.files.length ?? 0) > 0 && !isPending;
}

/** Stores with a list that its files are lost or out of reach. A failed import is stored by the import. */
async function saveLoss(
  { db, now }: ImportDeps,
  { id, company_id }: ListWithVersions['list'],
): Promise<void> {
  const at = now().toISOString();
  const failure = 'The stored files of the active version could not be read.';
  await asListOperator(db, { companyId: company_id })((trx) =>
    changeList(trx, id, { checked_at: at, failed_at: at, failure }),
  );
}

/**
 * Reads the files of a list's active version again. Whatever fails is reported with the list, which stays as it is: neither a lost file
 * nor a storage that is down may hold up other lists.
 */
async function rereadOne(deps: ImportDeps, { list, inUse }: ListWithVersions): Promise<RereadList> {
  const { storage } = deps;
  if (storage === undefined || inUse === undefined) return { listId: list.id, outcome: 'skipped' };
  let isOpened = false;
  try {
    const { outcome } = await withKeptFiles(storage, inUse.files, (files) => {
      isOpened = true;
      return importList(deps, {
        owner: { companyId: list.company_id, source: list.source, name: list.name },
        files,
        format: inUse.format,
        limits: list.company_id === null ? operatorListLimits : ownListLimits,
        receivedBy: 'reader',
        onImported: async ({ record }, { outcome, listId, version, counts }) =>
          record({
            action: outcome === 'held' ? 'screeningList.held' : 'screeningList.used',
            resourceType: 'screeningList',
            resourceId: listId,
            detail: { version, ...counts, files: files.map(({ name }) => name) },
          }),
      });
    });
    return { listId: list.id, outcome };
  } catch (error) {
    if (!isOpened) await saveLoss(deps, list);
    return {
      listId: list.id,
      outcome: 'failed',
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Reads the kept files of lists again that an older reader read, the operator's and companies' own. Idempotent. */
export async function rereadLists(deps: ImportDeps): Promise<RereadList[]> {
  const found = (await asJobs(deps.db, readLists)).filter(({ list }) => list.company_id === null);
  for (const companyId of await asJobs(deps.db, ownersOfMisreadLists)) {
    if (companyId === null) continue;
    const lists = await asTenant(deps.db, companyId, readLists);
    found.push(...lists.filter(({ list }) => list.company_id === companyId));
  }
  const reread: RereadList[] = [];
  for (const list of found.filter(isRereadable)) reread.push(await rereadOne(deps, list));
  return reread;
}
