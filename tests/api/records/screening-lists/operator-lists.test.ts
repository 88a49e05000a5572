import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJobs, asTenant } from '#api/kernel/database/tenancy.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { importOperatorList } from '#api/records/screening-lists/operator-import.ts';
import { fetchLists } from '#api/records/screening-lists/scheduled-fetch.ts';
import { readListVersions, readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { importList, sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { withFiles } from '#tests/support/files/list-files.ts';
import { unXml } from '#tests/support/files/un-xml.ts';

/** Fictional, each different from the others. */
const names = [
  'ZELMIRA OBRADUX',
  'TIBURCIO KWENLAK',
  'ANSELMA VRITHOP',
  'GUDRIK PASMONTE',
  'OLWETHU DRANSKY',
  'FERMINA CHULBOG',
  'BARTOLO YEVINCZ',
  'SIGRUN MAKALDE',
  'IPHIGEN TORRUVA',
  'QUENBY HALSTROP',
  'URSO LIMBEKANI',
  'WENZEL AGOSTRI',
  'DOMITILA FENGAR',
];

const people = (count: number) =>
  names.slice(0, count).map((name, index) => ({
    reference: `ZZi.${String(index + 1).padStart(3, '0')}`,
    name: name.split(' '),
    born: `1960-05-0${(index % 9) + 1}`,
  }));

const subject = (name: string): ScreeningSubject => ({
  id: name,
  schema: 'Person',
  names: [name],
  countries: [],
  identifiers: [],
});

describe.each(testEngines)('the operator’s lists on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  beforeAll(async () => {
    api = await openTestApi(engine);
    folder = await mkdtemp(join(tmpdir(), 'assay-lists-'));
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  const deps = () => ({ db: api.database.db, now: api.clock.now, storage: api.files.files.storage });
  const importUn = (xml: string, args: Record<string, string> = {}) =>
    importList(api, 'un', { 'un.xml': xml }, args);
  const getVisible = async () => {
    const { lists } = (await api.request(readScreeningLists, {}, { as: api.companies.b.staff })).response;
    return lists.find(({ source }) => source === 'un');
  };

  test('are versioned, used by every company at once, and compared by material changes', async () => {
    const screening = createListEngine({ db: api.database.db });
    const companyId = api.companies.a.id;
    const options = { companyId, threshold: 0.7, birthDateMatching: 'exact' as const };
    const [without] = await screening.screen([subject('Zelmira Obradux')], options);
    expect(without).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('No active screening list'),
    });

    expect(await importUn(unXml({ generated: '2026-02-01', people: people(12) }))).toMatch(
      /^UN Security Council Consolidated List: version 1 is active, published 2026-02-01, with 12 entries: 12 added/,
    );
    const [found] = await screening.screen([subject('Obradux, Zelmira')], options);
    expect(found).toMatchObject({
      status: 'screened',
      lists: [{ version: '1', entities: 12, publishedOn: '2026-02-01', keptBy: 'operator' }],
      hits: [{ entity: { id: 'ZZi.001' }, list: { version: '1' }, score: { score: 1 } }],
    });
    expect(await importUn(unXml({ generated: '2026-02-01', people: people(12) }))).toContain(
      'Nothing was changed',
    );

    const [first, second, ...rest] = people(13);
    const changed = [
      { ...first, comment: 'Moved' },
      { ...second, born: '1999-01-01' },
      ...rest.filter(({ reference }) => reference !== 'ZZi.003'),
    ];
    expect(await importUn(unXml({ generated: '2026-02-08', people: changed }))).toContain(
      'version 2 is active, published 2026-02-08, with 12 entries: 1 added, 1 changed, 1 minor edits, 1 removed',
    );
    const [list] = await screening.listsInUse(companyId);
    const listId = list?.id ?? '';
    const since = async (version: string | null) =>
      (await screening.changedSince({ companyId, listId, since: version }))?.changes.map(
        ({ change, entityId }) => `${change} ${entityId}`,
      );
    expect(await since('1')).toEqual(['changed ZZi.002', 'removed ZZi.003', 'added ZZi.013']);
    expect(await since('2')).toEqual([]);
    expect((await since(null))?.length).toBe(12);
    // A reverted change is no difference to a company that saw the first version alone.
    await importUn(unXml({ generated: '2026-02-09', people: [...people(13)] }));
    expect(await since('1')).toEqual(['added ZZi.013']);
    expect(await since('2')).toEqual(['changed ZZi.002', 'added ZZi.003']);

    const changes = await screening.changedSince({ companyId, listId, since: '2' });
    if (changes === null) throw new Error('The changes are not known.');
    const [answer] = (await screening.screenChanged(changes)).screen([subject('Tiburcio Kwenlak')], options);
    expect(answer?.status === 'screened' && answer.hits.map(({ entity }) => entity.id)).toContain('ZZi.002');
  });

  test('a list that is broken, cut off or another one is refused, and the active version is unchanged', async () => {
    const before = await getVisible();
    const whole = unXml({ generated: '2026-03-01', people: people(13) });
    for (const at of [10, 300, whole.length - 200, whole.length - 5]) {
      expect(await importUn(whole.slice(0, at))).toMatch(
        /^failed: un\.xml(, line \d+)?: .*active version is unchanged\.$/,
      );
    }
    expect(
      await importUn(whole.replace('<CONSOLIDATED_LIST', '<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST')),
    ).toContain('document type');
    expect(await importUn('id,schema,name,aliases,dataset\n1,Person,A B,,X\n')).toContain(
      'not United Nations',
    );
    const cut = await importUn(unXml({ generated: '2026-03-01', people: people(4) }));
    expect(cut).toMatch(
      /Doubt: The list has 4 entries but the active version has 13.*\nfailed: .*is pending confirmation/s,
    );
    const held = { entities: 4, removed: 9 };
    expect(await getVisible()).toMatchObject({ inUse: before?.inUse, held });
    const pending = (await getVisible())?.held?.version;
    expect(await importUn(unXml({ generated: '2026-03-01', people: people(4) }))).toContain(
      `version ${pending} is pending confirmation`,
    );
    expect(await getVisible()).toMatchObject({ held: { ...held, version: pending } });
    // Fetched as well, the list is out of date from then on.
    const notFetchedSince = async () => {
      const { rows } = await api.database.asSuperuser(
        `SELECT not_fetched_since FROM assay.screening_lists WHERE source = 'un'`,
      );
      return rows[0]?.not_fetched_since;
    };
    expect(await notFetchedSince()).toBeNull();
    await withFiles({ 'un.xml': unXml({ generated: '2026-03-01', people: people(4) }) }, async (files) => {
      const fetched = await importOperatorList(deps(), { source: 'un', files, receivedBy: 'schedule' });
      expect(fetched).toMatchObject({ outcome: 'held', version: pending });
    });
    expect(await notFetchedSince()).not.toBeNull();
    expect(
      await importUn(unXml({ generated: '2026-03-01', people: people(4) }), { confirm: 'true' }),
    ).toContain('is active');
    expect(await getVisible()).toMatchObject({ inUse: { entities: 4 }, held: null, failure: null });
  });

  test('a second import waits; one that died is taken over, and leaves nothing behind', async () => {
    const { db } = api.database;
    const list = await getVisible();
    const id = list?.id ?? '';
    const hold = (renewed: Date) =>
      asJobs(db, (trx) =>
        trx
          .updateTable('screening_lists')
          .set({ import_token: crypto.randomUUID(), import_renewed_at: renewed.toISOString() })
          .where('id', '=', id)
          .execute(),
      );
    await hold(api.clock.now());
    expect(await importUn(unXml({ generated: '2026-04-01', people: people(5) }))).toContain('under way');
    await hold(new Date(api.clock.now().getTime() - 10 * 60_000));
    expect(await importUn(unXml({ generated: '2026-04-01', people: people(5) }))).toContain('5 entries');
    const [one, other] = await Promise.all([
      importUn(unXml({ generated: '2026-04-02', people: people(6) })),
      importUn(unXml({ generated: '2026-04-02', people: people(6) })),
    ]);
    expect([one, other].filter((text) => text.includes('is active')).length).toBeGreaterThan(0);
    expect((await getVisible())?.inUse).toMatchObject({ entities: 6 });
  });

  test('companies can read but not change them; an internal list belongs to its company', async () => {
    const { a, b } = api.companies;
    const { db } = api.database;
    const list = await getVisible();
    const { versions } = (
      await api.request(readListVersions, { params: { id: list?.id ?? '' }, query: {} }, { as: a.auditor })
    ).response;
    expect(versions[0]).toMatchObject({ status: 'inUse', receivedBy: 'Imported by the operator' });
    await sendOwnList(api, a.owner, 'name\nOnly Ours\n');
    const tampered = await asTenant(db, a.id, (trx) =>
      trx
        .updateTable('screening_list_entities')
        .set({ revision: 'x' })
        .where('company_id', 'is', null)
        .executeTakeFirst(),
    );
    expect(tampered.numUpdatedRows).toBe(0n);
    const seenByB = await asTenant(db, b.id, (trx) =>
      trx.selectFrom('screening_list_entities').select('entity').where('company_id', '=', a.id).execute(),
    );
    expect(seenByB).toEqual([]);
    const screening = createListEngine({ db });
    const screenFor = async (companyId: string) => {
      const [answer] = await screening.screen([subject('Only Ours')], {
        companyId,
        threshold: 0.7,
        birthDateMatching: 'off',
      });
      return answer?.status === 'screened' ? answer.hits.length : answer;
    };
    expect([await screenFor(a.id), await screenFor(b.id)]).toEqual([1, 0]);
  });

  test('are fetched on schedule; a failed download changes nothing and is reported', async () => {
    let answer: { status: number; body: string; headers?: Record<string, string> } = {
      status: 200,
      body: '',
    };
    const source: Server = createServer((_request, response) => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
    await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/un.xml`;
    const incomingFolder = join(folder, 'incoming');
    const reach = { isAllowed: (ip: string) => ip === '127.0.0.1', protocols: ['http:'] };
    const fetched = async (from = address, more: object = { reach }) =>
      (await fetchLists({ ...deps(), incomingFolder, addresses: { un: [from] }, ...more })).lists[0];
    try {
      answer = { status: 200, body: unXml({ generated: '2026-05-01', people: people(7) }) };
      expect(await fetched()).toMatchObject({ outcome: 'inUse' });
      expect(await fetched()).toMatchObject({ outcome: 'identical' });
      // A response with another status is no list, whatever its content.
      const newer = unXml({ generated: '2026-05-02', people: people(8) });
      for (const bad of [
        { status: 302, body: newer, headers: { Location: `${address}2` } },
        { status: 500, body: newer },
        { status: 200, body: '<html><p>Sign in to the network' },
        { status: 200, body: unXml({ generated: '2026-05-02', people: people(7) }).slice(0, 900) },
      ]) {
        answer = bad;
        expect(await fetched()).toMatchObject({ outcome: 'failed' });
        expect(await getVisible()).toMatchObject({
          inUse: { entities: 7 },
          failure: { text: expect.any(String) },
        });
      }
      // Without permission to reach this machine: neither its address nor its host name, nor plain http.
      expect(await fetched(address, {})).toMatchObject({ reason: expect.stringContaining('https') });
      for (const host of [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '169.254.169.254',
        '[::ffff:10.0.0.1]',
        '0x7f.1',
      ]) {
        const outcome = await fetched(`https://${host}:1/un.xml`, {});
        expect([host, outcome?.reason]).toEqual([host, expect.stringContaining('not a public one')]);
      }
      expect(await readdir(incomingFolder)).toEqual([]);
    } finally {
      source.close();
    }
  });
});
