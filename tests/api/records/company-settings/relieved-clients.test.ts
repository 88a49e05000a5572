import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readCompanyProfile, updateCompanyProfile } from '#contract/company/company-settings.ts';
import { readOnboarding, saveCompanyDetails } from '#contract/company/onboarding.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { showPreCommencement } from '#tests/support/api/pre-commencement.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { insertMany } from '#tests/support/database/insert-many.ts';
import { addClient } from '../../checks/activities/support.ts';

interface Change {
  sector?: string;
  firstServiceNz?: string | undefined;
  regulatedIn?: string[];
  confirmations?: string[];
}

describe.each(testEngines)('company details by which clients count as pre-commencement, on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  /** Without the fields that are not recorded, which a form leaves out. */
  const filled = (form: object) =>
    Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));

  const saves = {
    'PUT /company': async ({ owner }: TestCompany, change: Change) => {
      const { response } = await api.request(readCompanyProfile, {}, { as: owner });
      const { updatedAt: _updatedAt, ...form } = response;
      const body = { ...filled(form), ...change } as never;
      return api.request(updateCompanyProfile, { body }, { as: owner });
    },
    'PUT /onboarding/company': async ({ owner }: TestCompany, change: Change) => {
      const { response } = await api.request(readOnboarding, {}, { as: owner });
      const { name: _name, ...form } = response.company;
      const address = {
        countryCode: 'NZL',
        addressLine1: '1 Sample Street',
        state: 'Wellington',
        postcode: '6011',
      };
      const body = { ...filled(form), legalName: 'Sample Limited', address, ...change } as never;
      return api.request(saveCompanyDetails, { body }, { as: owner });
    },
  };

  /** An estate agency whose clients of 2018, with documents of 2005, are ones of before 2019. */
  async function agency(clients: number) {
    const company = await api.addCompany('Rimu Real Estate');
    const set = (assignments: string) =>
      api.database.asSuperuser(`UPDATE assay.companies SET ${assignments} WHERE id = $1`, [company.id]);
    await set(`sector = 'realEstate', regulated_in = '{NZL}', enrolment_number = NULL`);
    const ids: string[] = [];
    for (let index = 0; index < clients; index += 1) {
      const id = await addClient(api, company, `Before ${index}`, {
        status: 'active',
        pre_commencement: true,
        relationship_started_on: '2018-08-01',
      });
      expect((await showPreCommencement(api, company.owner, id)).status).toBe(200);
      ids.push(id);
    }
    return { company, set, ids };
  }

  const isRequired = async (company: TestCompany, id = '') =>
    (await getDiligence(api, company.owner, id)).items.some(({ code }) => code === 'identity.verified');

  const history = (company: TestCompany) =>
    asTenant(api.database.db, company.id, async (trx) => {
      const events = await trx
        .selectFrom('audit_events as e')
        .innerJoin('audit_details as d', 'd.id', 'e.detail_id')
        .select('d.detail')
        .where('e.action', '=', 'company.updated')
        .orderBy('e.seq')
        .execute();
      return events.map(({ detail }) => (detail as { relievedClients?: number }).relievedClients ?? 0);
    });

  describe.each(Object.entries(saves))('%s', (_, save) => {
    test('asks before a first service day moved back relieves clients, and names them', async () => {
      const { company, set, ids } = await agency(2);
      await set(`first_service_nz = '2019-05-01'`);
      expect(await isRequired(company, ids[0])).toBe(true);

      const asked = await save(company, { firstServiceNz: '2010-01-01' });
      expect([asked.status, asked.problem.code]).toEqual([409, 'confirmation.required']);
      expect(asked.problem.questions).toEqual([
        {
          code: 'clientsRelieved',
          confirmation: expect.stringMatching(/^clientsRelieved:[0-9a-f]{32}$/),
          text: expect.stringMatching(
            /^With these details 2 clients count as pre-commencement: .*NZ s14\(1\)\(c\).* before 1 Jan 2019\.$/,
          ),
          records: ids.map((id, index) => ({
            id,
            name: `Hinemoa Before ${index}`,
            detail: 'CDD: not started',
            reasons: ['Client since 1 Aug 2018'],
          })),
        },
      ]);
      expect(await isRequired(company, ids[0])).toBe(true);

      // The code alone, or what was confirmed before another client counted, confirms nothing.
      const [question] = asked.problem.questions ?? [];
      const confirmed = { firstServiceNz: '2010-01-01', confirmations: [question?.confirmation ?? ''] };
      expect((await save(company, { ...confirmed, confirmations: ['clientsRelieved'] })).status).toBe(409);
      const leave = (status: string) =>
        api.database.asSuperuser(`UPDATE assay.clients SET status = $1 WHERE id = $2`, [status, ids[1]]);
      await leave('exited');
      const fewer = await save(company, confirmed);
      expect(fewer.problem.questions?.[0]?.records).toHaveLength(1);
      await leave('active');

      expect((await save(company, confirmed)).status).toBe(200);
      expect(await isRequired(company, ids[0])).toBe(false);
      expect(await history(company)).toEqual([2]);
    });

    test('saves at once what relieves no client', async () => {
      const { company, set, ids } = await agency(1);
      // Already relieved, and no later than before.
      expect((await save(company, { firstServiceNz: '2017-01-01' })).status).toBe(200);
      expect((await save(company, { firstServiceNz: '2010-01-01' })).status).toBe(200);
      // From here on CDD is required of it.
      expect((await save(company, { firstServiceNz: '2019-05-01' })).status).toBe(200);
      expect(await isRequired(company, ids[0])).toBe(true);
      // Without its document it is not relieved.
      await api.database.asSuperuser(
        `UPDATE assay.documents SET scan_status = 'infected' WHERE owner_id = $1`,
        [ids[0]],
      );
      expect((await save(company, { firstServiceNz: '2010-01-01' })).status).toBe(200);
      await set(`first_service_nz = '2019-05-01'`);
      await api.database.asSuperuser(`UPDATE assay.documents SET scan_status = 'clean' WHERE owner_id = $1`, [
        ids[0],
      ]);
      expect((await save(company, { firstServiceNz: '2010-01-01' })).status).toBe(409);
      expect(await history(company)).toEqual([0, 0, 0, 0]);
    });

    test('leaves out who was relieved before', async () => {
      const { company, set, ids } = await agency(2);
      const [earlier, later] = ids;
      await set(`sector = 'legal'`);
      await api.database.asSuperuser(
        `UPDATE assay.clients SET relationship_started_on = '2018-06-30' WHERE id = $1`,
        [earlier],
      );
      const { problem } = await save(company, { sector: 'realEstate' });
      expect(problem.questions?.[0]?.records?.map(({ id }) => id)).toEqual([later]);
    });

    test.each([
      ['another sector', `sector = 'legal'`, { sector: 'realEstate' }, '1 Jan 2019'],
      ['a law that did not apply', `regulated_in = '{AUS}'`, { regulatedIn: ['NZL', 'AUS'] }, '1 Jan 2019'],
      [
        'a first service day that is taken out',
        `first_service_nz = '2020-01-01'`,
        { firstServiceNz: undefined },
        '1 Jan 2019',
      ],
    ])('asks of %s', async (_what, present, change, day) => {
      const { company, set } = await agency(1);
      await set(present);
      const asked = await save(company, change);
      expect(asked.problem.questions?.[0]?.text).toContain(`1 client counts as pre-commencement`);
      expect(asked.problem.questions?.[0]?.text).toContain(day);
    });
  });

  test('lists the first 50 by name of more', async () => {
    const { company, set, ids } = await agency(1);
    await set(`first_service_nz = '2019-05-01'`);
    const copies = (table: string, changed: string, where: string) =>
      insertMany(
        api.database,
        `INSERT INTO assay.${table} SELECT (jsonb_populate_record(t, ${changed})).*
           FROM assay.${table} t, generate_series(10, 60) n WHERE ${where} = $1::uuid`,
        [ids[0]],
      );
    // The nth copy of a client, its document and its finding have one id.
    const id = `md5($1::uuid || '-' || n)::uuid`;
    await copies('clients', `jsonb_build_object('id', ${id}, 'sort_name', 'copy ' || n)`, 't.id');
    await copies('documents', `jsonb_build_object('id', ${id}, 'owner_id', ${id})`, 't.owner_id');
    await copies(
      'client_findings',
      `jsonb_build_object('id', ${id}, 'client_id', ${id}, 'content', t.content || jsonb_build_object('documentId', ${id}))`,
      't.client_id',
    );
    const asked = await saves['PUT /company'](company, { firstServiceNz: '2010-01-01' });
    const [question] = asked.problem.questions ?? [];
    expect(question?.text).toMatch(/^With these details 52 clients .*\. The first 50 by name are listed\.$/);
    expect(question?.records).toHaveLength(50);
  });
});
