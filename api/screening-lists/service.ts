import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer, UploadedBody } from '#contract/endpoint.ts';
import type {
  decideHeldList,
  ListChange,
  ListVersion,
  readListChanges,
  readListVersions,
  readScreeningLists,
  ScreeningList,
  uploadOwnList,
} from '#contract/screening-lists.ts';
import { mayAct } from '#rules/access.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { DocumentFiles } from '../documents/intake.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { describeChange, describeEntity } from './describe-change.ts';
import { discardHeld, importList, isListBusy, putIntoUse } from './import.ts';
import { isListFault } from './reading/list-fault.ts';
import { templateCsv } from './reading/plain-csv.ts';
import { receiveListFiles } from './receive-files.ts';
import { type ListOwner, ownListLimits } from './sources.ts';
import {
  type ChangeRow,
  type ListWithVersions,
  pageOfChanges,
  pageOfVersions,
  readListById,
  readListOf,
  readLists,
  readVersion,
  type VersionRow,
} from './store.ts';

export interface ScreeningListsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
  /** The outside service that screens in place of the lists kept here, if there is one. */
  screeningService?: { name: string; address: string } | undefined;
}

type Trx = Transaction<Schema>;

const versionsPerPage = 20;
const changesPerPage = 50;

export const ownList = (companyId: string): ListOwner => ({ companyId, source: 'own', name: 'Our own list' });

/** Who a version came from, in words; `people` the names of the company's members. */
function senderOf(row: VersionRow, people: ReadonlyMap<string, string>): string {
  if (row.company_id !== null) return people.get(row.received_by) ?? 'A former member';
  const words: Record<string, string> = { schedule: 'Fetched from its source', demo: 'Part of the demo' };
  return words[row.received_by] ?? 'Imported by the operator';
}

function versionOf(row: VersionRow, people: ReadonlyMap<string, string>): ListVersion {
  return {
    version: row.version,
    status: row.status === 'importing' ? 'held' : row.status,
    format: row.format,
    fileNames: row.file_names,
    sha256: row.sha256,
    publishedOn: row.published_on,
    entities: row.entities,
    added: row.added,
    changed: row.changed,
    reworded: row.reworded,
    removed: row.removed,
    notes: row.notes,
    receivedAt: row.received_at,
    receivedBy: senderOf(row, people),
    usedSince: row.used_since,
    usedUntil: row.used_until,
  };
}

async function namesOf(trx: Trx, rows: readonly (VersionRow | undefined)[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => (row?.company_id ? [row.received_by] : [])))];
  if (ids.length === 0) return new Map();
  const people = await trx.selectFrom('members').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

function listOf({ list, inUse, held }: ListWithVersions, people: ReadonlyMap<string, string>): ScreeningList {
  return {
    id: list.id,
    source: list.source,
    name: list.name,
    isOwn: list.company_id !== null,
    inUse: inUse === undefined ? null : versionOf(inUse, people),
    held: held === undefined ? null : versionOf(held, people),
    checkedAt: list.checked_at,
    failure: list.failed_at === null ? null : { at: list.failed_at, text: list.failure ?? '' },
  };
}

function mayChange(caller: MemberCaller, now: Date): boolean {
  const { member, company } = caller;
  return mayAct({ kind: 'member', ...member }, 'worklists.manage', company, now.toISOString()).allowed;
}

/** GET /screening-lists. Lists on which nothing was ever put are left out, but for the company's own. */
export function showScreeningLists(
  deps: ScreeningListsDeps,
  caller: MemberCaller,
): Promise<EndpointAnswer<typeof readScreeningLists>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const lists = await readLists(trx);
    const people = await namesOf(
      trx,
      lists.flatMap(({ inUse, held }) => [inUse, held]),
    );
    return {
      service: deps.screeningService ?? null,
      lists: lists.map((one) => listOf(one, people)),
      mayChange: mayChange(caller, deps.now()),
    };
  });
}

/** GET /screening-lists/:id/versions. */
export function showListVersions(
  deps: ScreeningListsDeps,
  { company }: MemberCaller,
  listId: string,
  before: number | undefined,
): Promise<EndpointAnswer<typeof readListVersions>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readListById(trx, listId)) === undefined) throw refuse('record.notFound');
    const rows = await pageOfVersions(trx, { listId, before, limit: versionsPerPage + 1 });
    const page = rows.slice(0, versionsPerPage);
    const people = await namesOf(trx, page);
    return {
      versions: page.map((row) => versionOf(row, people)),
      nextBefore: rows.length > versionsPerPage ? (page.at(-1)?.version ?? null) : null,
    };
  });
}

function changeOf({ entityId, entity, revision, formerEntity, formerRevision }: ChangeRow): ListChange {
  const shown = entity ?? formerEntity;
  const about = {
    entityId,
    name: shown?.names[0]?.text ?? entityId,
    schema: shown?.schema ?? ('LegalEntity' as const),
  };
  if (entity === null) {
    return {
      ...about,
      change: 'removed',
      details: formerEntity === null ? [] : describeEntity(formerEntity),
    };
  }
  if (formerEntity === null) return { ...about, change: 'added', details: describeEntity(entity) };
  const change = revision === formerRevision ? 'reworded' : 'changed';
  return { ...about, change, details: describeChange(formerEntity, entity) };
}

