import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  addImportRows,
  ClientImport,
  chooseImportRows,
  createClientImport,
  ImportMapping,
  ImportRow,
  listImportRows,
} from '#contract/client-import.ts';
import { mostImportRows } from '#rules/client-batches.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Schema } from '../../database/schema.ts';
import { asTenant } from '../../database/tenancy.ts';
import type { MemberCaller } from '../../http/bind.ts';
import { refuse } from '../../http/problems.ts';
import { answerOnce } from '../../request-keys/answer-once.ts';
import type { ClientsDeps } from '../service.ts';
import { isActiveMember } from '../store.ts';
import {
  changeImport,
  countRows,
  deleteRows,
  forgetFindings,
  forgottenImports,
  type ImportRecord,
  insertImport,
  insertRows,
  keepChoice,
  lockImport,
  readImport,
  readImports,
  readRows,
} from './store.ts';

type Trx = Transaction<Schema>;

/** Days after which the rows of an import that nobody touches are deleted: they are personal data on their way. */
const forgottenAfterDays = 30;
const dayMs = 86_400_000;

/** First rows shown where columns are chosen, and imports that are listed. */
const sampleRows = 3;
const listedImports = 10;

function importOf(
  record: ImportRecord,
  counts: ClientImport['counts'] | undefined,
  samples: string[][],
): ClientImport {
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    fileName: record.file_name,
    headings: record.headings,
    rowCount: record.row_count,
    mapping: record.mapping,
    counts: counts ?? { staged: 0, ready: 0, asks: 0, refused: 0, imported: 0, chosen: 0 },
    samples,
    createdAt: record.created_at,
    createdBy: { id: record.created_by, name: record.created_by_name },
  };
}

/** The import as the wire has it. Refuses with `record.notFound` one that is not the company's, or was discarded. */
export async function showImport(trx: Trx, id: string): Promise<ClientImport> {
  const record = await readImport(trx, id);
  if (record === null) throw refuse('record.notFound');
  const counts = await countRows(trx, [id]);
  const samples = await readRows(trx, id, { after: 0, limit: sampleRows });
  return importOf(
    record,
    counts.get(id),
    samples.map(({ cells }) => cells),
  );
}

/** The import locked, where it is in one of these states. */
export async function lockInStatus(
  trx: Trx,
  id: string,
  statuses: readonly ImportRecord['status'][],
): Promise<ImportRecord> {
  const record = await lockImport(trx, id);
  if (record === null) throw refuse('record.notFound');
  if (!statuses.includes(record.status)) {
    throw refuse('request.invalid', {
      fields: { '': ['This import has moved on meanwhile. Look at where it is now.'] },
    });
  }
  return record;
}

async function requireVersion(trx: Trx, record: ImportRecord, version: number): Promise<void> {
  if (record.version === version) return;
  throw refuse('record.stale', {
    detail: 'Somebody went on with this import after you opened it. Look at where it is now.',
    current: await showImport(trx, record.id),
  });
}

/** One event of an import as a whole; the clients that it creates have events of their own. */
export function recordImport(
  trx: Trx,
  deps: ClientsDeps,
  { member, company, request }: MemberCaller,
  event: { action: string; id: string; detail: Record<string, unknown> },
) {
  return recordEvent(trx, deps, {
    companyId: company.id,
    actor: { type: 'user', id: member.id, role: member.role },
    action: event.action,
    resourceType: 'clientImport',
    resourceId: event.id,
    detail: event.detail,
    requestId: request.id,
  });
}

function stampOf(deps: ClientsDeps, { member }: MemberCaller) {
  return { at: deps.now().toISOString(), by: member.id };
}

/** GET /client-imports. */
export function listImports(deps: ClientsDeps, caller: MemberCaller) {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const records = await readImports(trx, listedImports);
    const counts = await countRows(
      trx,
      records.map(({ id }) => id),
    );
    const imports = records.map((record) => {
      const { samples: _samples, ...shown } = importOf(record, counts.get(record.id), []);
      return shown;
    });
    return { imports };
  });
}

/** GET /client-imports/:id. */
export function readOne(deps: ClientsDeps, caller: MemberCaller, id: string): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, (trx) => showImport(trx, id));
}

/** POST /client-imports. The rows of imports that were left lying for a month go at the same time. */
export function beginImport(
  deps: ClientsDeps,
  caller: MemberCaller,
  input: z.output<typeof createClientImport.body>,
): Promise<ClientImport> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { body: input, status: 201 }, async () => {
      const now = deps.now();
      const before = new Date(now.getTime() - forgottenAfterDays * dayMs).toISOString();
      const stamp = stampOf(deps, caller);
      for (const left of await forgottenImports(trx, before)) {
        await deleteRows(trx, left.id);
        await changeImport(trx, left, { status: 'discarded', ...stamp });
      }
      const id = uuidv7({ msecs: now.getTime() });
      await insertImport(trx, { companyId, id, ...input, ...stamp });
      const detail = { fileName: input.fileName, headings: input.headings };
      await recordImport(trx, deps, caller, { action: 'clientImport.created', id, detail });
      return showImport(trx, id);
    }),
  );
}

