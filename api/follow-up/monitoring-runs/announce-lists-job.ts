import { describeGap, isMisread, readingProblem, type ScreeningGap } from '#rules/required-lists.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { openKeys } from '../../records/alerts/change-store.ts';
import { closeAlerts, type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { toCovering } from '../../records/screening-lists/required.ts';
import { isRereadable } from '../../records/screening-lists/reread.ts';
import { hasAddress, type ListAddresses } from '../../records/screening-lists/scheduled-fetch.ts';
import {
  type ListWithVersions,
  ownersOfMisreadLists,
  readLists,
} from '../../records/screening-lists/store.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';

/** The job that alerts compliance officers, as queue and audit log name it. */
export const listAlertsJob = 'announce-screening-lists';

export interface ListAlertDeps extends MonitoringDeps {
  /** Addresses from which lists are fetched. */
  addresses: ListAddresses;
}

/**
 * Whether an older reading is replaced without a person: from kept files, or from the list's addresses unless what they have is
 * pending confirmation. After a failed attempt it is not certain to be.
 */
const isReadAgain = (one: ListWithVersions, addresses: ListAddresses): boolean =>
  one.list.failed_at === null &&
  (isRereadable(one) || (one.held === undefined && hasAddress(one.list, addresses)));

/** What ends the problem, as a sentence. */
function formatNextStep({ problem, isOwn }: ScreeningGap): string {
  if (isOwn)
    return 'Screenings are incomplete until you upload your list again under Settings, Screening lists.';
  if (problem === 'notFetched') {
    return 'Screenings against it are incomplete until it is up to date. Assay tries again every hour; ask your Assay operator if this continues.';
  }
  return 'Screenings against it are incomplete until it is imported again. Ask your Assay operator to import it.';
}

/** Identifies a problem: of the source from a time on, of a reading by the version. */
const keyOf = (
  { list, inUse }: ListWithVersions,
  { problem, since }: Pick<ScreeningGap, 'problem' | 'since'>,
) =>
  isMisread({ problem })
    ? `list${problem === 'olderReader' ? 'OlderReader' : 'UnreadRows'}:${list.id}:${inUse?.version}`
    : `listNotFetched:${list.id}:${since}`;

/** The alert about a list, if it is not current. */
function listAlerts(
  one: ListWithVersions,
  { addresses, timeZone, at }: { addresses: ListAddresses; timeZone: string; at: Date },
): NewAlert[] {
  return toCovering(one).flatMap((list): NewAlert[] => {
    const isOlderReading = list.isOlderReading === true && !isReadAgain(one, addresses);
    const problem = readingProblem({ ...list, isOlderReading }, at);
    if (problem === null) return [];
    const gap = { ...problem, list: one.list.name };
    return [
      {
        type: 'listNotCurrent',
        resourceType: 'screeningLists',
        resourceId: one.list.id,
        severity: 'high',
        summary: `${describeGap(gap, timeZone)}. ${formatNextStep(gap)}`,
        dedupeKey: keyOf(one, problem),
      },
    ];
  });
}

/** @param used ids of the lists in use, if any of the company's lists may have a problem */
async function announce(
  work: Work,
  { used, addresses, timeZone }: { used: ReadonlySet<string>; addresses: ListAddresses; timeZone: string },
): Promise<{ opened: number; closed: number }> {
  const lists = used.size === 0 ? [] : (await readLists(work.trx)).filter(({ list }) => used.has(list.id));
  const alerts = lists.flatMap((list) => listAlerts(list, { addresses, timeZone, at: work.time() }));
  const opened = await openAlerts(work, alerts);
  const current = new Set(alerts.map(({ dedupeKey }) => dedupeKey));
  const gone = (await openKeys(work.trx, 'listNotCurrent')).filter((key) => !current.has(key));
  const reason = 'The list is current again, or a newer alert replaces this one.';
  return { opened: opened.size, closed: await closeAlerts(work, { dedupeKeys: gone, reason }) };
}

/**
 * For every company: alerts its compliance officer about lists in use that could not be brought up to date for 24 hours, were not read
 * whole, or were read by an older reader and are not read again automatically; closes alerts about lists that are current again. The lists
 * of a company are read only if the operator's or its own have such a problem. Idempotent.
 */
export async function announceListProblems(deps: ListAlertDeps): Promise<{ opened: number; closed: number }> {
  const sum = { opened: 0, closed: 0 };
  const { addresses } = deps;
  const shared = await asJobs(deps.db, readLists);
  const isShared = shared.some(
    (one) => listAlerts(one, { addresses, timeZone: 'UTC', at: deps.now() }).length > 0,
  );
  const owners = new Set(await asJobs(deps.db, ownersOfMisreadLists));
  for (const { id, timeZone } of await listCompanies(deps.db)) {
    const lists = isShared || owners.has(id) ? await deps.screening.listsInUse(id) : [];
    const used = new Set(lists.map((list) => list.id));
    const { opened, closed } = await inWork(deps, byJob(id, listAlertsJob), (work) =>
      announce(work, { used, addresses, timeZone }),
    );
    sum.opened += opened;
    sum.closed += closed;
  }
  return sum;
}
