import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientImport, correctImportRows } from '#contract/clients/client-import.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { type ClientImports, clientImportsBy, mappingOf } from '#tests/support/api/client-imports.ts';
import { testEngine } from '#tests/support/database/database.ts';

const headings = ['Given names', 'Family name'];
const mapping = mappingOf(headings);

describe('guards of client imports', () => {
  let api: TestApi;
  let imports: ClientImports;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    imports = clientImportsBy(api, api.companies.a.owner);
  });
  afterAll(() => api.close());

  const as = () => ({ as: api.companies.a.owner });
  const correct = ({ id, version }: ClientImport, number = 2, place = 0) =>
    api.request(
      correctImportRows,
      { params: { id }, body: { version, rows: [{ number, cells: [{ place, text: 'Corrected' }] }] } },
      as(),
    );

  /** An import of one person, ready for review. */
  async function inReview(): Promise<ClientImport> {
    const { id } = await imports.create(headings);
    const { response } = await imports.add(id, [['Ngaio', `Guarded ${id.slice(-6)}`]]);
    await imports.map(response, mapping);
    return imports.work(id);
  }

  it('reject each step in another state', async () => {
    const changed = { '': ['This import has changed. Refresh to see its current status.'] };
    const staging = await imports.create(headings);
    for (const { problem } of [
      await imports.map(staging, mapping),
      await imports.choose(staging, { shown: [2], chosen: [2] }),
      await imports.start(staging),
      await correct(staging),
    ]) {
      expect(problem.fields).toEqual(changed);
    }
    await imports.discard(staging);
    const discarded = { ...staging, version: staging.version + 1 };
    expect((await imports.discard(discarded)).problem.fields).toEqual(changed);
    expect((await imports.map(discarded, mapping)).problem.fields).toEqual(changed);
  });

  it('reject starting and discarding at an earlier version', async () => {
    const review = await inReview();
    const earlier = { ...review, version: review.version - 1 };
    for (const { problem } of [
      await imports.start(earlier),
      await imports.discard(earlier),
      await correct(earlier),
    ]) {
      expect(problem).toMatchObject({
        code: 'record.versionConflict',
        current: { id: review.id, version: review.version, status: 'review' },
      });
    }
  });

  it('reject a file without rows or with a cell beyond its headings, and a start without a selected row', async () => {
    const { id } = await imports.create(headings);
    expect((await imports.add(id, [['', ' ']])).problem.fields).toEqual({
      rows: ['The file has no rows under its headings.'],
    });
    expect(
      (
        await imports.add(id, [
          ['A', 'B'],
          ['C', 'D', ' ', 'lost'],
        ])
      ).problem.fields,
    ).toEqual({
      rows: ['Row 3 has a value in column 4, which has no heading.'],
    });
    const review = await inReview();
    expect((await imports.choose(review, { shown: [2], chosen: [] })).status).toBe(200);
    expect((await imports.start(review)).problem.fields).toEqual({
      '': ['Select at least one row to import.'],
    });
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