/** POST /client-imports/:id/rows. Refuses with `request.invalid` more rows than an import may have. */
export function addRows(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  { first, rows, last }: z.output<typeof addImportRows.body>,
): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const record = await lockInStatus(trx, id, ['staging']);
    const rowCount = await insertRows(trx, caller.company.id, id, { first, rows });
    if (rowCount > mostImportRows) {
      const rowsSaid = mostImportRows.toLocaleString('en-NZ');
      throw refuse('request.invalid', {
        fields: { rows: [`An import may have at most ${rowsSaid} rows. Split the file.`] },
      });
    }
    if (last && rowCount === 0) {
      throw refuse('request.invalid', { fields: { rows: ['The file has no rows under its headings.'] } });
    }
    const stamp = stampOf(deps, caller);
    await changeImport(trx, record, { rowCount, ...(last ? { status: 'mapping' } : {}), ...stamp });
    return showImport(trx, id);
  });
}

/** PUT /client-imports/:id/mapping: every row that is not imported goes back to the start of its check. */
export function mapImport(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  input: { version: number; mapping: ImportMapping },
): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: input, status: 200 }, async () => {
      const record = await lockInStatus(trx, id, ['mapping', 'checking', 'review']);
      await requireVersion(trx, record, input.version);
      const { mapping } = input;
      if (mapping.columns.length !== record.headings.length) {
        const columns = ['Say of each column what it is, or that it is left out'];
        throw refuse('request.invalid', { fields: { 'mapping.columns': columns } });
      }
      const { responsibleMemberId } = mapping;
      if (responsibleMemberId !== null && !(await isActiveMember(trx, responsibleMemberId))) {
        const fields = {
          'mapping.responsibleMemberId': ['Choose an active member of your company'],
        };
        throw refuse('request.invalid', { fields });
      }
      await forgetFindings(trx, id);
      await changeImport(trx, record, { status: 'checking', mapping, ...stampOf(deps, caller) });
      await recordImport(trx, deps, caller, { action: 'clientImport.mapped', id, detail: { mapping } });
      return showImport(trx, id);
    }),
  );
}

/** GET /client-imports/:id/rows. */
export function listRows(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  { state, after, limit }: z.output<typeof listImportRows.query>,
): Promise<{ rows: ImportRow[]; nextAfter: number | null }> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    if ((await readImport(trx, id)) === null) throw refuse('record.notFound');
    const states = state === undefined ? undefined : [state];
    const rows = await readRows(trx, id, { ...(states ? { states } : {}), after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      rows: shown.map(({ number, state: found, chosen, cells, finding, client_id }) => ({
        number,
        state: found,
        chosen,
        cells,
        finding,
        clientId: client_id,
      })),
      nextAfter: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
    };
  });
}

/** PUT /client-imports/:id/choice. */
export function chooseRows(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  choice: z.output<typeof chooseImportRows.body>,
): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    await lockInStatus(trx, id, ['review']);
    await keepChoice(trx, id, choice);
    return showImport(trx, id);
  });
}

/** POST /client-imports/:id/start. Refuses with `request.invalid` where no row is chosen. */
export function startImport(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  version: number,
): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: { version }, status: 200 }, async () => {
      const record = await lockInStatus(trx, id, ['review']);
      await requireVersion(trx, record, version);
      const counts = (await countRows(trx, [id])).get(id);
      if (!counts || counts.chosen === 0) {
        throw refuse('request.invalid', { fields: { '': ['Choose at least one row to import.'] } });
      }
      await changeImport(trx, record, { status: 'importing', ...stampOf(deps, caller) });
      const detail = { fileName: record.file_name, chosen: counts.chosen, rows: record.row_count };
      await recordImport(trx, deps, caller, { action: 'clientImport.started', id, detail });
      return showImport(trx, id);
    }),
  );
}

/** POST /client-imports/:id/discard: the rows go, the clients that were created stay. */
export function discardImport(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  version: number,
): Promise<ClientImport> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: { version }, status: 200 }, async () => {
      const record = await lockInStatus(trx, id, [
        'staging',
        'mapping',
        'checking',
        'review',
        'importing',
        'done',
      ]);
      await requireVersion(trx, record, version);
      const imported = (await countRows(trx, [id])).get(id)?.imported ?? 0;
      await deleteRows(trx, id);
      await changeImport(trx, record, { status: 'discarded', ...stampOf(deps, caller) });
      const detail = { fileName: record.file_name, imported };
      await recordImport(trx, deps, caller, { action: 'clientImport.discarded', id, detail });
      return showImport(trx, id);
    }),
  );
}
