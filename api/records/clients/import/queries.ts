import {
  type ClientImport,
  listClientImports as listEndpoint,
  listImportRows as listRowsEndpoint,
  readClientImport as readEndpoint,
} from '#contract/clients/client-import.ts';
import { headingKey, type ImportField } from '#rules/clients/client-import-columns.ts';
import { maxHeadingRow } from '#rules/clients/client-import-headings.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { queriesFor } from '../../../kernel/command/query.ts';
import { toPage } from '../../../kernel/database/keyset.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { isActiveMember } from '../record/store.ts';
import { getPeople } from './people.ts';
import { readClientRow } from './read-row.ts';
import {
  countRows,
  type ImportRecord,
  lastMappingOf,
  lastMappings,
  readImport,
  readImports,
  readRows,
} from './store.ts';
import { getStoredValues } from './stored-values.ts';

const query = queriesFor<ClientsDeps>();

/** First rows shown for the selection of columns, and number of imports listed. */
const sampleRows = 3;
const listedImports = 10;

/** Earlier imports from which the choices for a heading are taken, besides the last with the same headings. */
const rememberedImports = 20;

/**
 * What the company last chose for a file's headings: for the same set of them, else for each; and its defaults of that file. A field that one heading has
 * taken is not suggested for another.
 */
async function getRemembered(
  trx: Trx,
  { status, headings }: ImportRecord,
): Promise<ClientImport['remembered']> {
  if (status !== 'mapping') return null;
  const same = await lastMappingOf(trx, headings);
  const earlier = [...(same ? [same] : []), ...(await lastMappings(trx, rememberedImports))];
  const byHeading = new Map<string, ImportField | null>();
  for (const { headings: theirs, mapping } of earlier) {
    theirs.forEach((heading, place) => {
      const key = headingKey(heading);
      if (!byHeading.has(key)) byHeading.set(key, mapping?.columns[place] ?? null);
    });
  }
  const taken = new Set<ImportField>();
  const columns = headings.flatMap((heading, place) => {
    const field = byHeading.get(headingKey(heading));
    if (field === undefined || (field !== null && taken.has(field))) return [];
    if (field !== null) taken.add(field);
    return [{ place, field }];
  });
  const [last] = earlier;
  if (columns.length === 0 || !last?.mapping) return null;
  const { clientType, country, responsibleMemberId } = last.mapping;
  const isActive = responsibleMemberId !== null && (await isActiveMember(trx, responsibleMemberId));
  return {
    fileName: last.file_name,
    columns,
    clientType,
    country,
    responsibleMemberId: isActive ? responsibleMemberId : null,
  };
}

function getImport(
  record: ImportRecord,
  counts: ClientImport['counts'] | undefined,
  samples: string[][],
  { remembered, headingChoice }: Pick<ClientImport, 'remembered' | 'headingChoice'> = { remembered: null },
): ClientImport {
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    fileName: record.file_name,
    headings: record.headings,
    rowCount: record.row_count,
    mapping: record.mapping,
    remembered,
    counts: counts ?? { staged: 0, ready: 0, asks: 0, refused: 0, imported: 0, chosen: 0 },
    ...(headingChoice === undefined ? {} : { headingChoice }),
    samples,
    createdAt: record.created_at,
    createdBy: { id: record.created_by, name: record.created_by_name },
  };
}

/** The first rows of a file of which any may have the headings, as the file has them, while the columns are not mapped. */
async function getHeadingChoice(
  trx: Trx,
  { id, status, first_rows: upToHeadings }: ImportRecord,
): Promise<ClientImport['headingChoice']> {
  if (status !== 'mapping' || upToHeadings.length === 0) return undefined;
  return { row: upToHeadings.length, firstRows: await readFirstRows(trx, id, upToHeadings) };
}

/** The first rows of a file, up to the last one that may have its headings; those below the headings are among the rows of the import. */
export async function readFirstRows(
  trx: Trx,
  id: string,
  upToHeadings: readonly string[][],
): Promise<string[][]> {
  const below = await readRows(trx, id, { after: 0, limit: maxHeadingRow });
  const rows = [...upToHeadings];
  for (const { number, cells } of below) if (number <= maxHeadingRow) rows[number - 1] = cells;
  return Array.from(rows, (cells) => cells ?? []);
}

/** The import in wire format. @throws `record.notFound` if it belongs to another company or was discarded */
export async function showImport(trx: Trx, id: string): Promise<ClientImport> {
  const record = await readImport(trx, id);
  if (record === null) throw apiError('record.notFound');
  const counts = await countRows(trx, [id]);
  const samples = await readRows(trx, id, { after: 0, limit: sampleRows });
  return getImport(
    record,
    counts.get(id),
    samples.map(({ cells }) => cells),
    { remembered: await getRemembered(trx, record), headingChoice: await getHeadingChoice(trx, record) },
  );
}

/** GET /client-imports. */
export const listImports = query(listEndpoint, async ({ trx }) => {
  const records = await readImports(trx, listedImports);
  const counts = await countRows(
    trx,
    records.map(({ id }) => id),
  );
  const imports = records.map((record) => {
    const {
      samples: _samples,
      remembered: _remembered,
      ...clientImport
    } = getImport(record, counts.get(record.id), []);
    return clientImport;
  });
  return { imports };
});

/** GET /client-imports/:id. */
export const readClientImport = query(readEndpoint, ({ trx, params }) => showImport(trx, params.id));

/** GET /client-imports/:id/rows. */
export const listRows = query(
  listRowsEndpoint,
  async ({ trx, deps, caller, params: { id }, query: { state, after, limit } }) => {
    const record = await readImport(trx, id);
    if (record === null) return null;
    const states = state === undefined ? undefined : [state];
    const rows = await readRows(trx, id, { ...(states ? { states } : {}), after, limit: limit + 1 });
    const { items, next } = toPage(rows, limit, ({ number }) => number);
    const people = await getPeople(trx);
    const today = companyDay(deps.now(), caller.company.timeZone);
    return {
      rows: items.map(({ number, state: found, chosen, cells, finding, client_id }) => ({
        number,
        state: found,
        chosen,
        cells,
        values:
          record.mapping === null || found === 'staged' || found === 'refused'
            ? []
            : getStoredValues(readClientRow(cells, record, people, today)),
        finding,
        clientId: client_id,
      })),
      nextAfter: next,
    };
  },
);
