import { expect } from 'vitest';
import {
  addImportRows,
  type ClientImport,
  chooseImportRows,
  continueClientImport,
  createClientImport,
  discardClientImport,
  type ImportMapping,
  listImportRows,
  mapClientImport,
  readClientImport,
  startClientImport,
} from '#contract/clients/client-import.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';
import type { TestApi, TestPerson } from './api.ts';

/** Rows of one request, fewer than the most that it takes. */
const pieceRows = 400;

/** The mapping of a file of individuals of New Zealand whose columns are as their headings say, except for what a test changes. */
export const mappingOf = (
  headings: readonly string[],
  changes: Partial<ImportMapping> = {},
): ImportMapping => ({
  columns: guessColumns([...headings]),
  clientType: 'individual',
  country: 'NZL',
  responsibleMemberId: null,
  ...changes,
});

/** The steps of client imports by one member: `create` to `discard` are a request each, and the others go through several. */
export function clientImportsBy(api: TestApi, person: TestPerson) {
  const as = { as: person };

  /** `firstRows`: the rows of the file down to its headings. */
  const create = async (headings: string[], firstRows?: string[][]): Promise<ClientImport> => {
    const body = { fileName: 'clients.csv', headings, ...(firstRows && { firstRows }) };
    return (await api.request(createClientImport, { body }, as)).response;
  };
  const add = (id: string, rows: string[][], { first = 2, last = true } = {}) =>
    api.request(addImportRows, { params: { id }, body: { first, rows, last } }, as);
  const read = async (id: string): Promise<ClientImport> =>
    (await api.request(readClientImport, { params: { id } }, as)).response;
  const readRows = async (id: string) =>
    (await api.request(listImportRows, { params: { id }, query: {} }, as)).response.rows;
  const map = ({ id, version }: ClientImport, mapping: ImportMapping) =>
    api.request(mapClientImport, { params: { id }, body: { version, mapping } }, as);
  const choose = ({ id }: ClientImport, choice: { shown: number[]; chosen: number[] }) =>
    api.request(chooseImportRows, { params: { id }, body: choice }, as);
  const start = ({ id, version }: ClientImport) =>
    api.request(startClientImport, { params: { id }, body: { version } }, as);
  const discard = ({ id, version }: ClientImport) =>
    api.request(discardClientImport, { params: { id }, body: { version } }, as);

  /** Continues until all rows are checked, or imported. */
  const work = async (id: string): Promise<ClientImport> => {
    for (;;) {
      const { response } = await api.request(continueClientImport, { params: { id }, body: {} }, as);
      if (response.status !== 'checking' && response.status !== 'importing') return response;
    }
  };

  /** Uploads a file; `firstRows` as for `create`. */
  const stage = async (
    headings: string[],
    rows: string[][],
    firstRows?: string[][],
  ): Promise<ClientImport> => {
    const headingsRow = firstRows?.length ?? 1;
    let staged = await create(headings, firstRows);
    for (let at = 0; at < rows.length; at += pieceRows) {
      const added = await add(staged.id, rows.slice(at, at + pieceRows), {
        first: headingsRow + 1 + at,
        last: at + pieceRows >= rows.length,
      });
      expect(added.status, added.text).toBe(200);
      staged = added.response;
    }
    return staged;
  };

  /** Uploads a file and checks its rows. */
  const review = async (
    headings: string[],
    rows: string[][],
    mapping = mappingOf(headings),
  ): Promise<ClientImport> => {
    const mapped = await map(await stage(headings, rows), mapping);
    expect(mapped.status, mapped.text).toBe(200);
    return work(mapped.response.id);
  };

  /** Imports the selected rows. */
  const run = async (reviewed: ClientImport): Promise<ClientImport> => {
    const started = await start(reviewed);
    expect(started.status, started.text).toBe(200);
    return work(reviewed.id);
  };

  return { create, add, read, readRows, map, choose, start, discard, work, stage, review, run };
}

export type ClientImports = ReturnType<typeof clientImportsBy>;
