import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLawChanges } from '#api/checks/law-changes/check-job.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import {
  exportLawChange,
  type LawChange,
  listLawChanges,
  readLawChange,
  signOffLawChange,
} from '#contract/cdd/law-changes.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { latestRevision, ruleRevisions } from '#rules/law-changes/rule-revisions.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { confirmedMatch, copyClients } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../activities/support.ts';

const note = 'Every client is asked for what is missing at its next review.';

describe.each(testEngines)('law changes on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  /** A company in both countries whose clients were last checked the day before Australia’s reform. */
  async function companyBefore(name: string, clients: number): Promise<TestCompany & { first: string }> {
    const company = await api.addCompany(name);
    await api.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'] WHERE id = $1`,
      [company.id],
    );
    const first = await addClient(api, company, 'Changeton', { status: 'active' });
    if (clients > 1) await copyClients(api, first, clients - 1, 50);
    await api.database.asSuperuser(
      `INSERT INTO assay.law_checks (company_id, checked_through, revision) VALUES ($1, '2026-03-30', 0)
         ON CONFLICT (company_id) DO UPDATE SET checked_through = '2026-03-30'`,
      [company.id],
    );
    return { ...company, first };
  }

  const run = (now = api.clock.now) => checkLawChanges(api.database.db, { now });
  const list = async ({ staff }: TestCompany): Promise<LawChange[]> =>
    (await api.request(listLawChanges, {}, { as: staff })).response.items;
  const reform = async (company: TestCompany): Promise<LawChange> => {
    const found = (await list(company)).find(({ effectiveOn }) => effectiveOn === '2026-03-31');
    if (found === undefined) throw new Error('The reform is not listed.');
    return found;
  };
  const signOff = (company: TestCompany, { id, version }: LawChange, as = company.owner) =>
    api.request(signOffLawChange, { params: { id }, body: { version, note } }, { as });

  test('lists clients whose requirements change, before and after, with the reason', async () => {
    const company = await companyBefore('Reform Limited', 1);
    const { response: before } = await api.request(
      readDiligence,
      { params: { id: company.first } },
      { as: company.staff },
    );
    await run();
    const change = await reform(company);
    expect(change).toMatchObject({ kind: 'day', status: 'open', clientsChecked: 1, clientsListed: 1 });
    const { response } = await api.request(
      readLawChange,
      { params: { id: change.id }, query: {} },
      { as: company.auditor },
    );
    expect(response.maySignOff).toBe(false);
    const [client] = response.clients;
    expect(client).toMatchObject({ clientId: company.first, name: 'Hinemoa Changeton' });
    expect(client?.after.lines.some(({ provision }) => provision.includes('AU'))).toBe(true);
    expect(client?.rules.every(({ jurisdiction }) => jurisdiction === 'AUS')).toBe(true);
    const day = (await list(company)).find(({ effectiveOn }) => effectiveOn === '2026-05-19');
    expect(day).toMatchObject({ status: 'noClients', clientsChecked: 1, clientsListed: 0 });
    // The client's own data did not change.
    const { response: after } = await api.request(
      readDiligence,
      { params: { id: company.first } },
      { as: company.staff },
    );
    expect([after.status, after.cddStatus, after.version]).toEqual([
      before.status,
      before.cddStatus,
      before.version,
    ]);
    const history = await api.request(
      readClientHistory,
      { params: { id: company.first }, query: {} },
      { as: company.staff },
    );
    expect(history.response.events.map(({ action }) => action)).toContain('client.lawChanged');
  });

  test('starts a new company at today, and lists no client twice', async () => {
    const company = await api.addCompany('New Limited');
    await addClient(api, company, 'Newton', { status: 'active' });
    await run();
    expect(await list(company)).toEqual([]);
    expect(await run()).toEqual({ checked: 0 });
  });

  test('resumes where it stopped when killed in the middle of a batch', async () => {
    const company = await companyBefore('Killed Limited', 130);
    let calls = 0;
    const dying = () => {
      calls += 1;
      if (calls % 9 === 0) throw new Error('killed');
      return api.clock.now();
    };
    let kills = 0;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await run(dying).catch((error: Error) => {
        expect(error.message).toBe('killed');
        kills += 1;
      });
    }
    expect(kills).toBeGreaterThan(0);
    await run();
    expect(await reform(company)).toMatchObject({ clientsChecked: 130, clientsListed: 130, status: 'open' });
    const { id } = await reform(company);
    const { rows } = await api.database.asSuperuser(
      `SELECT count(*)::int AS events FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.chain = $1 AND e.action = 'client.lawChanged' AND d.detail::jsonb->>'lawChangeId' = $2`,
      [company.id, id],
    );
    expect(rows).toEqual([{ events: 130 }]);
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { response } = await api.request(
        readLawChange,
        { params: { id }, query: cursor === undefined ? {} : { cursor } },
        { as: company.staff },
      );
      names.push(...response.clients.map(({ clientId }) => clientId));
      if (response.nextCursor === null) break;
      cursor = response.nextCursor;
    }
    expect(new Set(names).size).toBe(130);
    const csv = await api.request(exportLawChange, { params: { id } }, { as: company.auditor });
    expect(csv.text.trim().split('\r\n')).toHaveLength(131);
  });

  test('lists again the clients that a release’s correction affects, against their records', async () => {
    const company = await companyBefore('Corrected Limited', 1);
    await run();
    const known = (await list(company)).length;
    const { response } = await api.request(
      readDiligence,
      { params: { id: company.first } },
      { as: company.staff },
    );
    const code = response.reasons.find(({ code: one }) => one !== undefined)?.code ?? '';
    await api.database.asSuperuser(
      `UPDATE assay.clients SET cdd_level = 'simplified', cdd_reasons = '[]' WHERE id = $1`,
      [company.first],
    );
    const text = 'A corrected rule.';
    const next = { revision: latestRevision() + 1, on: '2026-11-24', codes: [code], text };
    const revisions = [...ruleRevisions, next];
    const runRelease = () => checkLawChanges(api.database.db, { now: api.clock.now, revisions });
    await runRelease();
    await runRelease();
    const items = await list(company);
    expect(items).toHaveLength(known + 1);
    expect(items.find(({ rules }) => rules.some((rule) => rule.text === text))).toMatchObject({
      kind: 'release',
      status: 'open',
      clientsListed: 1,
      rules: [{ code, text }],
    });
  });

  test('lists the clients with a match under a prohibition that a release corrects, or with such a related party', async () => {
    const company = await companyBefore('Prohibited Limited', 1);
    const named = (name: string) => addClient(api, company, name, { status: 'active' });
    const [part4, autonomous, unknown, above] = [
      await named('Partfour'),
      await named('Autonomy'),
      await named('Unknownby'),
      await named('Aboveit'),
    ];
    const body = { partyClientId: part4, roles: ['actingFor'] };
    await api.request(addParty, { params: { id: above }, body: body as never }, { as: company.owner });
    await confirmedMatch(api, company, part4, company.owner, 'dfat', ['1373 (2001)']);
    await confirmedMatch(api, company, autonomous, company.owner, 'dfat', ['Autonomous (Russia)']);
    await confirmedMatch(api, company, unknown, company.owner, 'dfat', []);
    await run();
    const text = 'Told apart.';
    const next = { revision: latestRevision() + 1, on: '2026-11-29', codes: ['au.tfs.terrorism'], text };
    await checkLawChanges(api.database.db, { now: api.clock.now, revisions: [...ruleRevisions, next] });
    const change = (await list(company)).find(({ rules }) => rules.some((rule) => rule.text === text));
    expect(change).toMatchObject({
      kind: 'release',
      status: 'open',
      clientsListed: 3,
      rules: [{ code: 'au.tfs.terrorism', jurisdiction: 'AUS', text }],
    });
    const { response } = await api.request(
      readLawChange,
      { params: { id: change?.id ?? '' }, query: {} },
      { as: company.staff },
    );
    expect(new Set(response.clients.map(({ clientId }) => clientId))).toEqual(
      new Set([part4, unknown, above]),
    );
    for (const { after } of response.clients) {
      expect(after.lines).toMatchObject([
        { provision: 'Charter of the United Nations Act 1945 (AU) ss 15, 20, 21', state: 'outstanding' },
      ]);
    }
  });

  test('is signed off once, with a note, by the compliance officer or an owner where there is none', async () => {
    const company = await companyBefore('Signed Limited', 1);
    await run();
    const change = await reform(company);
    for (const as of [company.staff, company.auditor]) {
      expect((await signOff(company, change, as)).problem.code).toBe('role.forbidden');
    }
    const { b } = api.companies;
    expect((await signOff(company, change, b.owner)).problem.code).toBe('record.notFound');
    const blank = await api.request(
      signOffLawChange,
      { params: { id: change.id }, body: { version: change.version, note: ' ' } },
      { as: company.owner },
    );
    expect(blank.problem.fields?.note).toEqual(['Enter a note on what will be done about these clients']);
    const officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    expect((await signOff(company, change)).problem).toMatchObject({ code: 'role.forbidden' });
    expect((await signOff(company, { ...change, version: 9 }, officer)).problem.code).toBe(
      'record.versionConflict',
    );
    expect((await signOff(company, change, officer)).response).toMatchObject({
      status: 'signedOff',
      signedOff: { by: { id: officer.id }, note },
    });
    const signed = await reform(company);
    expect((await signOff(company, signed, officer)).status).toBe(422);
    await run();
    expect((await reform(company)).version).toBe(signed.version);
  });

  test.each([
    ['checking', 'still being checked'],
    ['noClients', 'nothing to sign off'],
  ])('cannot be signed off in status %s', async (status, message) => {
    const company = await companyBefore(`Unsigned ${status} Limited`, 1);
    await run();
    const change = await reform(company);
    const setStatus = (to: string) =>
      api.database.asSuperuser(
        `UPDATE assay.law_changes SET status = $1, finished_at = CASE $1 WHEN 'checking' THEN NULL ELSE now() END
          WHERE id = $2`,
        [to, change.id],
      );
    await setStatus(status);
    expect((await signOff(company, change)).problem.detail).toContain(message);
    await setStatus('open');
  });

  test('is neither shown to another company nor signed off by it', async () => {
    const company = await companyBefore('Neighbour Limited', 1);
    const stranger = await api.addCompany('Stranger Limited');
    await run();
    const change = await reform(company);
    const read = await api.request(
      readLawChange,
      { params: { id: change.id }, query: {} },
      { as: stranger.owner },
    );
    expect(read.problem.code).toBe('record.notFound');
    expect((await signOff(stranger, change)).problem.code).toBe('record.notFound');
    expect((await reform(company)).status).toBe('open');
  });

  test('is signed off by an owner in a company with an owner alone', async () => {
    const company = await companyBefore('Owner Limited', 1);
    await run();
    expect((await signOff(company, await reform(company))).status).toBe(200);
  });
});
