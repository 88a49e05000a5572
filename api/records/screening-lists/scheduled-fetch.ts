import { rm } from 'node:fs/promises';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { type DownloadDeps, downloadList } from './download.ts';
import { asListOperator, type ImportDeps } from './list-operator.ts';
import { importOperatorList, operatorList } from './operator-import.ts';
import { isListError } from './parsing/files/list-error.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import { isOlderReading } from './required.ts';
import {
  isOperatorSource,
  type OperatorSourceKey,
  operatorListLimits,
  operatorSourceKeys,
} from './sources.ts';
import { changeList, type ListRow, type ListWithVersions, readListFor, readLists } from './store.ts';

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
    const list = await readListFor(trx, owner, { lock: true });
    if (list === undefined) return;
    await changeList(trx, list.id, {
      checked_at: at,
      failed_at: at,
      failure: text,
      // The first failure since the last success.
      not_fetched_since: list.not_fetched_since ?? at,
    });
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
    // The import stores its own failures; download failures are stored here.
    if (isListError(error) && files.length < addresses.length) await saveFailure(deps, source, error.message);
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  }
}

/** Outcome of each fetched list, which is stored with the job. */
export interface FetchedLists {
  lists: { source: OperatorSourceKey; outcome: string; version?: number; reason?: string }[];
}

/**
 * Downloads lists with an address and imports changes. A list that fails retains its active version and does not
 * block the others.
 * @param sources lists to fetch; default all.
 */
export async function fetchLists(
  deps: FetchDeps,
  sources: readonly OperatorSourceKey[] = operatorSourceKeys,
): Promise<FetchedLists> {
  const lists: FetchedLists['lists'] = [];
  for (const source of sources) {
    const addresses = deps.addresses[source] ?? [];
    if (addresses.length > 0) lists.push({ source, ...(await fetchOne(deps, source, addresses)) });
  }
  return { lists };
}

/** Whether a list is fetched from addresses. */
export const hasAddress = (
  { company_id, source }: Pick<ListRow, 'company_id' | 'source'>,
  addresses: ListAddresses,
): boolean => company_id === null && isOperatorSource(source) && (addresses[source] ?? []).length > 0;

/**
 * Whether a list is worth another attempt before the next day: the last one failed, or an older reader read the active version. One
 * that only awaits confirmation is not: its publisher's files were fetched, and newer ones would replace the pending version.
 */
function isToBeRetried(one: ListWithVersions): boolean {
  const { list, held } = one;
  const isPending = held !== undefined && list.failed_at === null;
  return !isPending && (list.failed_at !== null || list.not_fetched_since !== null || isOlderReading(one));
}

/**
 * Fetches the operator's lists again whose last attempt failed, or which an older reader read, as the hourly job does: the daily fetch
 * would leave screenings incomplete for another day.
 */
export async function retryLists(deps: FetchDeps): Promise<FetchedLists> {
  const due = (await asJobs(deps.db, readLists)).filter(isToBeRetried);
  return fetchLists(
    deps,
    operatorSourceKeys.filter((key) => due.some(({ list }) => list.source === key)),
  );
}
