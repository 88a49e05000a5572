import { rm } from 'node:fs/promises';
import { type DownloadDeps, downloadList } from './download.ts';
import { asListOperator, type ImportDeps, isListBusy } from './list-operator.ts';
import { importOperatorList, operatorList } from './operator-import.ts';
import { isListError } from './parsing/list-error.ts';
import type { ListFile } from './parsing/list-format.ts';
import { type OperatorSourceKey, operatorListLimits, operatorSourceKeys } from './sources.ts';
import { changeList, readListFor } from './store.ts';

/** Addresses by list; a list of several files has several. */
export type ListAddresses = Partial<Record<OperatorSourceKey, readonly string[]>>;

export interface FetchDeps extends ImportDeps, DownloadDeps {
  addresses: ListAddresses;
}

const downloadTimeMs = 10 * 60_000;

/** Stores a download failure with the list, if it exists; the active version stays active. */
async function saveFailure(deps: FetchDeps, source: OperatorSourceKey, text: string): Promise<void> {
  const owner = operatorList(source);
  const at = deps.now().toISOString();
  await asListOperator(
    deps.db,
    owner,
  )(async (trx) => {
    const list = await readListFor(trx, owner);
    if (list !== undefined) await changeList(trx, list.id, { checked_at: at, failed_at: at, failure: text });
  });
}

/**
 * Downloads the files of a list, as the daily job does. The caller removes them.
 *
 * @param files filled as they arrive, for a caller that removes those of a download that broke off.
 * @throws ListError.
 */
export async function downloadFiles(
  deps: DownloadDeps,
  addresses: readonly string[],
  files: ListFile[] = [],
): Promise<ListFile[]> {
  for (const address of addresses) {
    const limits = { bytes: operatorListLimits.bytes, timeMs: downloadTimeMs };
    files.push(await downloadList(deps, address, limits));
  }
  return files;
}

async function fetchOne(
  deps: FetchDeps,
  source: OperatorSourceKey,
  addresses: readonly string[],
): Promise<{ outcome: string; version?: number; reason?: string }> {
  const files: ListFile[] = [];
  try {
    await downloadFiles(deps, addresses, files);
    const { outcome, version } = await importOperatorList(deps, { source, files, receivedBy: 'schedule' });
    return { outcome, version };
  } catch (error) {
    if (!isListError(error) && !isListBusy(error)) throw error;
    // The import stores its own failures; download failures are stored here.
    if (isListError(error) && files.length < addresses.length) await saveFailure(deps, source, error.message);
    return { outcome: 'failed', reason: error.message };
  } finally {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  }
}

/**
 * Downloads every list with an address and imports changes. A list that fails retains its active version and does not
 * block the others.
 * @returns the outcome of each, which is stored with the job.
 */
export async function fetchLists(
  deps: FetchDeps,
): Promise<{ lists: { source: OperatorSourceKey; outcome: string; version?: number; reason?: string }[] }> {
  const lists: { source: OperatorSourceKey; outcome: string; version?: number; reason?: string }[] = [];
  for (const source of operatorSourceKeys) {
    const addresses = deps.addresses[source] ?? [];
    if (addresses.length > 0) lists.push({ source, ...(await fetchOne(deps, source, addresses)) });
  }
  return { lists };
}
