import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addImportRows,
  type ClientImport,
  chooseImportRows,
  continueClientImport,
  correctImportRows,
  createClientImport,
  discardClientImport,
  type ImportMapping,
  mapClientImport,
  readClientImport,
  startClientImport,
} from '#contract/clients/client-import.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

const headings = ['Given names', 'Family name'];
const mapping: ImportMapping = {
  columns: ['givenNames', 'familyName'],
  clientType: 'individual',
  country: 'NZL',
  responsibleMemberId: null,
};

describe('guards of client imports', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
  });
  afterAll(() => api.close());

  const as = () => ({ as: api.companies.a.owner });
  const begin = async () =>
    (await api.request(createClientImport, { body: { fileName: 'clients.csv', headings } }, as())).response;
  const read = async (id: string) => (await api.request(readClientImport, { params: { id } }, as())).response;
  const add = (id: string, rows: string[][], last = true) =>
    api.request(addImportRows, { params: { id }, body: { first: 2, rows, last } }, as());
  const map = ({ id, version }: ClientImport) =>
    api.request(mapClientImport, { params: { id }, body: { version, mapping } }, as());
  const choose = ({ id }: ClientImport, chosen: number[]) =>
    api.request(chooseImportRows, { params: { id }, body: { shown: [2], chosen } }, as());
  const start = ({ id, version }: ClientImport) =>
    api.request(startClientImport, { params: { id }, body: { version } }, as());
  const discard = ({ id, version }: ClientImport) =>
    api.request(discardClientImport, { params: { id }, body: { version } }, as());

  const correct = ({ id, version }: ClientImport, number = 2, place = 0) =>
    api.request(
      correctImportRows,
      { params: { id }, body: { version, rows: [{ number, cells: [{ place, text: 'Corrected' }] }] } },
      as(),
    );

  /** An import of one person, ready for review. */
  async function inReview(): Promise<ClientImport> {
    const { id } = await begin();
    await add(id, [['Ngaio', `Guarded ${id.slice(-6)}`]]);
    await map(await read(id));
    for (;;) {
      const { response } = await api.request(continueClientImport, { params: { id }, body: {} }, as());
      if (response.status === 'review') return response;
    }
  }

  it('reject each step in another state', async () => {
    const changed = { '': ['This import has changed. Refresh to see its current status.'] };
    const staging = await begin();
    for (const { problem } of [
      await map(staging),
      await choose(staging, [2]),
      await start(staging),
      await correct(staging),
    ]) {
      expect(problem.fields).toEqual(changed);
    }
    await discard(staging);
    const discarded = { ...staging, version: staging.version + 1 };
    expect((await discard(discarded)).problem.fields).toEqual(changed);
    expect((await map(discarded)).problem.fields).toEqual(changed);
  });

  it('reject starting and discarding at an earlier version', async () => {
    const review = await inReview();
    const earlier = { ...review, version: review.version - 1 };
    for (const { problem } of [await start(earlier), await discard(earlier), await correct(earlier)]) {
      expect(problem).toMatchObject({
        code: 'record.versionConflict',
        current: { id: review.id, version: review.version, status: 'review' },
      });
    }
  });

  it('reject a file without rows or with a cell beyond its headings, and a start without a selected row', async () => {
    const { id } = await begin();
    expect((await add(id, [['', ' ']])).problem.fields).toEqual({
      rows: ['The file has no rows under its headings.'],
    });
    expect(
      (
        await add(id, [
          ['A', 'B'],
          ['C', 'D', ' ', 'lost'],
        ])
      ).problem.fields,
    ).toEqual({
      rows: ['Row 3 has a value in column 4, which has no heading.'],
    });
    const review = await inReview();
    expect((await choose(review, [])).status).toBe(200);
    expect((await start(review)).problem.fields).toEqual({ '': ['Select at least one row to import.'] });
  });

  it('correct the cells of a row that is not imported, and nothing else', async () => {
    const review = await inReview();
    expect((await correct(review, 2, 5)).problem.fields).toEqual({
      rows: ['A correction is for a column that the file does not have.'],
    });
    expect((await correct(review, 3)).problem.fields).toEqual({
      rows: ['These rows are already imported, or were deleted.'],
    });
    const corrected = (await correct(review)).response;
    expect(corrected).toMatchObject({
      status: 'checking',
      counts: { staged: 1 },
      samples: [['Corrected', expect.any(String)]],
    });
  });
});
