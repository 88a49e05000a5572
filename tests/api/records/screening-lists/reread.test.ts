import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markMisreadResults } from '#api/follow-up/monitoring-runs/mark-misread-results.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { rereadLists } from '#api/records/screening-lists/reread.ts';
import { readClient } from '#contract/clients/clients.ts';
import { readAlert } from '#contract/monitoring/alerts.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { decideMatch, readClientMonitoring } from '#contract/monitoring/screenings.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { individualWithEvidence, transitionClientTo } from '#tests/support/api/due-diligence.ts';
import { aWorklist, runNow } from '#tests/support/api/monitoring.ts';
import { importList, postOwnList, sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

const dfat = (born: string) =>
  [
    'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth',
    `101,Testperson Alda,Individual,Primary Name,${born}`,
    '102,Testperson Bero,Individual,Primary Name,1/02/1970',
  ].join('\n');

describe.each(testEngines)('lists that a former reader read, on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  const deps = () => ({ db: api.database.db, now: api.clock.now, storage: api.files.files.storage });
  const importDfat = (content: string) => importList(api, 'dfat', { 'dfat.csv': content });
  const shown = async (source: string) => {
    const { lists } = (await api.request(readScreeningLists, {}, { as: api.companies.a.staff })).response;
    return lists.find((list) => list.source === source);
  };
  const active = async (source: string) => (await shown(source))?.inUse;
  /** As a former reader left a list: it did not read the first entry's date of birth. */
  const readByFormerReader = async (source: string) => {
    await api.database.asSuperuser(
      `UPDATE assay.screening_list_versions v SET reader_version = 1 FROM assay.screening_lists l
        WHERE l.id = v.list_id AND l.source = $1 AND v.status = 'inUse'`,
      [source],
    );
    await api.database.asSuperuser(
      `UPDATE assay.screening_list_entities e SET entity = jsonb_set(entity, '{birthDates}', '[]'),
              revision = 'formerrevision00', content_hash = 'formerhash000000'
         FROM assay.screening_lists l
        WHERE l.id = e.list_id AND l.source = $1 AND e.until_version IS NULL AND e.entity_id IN ('101', 'x1')`,
      [source],
    );
  };
  const revisions = async (entityId: string) => {
    const { rows } = await api.database.asSuperuser(
      'SELECT former_revisions, from_version FROM assay.screening_list_entities WHERE entity_id = $1 ORDER BY from_version',
      [entityId],
    );
    return rows.map(({ former_revisions, from_version }) => [from_version, former_revisions]);
  };

  test('are read again from the same file, although its digest is the same', async () => {
    expect(await importDfat(dfat('07/04/62'))).toContain('version 1 is active');
    expect(await importDfat(dfat('07/04/62'))).toContain('Nothing was changed');
    await readByFormerReader('dfat');
    expect(await importDfat(dfat('07/04/62'))).toContain(
      'version 2 is active, with 2 entries: 0 added, 1 changed',
    );
    expect(await importDfat(dfat('07/04/62'))).toContain('Nothing was changed');
    expect(await revisions('101')).toEqual([
      [1, []],
      [2, ['formerrevision00']],
    ]);
    expect(await revisions('102')).toEqual([[1, []]]);
  });

  test('keep what their publisher changed as a change', async () => {
    await readByFormerReader('dfat');
    expect(await importDfat(dfat('07/04/63'))).toContain('1 changed');
    expect((await revisions('101')).at(-1)).toEqual([3, []]);
  });

  test('are read again from the kept files, the operator’s and a company’s own', async () => {
    const { a } = api.companies;
    await sendOwnList(api, a.owner, 'id,name,type,date_of_birth\nx1,Testperson Ciro,person,07/04/62\n');
    const files = await readdir(join(api.files.folder, 'files'), { recursive: true });
    const kept = files.filter((file) => file.endsWith('.gz'));
    expect(kept.some((file) => file.startsWith('publishers/lists/'))).toBe(true);
    const own = kept.find((file) => file.startsWith(`${a.id}/lists/`));
    expect(own).toBeDefined();
    const publishers = kept
      .filter((file) => file.startsWith('publishers/'))
      .sort()
      .at(-1);
    const content = await readFile(join(api.files.folder, 'files', publishers ?? ''));
    expect(gunzipSync(content).toString()).toBe(dfat('07/04/63'));

    await readByFormerReader('dfat');
    await readByFormerReader('own');
    expect(await rereadLists(deps())).toMatchObject([{ outcome: 'inUse' }, { outcome: 'inUse' }]);
    expect(await rereadLists(deps())).toEqual([]);
    expect(await active('dfat')).toMatchObject({
      version: 4,
      receivedBy: 'Read again from the stored files',
    });
    expect(await active('own')).toMatchObject({ version: 2, receivedBy: 'Read again from the stored files' });
    expect((await revisions('101')).at(-1)).toEqual([4, ['formerrevision00']]);
    expect((await revisions('x1')).at(-1)).toEqual([2, ['formerrevision00']]);
  });

  test('leave decided matches decided, and everyone is screened against what changed alone', async () => {
    const { b } = api.companies;
    await aWorklist(api, b);
    const aClient = async (familyName: string) => {
      const id = await individualWithEvidence(api, b, { familyName, without: ['screening', 'assessment'] });
      await transitionClientTo(api, b.staff, id, {
        lifecycle: 'client',
        to: 'onboarding',
        reason: undefined,
      });
      return {
        id,
        name: (await api.request(readClient, { params: { id } }, { as: b.staff })).response.displayName,
      };
    };
    const [decided, waiting, other] = [
      await aClient('Decidedname'),
      await aClient('Waitingname'),
      await aClient('Otherzyx'),
    ];
    const listed = [
      'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth',
      `101,${decided.name},Individual,Primary Name,07/04/62`,
      `103,${waiting.name},Individual,Primary Name,`,
    ].join('\n');
    expect(await importDfat(listed)).toContain('is active');
    await runNow(api);
    const monitored = async (id: string) =>
      (await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: b.staff })).response;
    const alertOf = async (id: string) => {
      const { screenings } = await monitored(id);
      return screenings.find(({ alertId }) => alertId !== null)?.alertId ?? '';
    };
    const matchesOf = async (id: string) =>
      (await api.request(readAlert, { params: { id: await alertOf(id) } }, { as: b.owner })).response.matches;
    const [match] = await matchesOf(decided.id);
    await api.request(
      decideMatch,
      {
        params: { id: match?.id ?? '' },
        body: {
          decision: 'falsePositive',
          version: match?.version ?? 0,
          reasonCode: 'otherName',
          reason: 'Met her',
        },
        requestKey: crypto.randomUUID(),
      } as never,
      { as: b.owner },
    );
    expect((await matchesOf(decided.id))[0]?.status).toBe('falsePositive');

    // As the former reader left both, with what was decided on its reading.
    await readByFormerReader('dfat');
    await api.database.asSuperuser(
      `UPDATE assay.screening_list_entities SET revision = 'formerrevision03', content_hash = 'formerhash000003'
        WHERE entity_id = '103' AND until_version IS NULL`,
    );
    await api.database.asSuperuser(
      `UPDATE assay.screening_matches SET entity_revision = CASE entity_id WHEN '101' THEN 'formerrevision00' ELSE 'formerrevision03' END`,
    );
    await markMisreadResults({ ...deps(), screening: createListEngine({ db: api.database.db }) });
    const statusOf = async (id: string) =>
      (await api.request(readClient, { params: { id } }, { as: b.staff })).response.sanctionsStatus;
    expect([await statusOf(decided.id), await statusOf(waiting.id)]).toEqual(['incomplete', 'potential']);
    const screeningsBefore = (await monitored(other.id)).screenings.length;
    expect(await rereadLists(deps())).toMatchObject([{ outcome: 'inUse' }]);
    await runNow(api);
    expect((await matchesOf(decided.id)).map(({ status }) => status)).toEqual(['falsePositive']);
    const [renewed, ...more] = await matchesOf(waiting.id);
    expect([renewed?.status, renewed?.change, more.length]).toEqual(['pending', 'updated', 0]);
    expect((await monitored(other.id)).screenings).toHaveLength(screeningsBefore);
    expect((await monitored(decided.id)).undecided).toBe(0);
    const gaps = async (id: string) => (await monitored(id)).gaps.filter(({ regime }) => regime === 'dfat');
    expect([await gaps(decided.id), await gaps(waiting.id), await gaps(other.id)]).toEqual([[], [], []]);
  });

  test('stay as they are if the file is gone, or can no longer be read', async () => {
    await readByFormerReader('dfat');
    const before = await active('dfat');
    const { storage } = api.files.files;
    const lost = { ...storage, read: () => Promise.reject(new Error('The storage is out of reach.')) };
    expect(await rereadLists({ ...deps(), storage: lost })).toMatchObject([
      { outcome: 'failed', reason: 'The storage is out of reach.' },
    ]);
    expect(await active('dfat')).toEqual(before);
    expect((await shown('dfat'))?.failure?.text).toBe(
      'The stored files of the active version could not be read.',
    );
    const full = { ...storage, put: () => Promise.reject(new Error('The disk is full.')) };
    expect(await rereadLists({ ...deps(), storage: full })).toMatchObject([
      { outcome: 'failed', reason: 'The disk is full.' },
    ]);
    expect(await active('dfat')).toEqual(before);
    expect(await rereadLists(deps())).toMatchObject([{ outcome: 'inUse' }]);
    expect((await shown('dfat'))?.failure).toBeNull();
  });

  test('a version that is not confirmed leaves no file', async () => {
    const { b } = api.companies;
    const many = Array.from({ length: 20 }, (_, n) => `${n},Testperson Many${n}`).join('\n');
    await sendOwnList(api, b.owner, `id,name\n${many}\n`);
    const stored = async () =>
      (await readdir(join(api.files.folder, 'files'), { recursive: true })).filter(
        (file) => file.startsWith(`${b.id}/lists/`) && file.endsWith('.gz'),
      ).length;
    expect(await stored()).toBe(1);
    const fewer = 'id,name\n1,Testperson Many1\n';
    expect((await sendOwnList(api, b.owner, fewer)).outcome).toBe('held');
    expect(await stored()).toBe(2);
    expect((await sendOwnList(api, b.owner, `${fewer}2,Testperson Many2\n`)).outcome).toBe('held');
    expect(await stored()).toBe(2);
    const refused = await postOwnList(api, b.owner, { 'list.csv': 'id,name\n1,\n' });
    expect(refused.status).toBe(422);
    expect(await stored()).toBe(1);
  });
});