/** GET /screening-lists/:id/versions/:version/changes. */
export function showListChanges(
  deps: ScreeningListsDeps,
  { company }: MemberCaller,
  { id, version }: { id: string; version: number },
  after: string | undefined,
): Promise<EndpointAnswer<typeof readListChanges>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const list = await readListById(trx, id);
    const row = list === undefined ? undefined : await readVersion(trx, id, version);
    if (list === undefined || row === undefined || row.status === 'importing')
      throw refuse('record.notFound');
    const asked = { listId: id, version, after: after ?? '', limit: changesPerPage + 1 };
    const rows = await pageOfChanges(trx, asked);
    const page = rows.slice(0, changesPerPage);
    return {
      list: { id: list.id, name: list.name },
      version: versionOf(row, await namesOf(trx, [row])),
      changes: page.map(changeOf),
      nextAfter: rows.length > changesPerPage ? (page.at(-1)?.entityId ?? null) : null,
    };
  });
}

async function ownListNow(trx: Trx, companyId: string): Promise<ScreeningList> {
  const own = (await readLists(trx)).find(({ list }) => list.company_id === companyId);
  if (own === undefined) throw refuse('record.notFound');
  return listOf(own, await namesOf(trx, [own.inUse, own.held]));
}

/** What the audit trail keeps of a version. */
const toldOf = (
  row: Pick<VersionRow, 'version' | 'sha256' | 'entities' | 'added' | 'changed' | 'removed'>,
) => ({
  version: row.version,
  sha256: row.sha256,
  entities: row.entities,
  added: row.added,
  changed: row.changed,
  removed: row.removed,
});

/** POST /screening-lists/own: takes an uploaded list in. Refuses with 422, line and reason, what cannot be taken. */
export async function uploadOwn(
  deps: ScreeningListsDeps,
  caller: MemberCaller,
  upload: UploadedBody,
): Promise<EndpointAnswer<typeof uploadOwnList>> {
  const companyId = caller.company.id;
  return receiveListFiles(deps, caller, upload, async (files) => {
    try {
      const { outcome } = await importList(deps, {
        owner: ownList(companyId),
        files,
        limits: ownListLimits,
        receivedBy: caller.member.id,
        onTaken: async (trx, taken) => {
          const row = await readVersion(trx, taken.listId, taken.version);
          await recordMemberEvent(trx, deps, caller, {
            action: taken.outcome === 'held' ? 'screeningList.held' : 'screeningList.used',
            resourceType: 'screeningList',
            resourceId: taken.listId,
            detail: row === undefined ? {} : { ...toldOf(row), files: row.file_names },
          });
        },
      });
      return { outcome, list: await asTenant(deps.db, companyId, (trx) => ownListNow(trx, companyId)) };
    } catch (error) {
      if (isListFault(error)) {
        const sentence = `${error.message} Nothing of the file was used; the version in use stays.`;
        throw refuse('request.invalid', { detail: sentence, fields: { file: [sentence] } });
      }
      if (isListBusy(error)) throw refuse('record.stale', { detail: error.message });
      throw error;
    }
  });
}

/** POST /screening-lists/own/held. Refuses with `record.stale` a version that no longer waits. */
export async function decideHeld(
  deps: ScreeningListsDeps,
  caller: MemberCaller,
  form: z.output<typeof decideHeldList.body>,
): Promise<ScreeningList> {
  const companyId = caller.company.id;
  const { answer, discarded } = await asTenant(deps.db, companyId, async (trx) => {
    let discarded: string | undefined;
    const answer = await answerOnce(trx, deps, caller, { body: form, status: 200 }, async () => {
      const list = await readListOf(trx, ownList(companyId), { lock: true });
      if (list === undefined) throw refuse('record.notFound');
      const row = await readVersion(trx, list.id, form.version);
      if (row?.status !== 'held' || list.import_token !== null) {
        throw refuse('record.stale', {
          detail:
            'This version does not wait any more: it was decided on, or another one came. Look at the list again.',
          current: await ownListNow(trx, companyId),
        });
      }
      if (form.decision === 'use') await putIntoUse(trx, deps, list, form.version);
      else discarded = list.id;
      await recordMemberEvent(trx, deps, caller, {
        action: form.decision === 'use' ? 'screeningList.used' : 'screeningList.discarded',
        resourceType: 'screeningList',
        resourceId: list.id,
        detail: {
          ...toldOf(row),
          doubts: row.notes.filter(({ kind }) => kind === 'doubt').map(({ text }) => text),
        },
      });
      const shown = await ownListNow(trx, companyId);
      return discarded === undefined ? shown : { ...shown, held: null };
    });
    return { answer, discarded };
  });
  if (discarded !== undefined)
    await discardHeld(deps, { id: discarded, company_id: companyId }, form.version);
  return answer;
}

/** GET /screening-lists/template. */
export async function streamTemplate(): Promise<StreamedAnswer> {
  async function* chunks() {
    // With a byte order mark, by which Excel tells UTF-8.
    yield `\ufeff${templateCsv}`;
  }
  return { fileName: 'screening-list-template.csv', chunks: chunks() };
}
