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
} from '#contract/screening-lists.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

const here = '/settings?view=lists';

const figures = new Intl.NumberFormat('en-NZ');

const plural = (count: number, one: string, many: string) =>
  `${figures.format(count)} ${count === 1 ? one : many}`;

function changesText({ version, added, changed, reworded, removed }: ListVersion): string {
  if (version === 1 || (added > 0 && changed + reworded + removed === 0)) {
    return `${figures.format(added)} added`;
  }
  const said = [
    ...(added > 0 ? [`${figures.format(added)} added`] : []),
    ...(changed > 0 ? [`${figures.format(changed)} changed`] : []),
    ...(removed > 0 ? [`${figures.format(removed)} removed`] : []),
    ...(reworded > 0 ? [`${figures.format(reworded)} reworded`] : []),
  ];
  return said.length === 0 ? 'Nothing changed' : said.join(', ');
}

function shownVersion(listId: string, version: ListVersion, timeZone: string) {
  return {
    version: version.version,
    status: version.status,
    published: version.publishedOn === null ? null : formatDate(version.publishedOn),
    since: version.usedSince === null ? null : instantText(version.usedSince, timeZone),
    received: `${instantText(version.receivedAt, timeZone)}, ${version.receivedBy}`,
    entities: plural(version.entities, 'entry', 'entries'),
    changes: changesText(version),
    files: version.fileNames.join(', '),
    notes: version.notes,
    changesHref: `${here}&list=${listId}&version=${version.version}`,
  };
}
export type ShownVersion = ReturnType<typeof shownVersion>;

function shownList(list: ScreeningList, timeZone: string) {
  return {
    id: list.id,
    name: list.name,
    isOwn: list.isOwn,
    inUse: list.inUse === null ? null : shownVersion(list.id, list.inUse, timeZone),
    held: list.held === null ? null : shownVersion(list.id, list.held, timeZone),
    checked: list.checkedAt === null ? null : instantText(list.checkedAt, timeZone),
    failure:
      list.failure === null ? null : { at: instantText(list.failure.at, timeZone), text: list.failure.text },
    versionsHref: `${here}&list=${list.id}`,
  };
}
export type ShownList = ReturnType<typeof shownList>;

const changeWords: Record<ListChange['change'], string> = {
  added: 'Added',
  changed: 'Changed',
  reworded: 'Reworded',
  removed: 'Removed',
};

/** What one version of a list changed, page by page. */
async function shownChanges(api: MainApi, url: URL, id: string, version: number, timeZone: string) {
  const after = url.searchParams.get('after') ?? undefined;
  const found = await api.call(readListChanges, {
    params: { id, version },
    query: after === undefined ? {} : { after },
  });
  const firstHref = `${here}&list=${id}&version=${version}`;
  return {
    kind: 'changes' as const,
    listName: found.list.name,
    versionsHref: `${here}&list=${id}`,
    version: shownVersion(id, found.version, timeZone),
    changes: found.changes.map((change) => ({ ...change, word: changeWords[change.change] })),
    firstHref: after === undefined ? null : firstHref,
    nextHref: found.nextAfter === null ? null : `${firstHref}&after=${encodeURIComponent(found.nextAfter)}`,
  };
}

/** Every version of a list, newest first. */
async function shownVersions(api: MainApi, url: URL, id: string, timeZone: string) {
  const before = Number(url.searchParams.get('before') ?? '') || undefined;
  const [{ lists }, found] = await Promise.all([
    api.call(readScreeningLists, {}),
    api.call(readListVersions, { params: { id }, query: before ? { before } : {} }),
  ]);
  return {
    kind: 'versions' as const,
    name: lists.find((list) => list.id === id)?.name ?? '',
    versions: found.versions.map((version) => shownVersion(id, version, timeZone)),
    newestHref: before === undefined ? null : `${here}&list=${id}`,
    earlierHref: found.nextBefore === null ? null : `${here}&list=${id}&before=${found.nextBefore}`,
  };
}

/** What stands in the view of screening lists: the lists, the versions of one, or what one version changed. */
export async function loadLists({ api, me, url }: MemberArgs) {
  const { company } = await me();
  const id = url.searchParams.get('list');
  const version = Number(url.searchParams.get('version') ?? '');
  if (id !== null && Number.isInteger(version) && version > 0) {
    return shownChanges(api, url, id, version, company.timeZone);
  }
  if (id !== null) return shownVersions(api, url, id, company.timeZone);
  const found = await api.call(readScreeningLists, {});
  const lists = found.lists.map((list) => shownList(list, company.timeZone));
  return {
    kind: 'lists' as const,
    service: found.service,
    operators: lists.filter(({ isOwn }) => !isOwn),
    own: lists.find(({ isOwn }) => isOwn) ?? null,
    mayChange: found.mayChange,
    requestKey: newRequestKey(),
  };
}

const outcomeTexts = {
  inUse: 'The list is in use.',
  identical: 'This is the list that is in use already, so nothing changed.',
  held: 'The list was read, and is held back until you say that it is right.',
} as const;

/** Takes an uploaded list, whose body goes to the API unread. */
async function upload({ api, request }: MemberArgs) {
  const sent = await api.pass(uploadOwnList, {}, request);
  if (!sent.ok) {
    const sentences = Object.values(sent.problem.fields ?? {}).flat();
    const error = sentences.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
    return data({ error, answered: newRequestKey() }, { status: sent.problem.status });
  }
  const { outcome } = sent.value;
  return redirectWithFlash(here, {
    kind: outcome === 'held' ? 'warning' : 'success',
    text: outcomeTexts[outcome],
  });
}

/** Answers the view's forms: an upload, or the decision on a version that is held back. */
export async function answerLists(args: MemberArgs) {
  if (args.request.headers.get('Content-Type')?.startsWith('multipart/')) return upload(args);
  const form = await readForm(args.request);
  const decision = form.get('decision') === 'use' ? 'use' : 'discard';
  const sent = await args.api.submit(decideHeldList, {
    body: { version: Number(form.get('version')), decision },
    requestKey: requestKeyOf(form),
  });
  if (!sent.ok) {
    const error = sent.problem.detail ?? `${sent.problem.title}.`;
    return data({ error, answered: newRequestKey() }, { status: sent.problem.status });
  }
  const text = decision === 'use' ? 'The list is in use.' : 'The version was thrown away.';
  return redirectWithFlash(here, { kind: 'success', text });
}

/** GET /settings/list-template.csv. */
export function streamListTemplate({ api }: { api: MainApi }): Promise<Response> {
  return api.stream(readListTemplate, {});
}
