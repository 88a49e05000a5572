import { data } from '@remix-run/node';
import {
  decideHeldList,
  type ListChange,
  type ListVersion,
  readListChanges,
  readListTemplate,
  readListVersions,
  readScreeningLists,
  type ScreeningList,
  uploadOwnList,
} from '#contract/monitoring/screening-lists.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

const here = settingsUrl('lists');

const plural = (count: number, item: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? item : many}`;

function formatChanges({ version, added, changed, reworded, removed }: ListVersion): string {
  if (version === 1 || (added > 0 && changed + reworded + removed === 0)) {
    return `${formatNumber(added)} added`;
  }
  const messages = [
    ...(added > 0 ? [`${formatNumber(added)} added`] : []),
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
    ...(reworded > 0 ? [`${formatNumber(reworded)} minor edits`] : []),
  ];
  return messages.length === 0 ? 'Nothing changed' : messages.join(', ');
}

function visibleVersion(listId: string, version: ListVersion, timeZone: string) {
  return {
    version: version.version,
    status: version.status,
    published: version.publishedOn === null ? null : formatDate(version.publishedOn),
    since: version.usedSince === null ? null : formatInstant(version.usedSince, timeZone),
    received: `${formatInstant(version.receivedAt, timeZone)}, ${version.receivedBy}`,
    entities: plural(version.entities, 'entry', 'entries'),
    changes: formatChanges(version),
    files: version.fileNames.join(', '),
    unreadRows: version.unreadRows === 0 ? null : plural(version.unreadRows, 'row', 'rows'),
    notes: version.notes,
    changesHref: settingsUrl('lists', { list: listId, version: version.version }),
  };
}
export type ListVersionView = ReturnType<typeof visibleVersion>;

function visibleList(list: ScreeningList, timeZone: string) {
  return {
    id: list.id,
    name: list.name,
    isOwn: list.isOwn,
    inUse: list.inUse === null ? null : visibleVersion(list.id, list.inUse, timeZone),
    held: list.held === null ? null : visibleVersion(list.id, list.held, timeZone),
    checked: list.checkedAt === null ? null : formatInstant(list.checkedAt, timeZone),
    current: list.currentAt === null ? null : formatInstant(list.currentAt, timeZone),
    isStale: list.isStale,
    isOlderReading: list.isOlderReading,
    notFetched:
      list.notFetched === null
        ? null
        : { since: formatInstant(list.notFetched.since, timeZone), reason: list.notFetched.reason },
    isReaderTried: list.isReaderTried,
    failure:
      list.failure === null
        ? null
        : { at: formatInstant(list.failure.at, timeZone), text: list.failure.text },
    versionsHref: settingsUrl('lists', { list: list.id }),
  };
}
export type ListView = ReturnType<typeof visibleList>;

const memberEventLabels: Record<ListChange['change'], string> = {
  added: 'Added',
  changed: 'Changed',
  reworded: 'Reworded',
  removed: 'Removed',
};

/** Changes of one version, paged. */
async function visibleChanges(api: MainApi, url: URL, id: string, version: number, timeZone: string) {
  const after = url.searchParams.get('after') ?? undefined;
  const found = await api.call(readListChanges, {
    params: { id, version },
    query: after === undefined ? {} : { after },
  });
  const firstHref = settingsUrl('lists', { list: id, version });
  return {
    kind: 'changes' as const,
    listName: found.list.name,
    versionsHref: settingsUrl('lists', { list: id }),
    version: visibleVersion(id, found.version, timeZone),
    changes: found.changes.map((change) => ({ ...change, word: memberEventLabels[change.change] })),
    firstHref: after === undefined ? null : firstHref,
    nextHref:
      found.nextAfter === null ? null : settingsUrl('lists', { list: id, version, after: found.nextAfter }),
  };
}

/** Every version of a list, newest first. */
async function visibleVersions(api: MainApi, url: URL, id: string, timeZone: string) {
  const before = Number(url.searchParams.get('before') ?? '') || undefined;
  const [{ lists }, found] = await Promise.all([
    api.call(readScreeningLists, {}),
    api.call(readListVersions, { params: { id }, query: before ? { before } : {} }),
  ]);
  return {
    kind: 'versions' as const,
    name: lists.find((list) => list.id === id)?.name ?? '',
    versions: found.versions.map((version) => visibleVersion(id, version, timeZone)),
    newestHref: before === undefined ? null : settingsUrl('lists', { list: id }),
    earlierHref:
      found.nextBefore === null ? null : settingsUrl('lists', { list: id, before: found.nextBefore }),
  };
}

/** Data of the screening lists view: the lists, the versions of one, or the changes of one version. */
export async function loadLists({ api, me, url }: MemberArgs) {
  const { company } = await me();
  const id = url.searchParams.get('list');
  const version = Number(url.searchParams.get('version') ?? '');
  if (id !== null && Number.isInteger(version) && version > 0) {
    return visibleChanges(api, url, id, version, company.timeZone);
  }
  if (id !== null) return visibleVersions(api, url, id, company.timeZone);
  const found = await api.call(readScreeningLists, {});
  const lists = found.lists.map((list) => visibleList(list, company.timeZone));
  return {
    kind: 'lists' as const,
    service: found.service,
    operators: lists.filter(({ isOwn }) => !isOwn),
    own: lists.find(({ isOwn }) => isOwn) ?? null,
    required: found.required.map((required) => ({
      ...required,
      since: required.since === null ? null : formatInstant(required.since, company.timeZone),
      checked: required.checkedAt === null ? null : formatInstant(required.checkedAt, company.timeZone),
    })),
    mayChange: found.mayChange,
    requestKey: newRequestKey(),
  };
}

const outcomeLabels = {
  inUse: 'List activated.',
  identical: 'This version is already active. Nothing changed.',
  held: 'List imported. Confirm it before it becomes active.',
} as const;

/** Uploads a list, streaming the body to the API. */
async function upload({ api, request }: MemberArgs) {
  const sent = await api.pass(uploadOwnList, {}, request);
  if (!sent.ok) {
    const messages = Object.values(sent.problem.fields ?? {}).flat();
    const error = messages.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
    return data({ error, answered: newRequestKey() }, { status: sent.problem.status });
  }
  const { outcome } = sent.value;
  return redirectWithFlash(here, {
    kind: outcome === 'held' ? 'warning' : 'success',
    text: outcomeLabels[outcome],
  });
}

const submits = screenForms<MemberArgs>()({
  page: () => here,
  rejected: ({ problem, status }) => {
    const error = problem?.detail ?? `${problem?.title}.`;
    return data({ error, answered: newRequestKey() }, { status });
  },
});

/** Activates or discards a version that is pending confirmation. */
const decides = (text: string) =>
  submits({ endpoint: decideHeldList, body: ['version', 'decision'], accepted: text });

const decide = onSubmit(
  formActions(
    { use: decides('List activated.'), discard: decides('Version discarded.') },
    { field: 'decision' },
  ),
);

/** Handles the view's forms: an upload, or the decision on a version that is pending confirmation. */
export function handleListsAction(args: MemberArgs) {
  const isUpload = args.request.headers.get('Content-Type')?.startsWith('multipart/');
  return isUpload ? upload(args) : decide(args);
}

/** GET /settings/list-template.csv. */
export function streamListTemplate({ api }: { api: MainApi }): Promise<Response> {
  return api.stream(readListTemplate, {});
}
