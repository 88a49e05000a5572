import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCddLevel } from '#api/checks/cdd/sync-cdd-level.ts';
import { checkCompanyChanges, checkLawChanges } from '#api/checks/law-changes/check-job.ts';
import { inWork, jobActor } from '#api/kernel/command/work.ts';
import { insertList } from '#api/records/country-lists/store.ts';
import { readCountryLists, saveCountryList } from '#contract/cdd/cdd.ts';
import { previewCompanyChange, previewCountryList } from '#contract/cdd/law-change-previews.ts';
import { listLawChanges, readLawChange, signOffLawChange } from '#contract/cdd/law-changes.ts';
import { readCompanyProfile, updateCompanyProfile } from '#contract/company/company-settings.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { runWhileAlone, runWhileLocked } from '#tests/support/api/held-rows.ts';
import { copyClients } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { mergeRecords } from '../../follow-up/client-merging/support.ts';
import { addClient } from '../activities/support.ts';

describe.each(testEngines)('levels of CDD after a company’s own change on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  const list = async ({ staff }: TestCompany) =>
    (await api.request(listLawChanges, {}, { as: staff })).response.items;
  const read = async ({ staff }: TestCompany, id: string) =>
    (await api.request(readLawChange, { params: { id }, query: {} }, { as: staff })).response;
  /** The form of the company's own list, with other countries. */
  const firmForm = async ({ owner }: TestCompany, change: (countries: string[]) => string[]) => {
    const { lists } = (await api.request(readCountryLists, {}, { as: owner })).response;
    const firm = lists.find(({ key }) => key === 'firm');
    if (firm === undefined) throw new Error('no list');
    const { version, asAt, countries } = firm;
    return {
      params: { key: 'firm' as const },
      body: { version, asAt, countries: change(countries) } as never,
    };
  };
  const saveFirm = async (company: TestCompany, change: (countries: string[]) => string[]) => {
    const saved = await api.request(saveCountryList, await firmForm(company, change), { as: company.owner });
    expect(saved.status).toBe(200);
  };
  const previewFirm = async (
    company: TestCompany,
    change: (countries: string[]) => string[],
    after?: string,
  ) => {
    const form = { ...(await firmForm(company, change)), query: { after } };
    return (await api.request(previewCountryList, form, { as: company.owner })).response;
  };
  /** The form of the company's details, with other values. */
  const profileForm = async ({ owner }: TestCompany, changed: object) => {
    const { response } = await api.request(readCompanyProfile, {}, { as: owner });
    const { updatedAt: _updatedAt, ...form } = response;
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
    return { body: { ...given, ...changed } as never };
  };
  const add =
    (...more: string[]) =>
    (countries: string[]) => [...countries, ...more];
  const remove = (gone: string) => (countries: string[]) => countries.filter((country) => country !== gone);
  const levels = async ({ id }: TestCompany) =>
    (
      await api.database.asSuperuser(
        `SELECT cdd_level AS level, count(*)::int AS clients FROM assay.clients
          WHERE company_id = $1 AND status <> 'draft' GROUP BY 1 ORDER BY 1`,
        [id],
      )
    ).rows;
  const events = async ({ id }: TestCompany, action: string) =>
    (
      await api.database.asSuperuser(
        `SELECT count(*)::int AS count FROM assay.audit_events WHERE chain = $1 AND action = $2`,
        [id, action],
      )
    ).rows[0]?.count;
  /** A client with the level that the rules compute. */
  const clientFrom = async (company: TestCompany, name: string, country: string) => {
    const id = await addClient(api, company, name, { status: 'active', cdd_level: 'standard' });
    await api.database.asSuperuser(
      `UPDATE assay.clients SET individual = individual || jsonb_build_object('residenceCountry', $2::text),
              cdd_reasons = '[{"code": "nz.cdd.standard", "jurisdiction": "NZL", "provision": "", "text": ""}]'
        WHERE id = $1`,
      [id, country],
    );
    return id;
  };

  test('are written when a country list changes, and listed before and after for sign-off', async () => {
    const company = await api.addCompany('Listing Limited');
    const abroad = await clientFrom(company, 'Panama', 'PAN');
    await clientFrom(company, 'Home', 'NZL');
    await saveFirm(company, add('VUT'));
    expect(await list(company)).toEqual([]);
    await saveFirm(company, add('PAN'));
    expect(await levels(company)).toEqual([
      { level: 'enhanced', clients: 1 },
      { level: 'standard', clients: 1 },
    ]);
    const [change, ...others] = await list(company);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'company',
      cause: 'Country list: Internal list of countries',
      status: 'open',
      clientsChecked: 2,
      clientsListed: 1,
    });
    const { clients } = await read(company, change?.id ?? '');
    expect(clients).toMatchObject([
      { clientId: abroad, before: { level: 'standard' }, after: { level: 'enhanced' } },
    ]);
    expect(clients[0]?.rules).toContainEqual(
      expect.objectContaining({ code: 'nz.cdd.nonResident', change: 'begins' }),
    );
    expect(await events(company, 'client.cddLevelChanged')).toBe(1);
    expect(await events(company, 'client.lawChanged')).toBe(1);
    const params = { id: change?.id ?? '' };
    const body = { version: change?.version ?? 0, note: 'Enhanced CDD by Friday.' };
    const signed = await api.request(signOffLawChange, { params, body }, { as: company.owner });
    expect(signed.response).toMatchObject({ status: 'signedOff', cause: change?.cause });

    // And back, on the same day.
    await saveFirm(company, remove('PAN'));
    expect(await levels(company)).toEqual([{ level: 'standard', clients: 2 }]);
    expect((await list(company)).map(({ status }) => status).sort()).toEqual(['open', 'signedOff']);
    expect(await events(company, 'client.cddLevelChanged')).toBe(2);
  });

  test('stay as they are on a record that was merged into another', async () => {
    const company = await api.addCompany('Merging Limited');
    const [one, two] = [
      await clientFrom(company, 'Panama', 'PAN'),
      await clientFrom(company, 'Panama', 'PAN'),
    ];
    expect((await mergeRecords(api, company.owner, { id: one, mergedId: two })).status).toBe(200);
    await saveFirm(company, add('PAN'));
    expect(await list(company)).toMatchObject([{ clientsChecked: 1, clientsListed: 1 }]);
    expect(await levels(company)).toEqual([
      { level: 'enhanced', clients: 1 },
      { level: 'standard', clients: 1 },
    ]);
  });

  test('are written when the company’s own facts change', async () => {
    const company = await api.addCompany('Facts Limited');
    await clientFrom(company, 'Iran', 'IRN');
    const save = async (changed: object) => {
      const form = await profileForm(company, changed);
      expect((await api.request(updateCompanyProfile, form, { as: company.owner })).status).toBe(200);
    };
    await save({ name: 'Facts and Figures Limited' });
    expect(await list(company)).toEqual([]);
    await save({ regulatedIn: ['NZL', 'AUS'] });
    expect(await levels(company)).toEqual([{ level: 'enhanced', clients: 1 }]);
    const [change] = await list(company);
    expect(change).toMatchObject({ kind: 'company', cause: 'Company details', clientsListed: 1 });
  });

  test('are written once after a release whose shipped lists have other countries, for sign-off', async () => {
    const company = await api.addCompany('Released Limited');
    const run = () => checkLawChanges(api.database.db, { now: api.clock.now });
    await run();
    const iran = await clientFrom(company, 'Iran', 'IRN');
    await clientFrom(company, 'Home', 'NZL');
    await run();
    expect(await levels(company)).toEqual([{ level: 'standard', clients: 2 }]);
    // As the release before left it, whose lists did not have Iran.
    await api.database.asSuperuser(
      `UPDATE assay.law_checks SET shipped_lists = shipped_lists
          || jsonb_build_object('callForAction', (shipped_lists -> 'callForAction') - 'IRN')
          || jsonb_build_object('firm', (shipped_lists -> 'firm') - 'IRN')
        WHERE company_id = $1`,
      [company.id],
    );
    await run();
    expect(await levels(company)).toEqual([
      { level: 'enhanced', clients: 1 },
      { level: 'standard', clients: 1 },
    ]);
    const [change, ...others] = await list(company);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'company',
      cause: expect.stringMatching(/^Country lists published: FATF call for action \(.*\) and Internal list/),
      status: 'open',
      clientsChecked: 2,
    });
    expect((await read(company, change?.id ?? '')).clients).toMatchObject([
      { clientId: iran, before: { level: 'standard' }, after: { level: 'enhanced' } },
    ]);
    expect(await events(company, 'client.cddLevelChanged')).toBe(1);
    await run();
    expect(await list(company)).toHaveLength(1);
  });

  test('are checked once after the upgrade, of which no list is on record', async () => {
    const company = await api.addCompany('Upgraded Limited');
    await checkLawChanges(api.database.db, { now: api.clock.now });
    await clientFrom(company, 'Iran', 'IRN');
    await api.database.asSuperuser('UPDATE assay.law_checks SET shipped_lists = NULL WHERE company_id = $1', [
      company.id,
    ]);
    await checkLawChanges(api.database.db, { now: api.clock.now });
    await checkLawChanges(api.database.db, { now: api.clock.now });
    expect(await levels(company)).toEqual([{ level: 'enhanced', clients: 1 }]);
    expect(await list(company)).toMatchObject([{ clientsListed: 1 }]);
  });

  describe('beside a command about a client', () => {
    const deps = () => ({ db: api.database.db, now: api.clock.now });
    /** The client moves to Panama, and its level is written. */
    const move = async (work: Parameters<typeof writeCddLevel>[0], id: string) => {
      const moved = sql`individual || jsonb_build_object('residenceCountry', 'PAN')`;
      await sql`UPDATE clients SET individual = ${moved} WHERE id = ${id}`.execute(work.trx);
      return writeCddLevel(work, id);
    };

    test('that has read the former list are written when it has ended', async () => {
      const company = await api.addCompany('First Limited');
      const id = await clientFrom(company, 'Home', 'NZL');
      await runWhileLocked(
        api,
        company.id,
        (trx) => move({ time: api.clock.now, by: jobActor(company.id, 'test-job'), trx }, id),
        () => saveFirm(company, add('PAN')),
      );
      expect(await levels(company)).toEqual([{ level: 'enhanced', clients: 1 }]);
    });

    test('that began before the list was saved are written by the new list', async () => {
      const company = await api.addCompany('Second Limited');
      const id = await clientFrom(company, 'Home', 'NZL');
      await runWhileAlone(
        api,
        company.id,
        async (trx) => {
          await insertList(trx, {
            company_id: company.id,
            key: 'firm',
            version: 1,
            as_at: '2026-06-19',
            countries: ['PAN'],
            added: ['PAN'],
            source: '',
            note: '',
            saved_at: api.clock.now().toISOString(),
            saved_by: company.owner.id,
          });
        },
        () => inWork(deps(), jobActor(company.id, 'test-job'), (work) => move(work, id)),
      );
      expect(await levels(company)).toEqual([{ level: 'enhanced', clients: 1 }]);
    });
  });

  /** Everything that a preview must not change. */
  const stored = async ({ id }: TestCompany) => {
    const rows = (sql: string) => api.database.asSuperuser(sql, [id]).then((found) => found.rows);
    return [
      await rows(
        'SELECT id, cdd_level, cdd_reasons, version FROM assay.clients WHERE company_id = $1 ORDER BY id',
      ),
      await rows('SELECT version, regulated_in FROM assay.companies WHERE id = $1'),
      await rows('SELECT key, version FROM assay.country_lists WHERE company_id = $1'),
      await rows('SELECT id FROM assay.law_changes WHERE company_id = $1'),
      await rows('SELECT count(*)::int AS count FROM assay.audit_events WHERE chain = $1'),
    ];
  };
  const listedClients = async (company: TestCompany) => {
    const [change] = await list(company);
    const { clients } = await read(company, change?.id ?? '');
    return clients.sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
  };

  test('are previewed for a country list as saving it then lists them, and nothing is saved before', async () => {
    const company = await api.addCompany('Previewing Limited');
    await clientFrom(company, 'Panama', 'PAN');
    await clientFrom(company, 'Vanuatu', 'VUT');
    await clientFrom(company, 'Home', 'NZL');
    const other = await api.addCompany('Elsewhere Limited');
    await clientFrom(other, 'Panama', 'PAN');
    const before = await stored(company);
    expect(await previewFirm(company, (countries) => countries)).toEqual({
      changesRules: false,
      clients: [],
      clientsChecked: 0,
      nextAfter: null,
    });
    const preview = await previewFirm(company, add('PAN', 'VUT'));
    expect(preview).toMatchObject({ changesRules: true, clientsChecked: 3, nextAfter: null });
    expect(await stored(company)).toEqual(before);
    await saveFirm(company, add('PAN', 'VUT'));
    expect(await listedClients(company)).toEqual(preview.clients);
    expect(preview.clients).toHaveLength(2);
  });

  test('are previewed for the company’s details as saving them then lists them', async () => {
    const company = await api.addCompany('Previewed Facts Limited');
    await clientFrom(company, 'Iran', 'IRN');
    const before = await stored(company);
    const preview = async (changed: object) => {
      const form = { ...(await profileForm(company, changed)), query: {} };
      return (await api.request(previewCompanyChange, form, { as: company.owner })).response;
    };
    expect((await preview({ name: 'Another Name Limited' })).changesRules).toBe(false);
    const changed = { regulatedIn: ['NZL', 'AUS'] };
    const { clients, clientsChecked } = await preview(changed);
    expect([clients.length, clientsChecked]).toEqual([1, 1]);
    expect(await stored(company)).toEqual(before);
    await api.request(updateCompanyProfile, await profileForm(company, changed), { as: company.owner });
    expect(await listedClients(company)).toEqual(clients);
  });

  test('are not previewed where saving is rejected, for the same reasons beside the same fields', async () => {
    const company = await api.addCompany('Rejecting Limited');
    const form = await firmForm(company, remove('IRN'));
    const body = { ...(form.body as object), asAt: '2100-01-01' } as never;
    const details = await profileForm(company, {
      regulatedIn: ['NZL'],
      australianTranche: 'T1',
      version: 99,
    });
    const refusals = async (as: TestCompany['owner']) => [
      [
        await api.request(saveCountryList, { ...form, body }, { as }),
        await api.request(previewCountryList, { ...form, body, query: {} }, { as }),
      ],
      [
        await api.request(updateCompanyProfile, details, { as }),
        await api.request(previewCompanyChange, { ...details, query: {} }, { as }),
      ],
    ];
    const told = ({ status, problem }: { status: number; problem: { code: string; fields?: unknown } }) => ({
      status,
      code: problem.code,
      fields: problem.fields,
    });
    const [lists, facts] = await refusals(company.owner);
    expect(told(lists?.[1] as never)).toEqual(told(lists?.[0] as never));
    expect(lists?.[1]).toMatchObject({
      status: 422,
      problem: { fields: { asAt: [expect.anything()], countries: [expect.anything()] } },
    });
    expect(told(facts?.[1] as never)).toEqual(told(facts?.[0] as never));
    expect(facts?.[1]?.status).toBe(409);
  });

  test('are previewed for a large company in calls of 500 clients', async () => {
    const company = await api.addCompany('Large Preview Limited');
    await copyClients(api, await clientFrom(company, 'Panama', 'PAN'), 520, 50);
    const first = await previewFirm(company, add('PAN'));
    expect([first.clients.length, first.clientsChecked]).toEqual([500, 500]);
    const second = await previewFirm(company, add('PAN'), first.nextAfter ?? undefined);
    expect([second.clients.length, second.clientsChecked, second.nextAfter]).toEqual([21, 21, null]);
    const ids = [...first.clients, ...second.clients].map(({ clientId }) => clientId);
    expect(new Set(ids).size).toBe(521);
  });

  test('of a large company are written in batches by the job, once, also after it was killed', async () => {
    const company = await api.addCompany('Large Limited');
    const first = await clientFrom(company, 'Panama', 'PAN');
    await copyClients(api, first, 520, 50);
    await saveFirm(company, add('PAN'));
    expect(await levels(company)).toEqual([{ level: 'standard', clients: 521 }]);
    expect(await list(company)).toMatchObject([{ status: 'checking', clientsChecked: 0 }]);
    let calls = 0;
    const dying = () => {
      calls += 1;
      if (calls % 9 === 0) throw new Error('killed');
      return api.clock.now();
    };
    const run = (now = api.clock.now) => checkCompanyChanges(api.database.db, { now });
    await expect(run(dying)).rejects.toThrow('killed');
    const [started] = await list(company);
    expect(started?.status).toBe('checking');
    expect(started?.clientsChecked).toBeGreaterThan(0);
    await run();
    expect(await run()).toEqual({ checked: 0 });
    expect(await levels(company)).toEqual([{ level: 'enhanced', clients: 521 }]);
    expect(await list(company)).toMatchObject([{ status: 'open', clientsChecked: 521, clientsListed: 521 }]);
    expect(await events(company, 'client.cddLevelChanged')).toBe(521);
  });
});
