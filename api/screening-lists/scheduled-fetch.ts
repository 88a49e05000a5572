import { rm } from 'node:fs/promises';
import { type DownloadDeps, downloadList } from './download.ts';
import { asKeeper, type ImportDeps, isListBusy } from './import.ts';
import { importOperatorList, operatorList } from './operator-import.ts';
import { isListFault } from './reading/list-fault.ts';
import type { ListFile } from './reading/reading.ts';
import { type OperatorSourceKey, operatorListLimits, operatorSourceKeys } from './sources.ts';
import { changeList, readListOf } from './store.ts';

/** Addresses by list: a list of several files has several. */
export type ListAddresses = Partial<Record<OperatorSourceKey, readonly string[]>>;

export interface FetchDeps extends ImportDeps, DownloadDeps {
  addresses: ListAddresses;
}

const downloadTimeMs = 10 * 60_000;

/** Makes a failure to fetch visible beside the list, if there is one already; the version in use stays. */
async function tellFailure(deps: FetchDeps, source: OperatorSourceKey, text: string): Promise<void> {
  const owner = operatorList(source);
  const at = deps.now().toISOString();
  await asKeeper(
    deps.db,
    owner,
  )(async (trx) => {
    const list = await readListOf(trx, owner);
    if (list !== undefined) await changeList(trx, list.id, { checked_at: at, failed_at: at, failure: text });
  });
}

async function fetchOne(
  deps: FetchDeps,
  source: OperatorSourceKey,
  addresses: readonly string[],
): Promise<{ outcome: string; version?: number; reason?: string }> {
  const files: ListFile[] = [];
  try {
    for (const address of addresses) {
      const limits = { bytes: operatorListLimits.bytes, timeMs: downloadTimeMs };
      files.push(await downloadList(deps, address, limits));
    }
    const { outcome, version } = await importOperatorList(deps, { source, files, receivedBy: 'schedule' });
    return { outcome, version };
  } catch (error) {
    if (!isListFault(error) && !isListBusy(error)) throw error;
    // The import has told its own failures; those of the download it has not seen.
    if (isListFault(error) && files.length < addresses.length) await tellFailure(deps, source, error.message);
    return { outcome: 'failed', reason: error.message };
  } finally {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  }
}

/**
 * Fetches every list that has an address and takes in what is new. A list that cannot be fetched or read keeps its version in use; the
 * others are fetched all the same.
 *
 * @returns what became of each, which is kept with the job.
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
