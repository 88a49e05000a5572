import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceListProblems } from '#api/follow-up/monitoring-runs/announce-lists-job.ts';
import { markMisreadResults } from '#api/follow-up/monitoring-runs/mark-misread-results.ts';
import { sandboxReach } from '#api/kernel/network-reach.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { fetchLists, type ListAddresses, retryLists } from '#api/records/screening-lists/scheduled-fetch.ts';
import { readClient } from '#contract/clients/clients.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import { listAuditLog } from '#contract/platform/audit.ts';
import { readHome } from '#contract/views/home.ts';
import { zonedInstantFormatter } from '#rules/format/dates.ts';
import { listen, type NodeEnv } from '#sandbox/listen.ts';
import { openListPublishers } from '#sandbox/lists/app.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { aWorklist, copyClients, foundAlert, runNow } from '#tests/support/api/monitoring.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

const hour = 3600;
const ofac = 'OFAC Specially Designated Nationals';
const ownList = (name: string) => `id,name,type,reason\nx1,${name},person,sanction\n`;

describe.each(testEngines)('lists that are not current on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;
  let folder: string;
  let served: Awaited<ReturnType<typeof listen>>;
  let addresses: ListAddresses;
  let isDown = false;

  beforeAll(async () => {
    api = await openTestApi(engine);
    folder = await mkdtemp(join(tmpdir(), 'assay-publishers-'));
    const publishers = openListPublishers({ stateDir: folder });
    const app = new Hono<NodeEnv>();
    app.use(async (c, next) => (isDown ? c.text('Down for maintenance', 503) : next()));
    app.route('/', publishers.app);
    served = await listen(app, '127.0.0.1', 0);
    addresses = await publishers.urls(served.url);
    company = api.companies.a;
    await api.addMember(company.id, { designations: ['complianceOfficer'], name: 'Olive Officer' });
    await aWorklist(api, company);
    await fetched();
  });
  afterAll(async () => {
    await api.close();
    await served.close();
    await rm(folder, { recursive: true });
  });

  const deps = () => ({
    db: api.database.db,
    now: api.clock.now,
    storage: undefined,
    incomingFolder: join(folder, 'incoming'),
    addresses,
    reach: sandboxReach,
    screening: createListEngine({ db: api.database.db }),
  });
  const fetched = () => fetchLists(deps());
  const failing = async () => {
    isDown = true;
    const { lists } = await fetchLists(deps(), ['nzRussia']);
    isDown = false;
    expect(lists).toMatchObject([{ outcome: 'failed' }]);
  };
  const announced = (more: { addresses?: ListAddresses } = {}) =>
    announceListProblems({ ...deps(), ...more });
  const marked = async () => (await markMisreadResults(deps())).noLongerClear;

  const aClient = (familyName: string, of = company) =>
    individualWithEvidence(api, of, { familyName, without: ['screening', 'assessment'] });
  const screened = (id: string, of = company) =>
    api.request(
      screenClient,
      { params: { id }, body: {}, requestKey: crypto.randomUUID() },
      { as: of.staff },
    );
  const enrolled = (id: string) =>
    transitionClientTo(api, company.staff, id, { lifecycle: 'client', to: 'onboarding', reason: undefined });
  const gapsOf = async (id: string, of = company) =>
    (await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: of.staff })).response;
  const standing = async (id: string, of = company) => {
    const { sanctionsStatus, screeningGaps } = (
      await api.request(readClient, { params: { id } }, { as: of.staff })
    ).response;
    return [
      sanctionsStatus,
      ...screeningGaps.map(({ regime, list, problem }) => `${regime ?? list} ${problem}`),
    ];
  };
  const alerts = async (of = company) =>
    (await api.request(listAlerts, { query: { type: 'listNotCurrent' } }, { as: of.owner })).response.items;
  const listView = async (source: string, of = company) =>
    (await api.request(readScreeningLists, {}, { as: of.staff })).response.lists.find(
      (list) => list.source === source,
    );
  /** Changes the reading of a list's active version, as another release of the reader or a confirmed version would. */
  const reread = (source: string, change: 'reader_version = 1' | 'unread_rows = 2' | 'unread_rows = 0') =>
    api.database.asSuperuser(
      `UPDATE assay.screening_list_versions v SET ${change} FROM assay.screening_lists l
        WHERE l.id = v.list_id AND v.status = 'inUse' AND l.source = $1`,
      [source],
    );

  test('24 hours without a fetch end “Clear” for those screened then, and alert the officer', async () => {
    const before = await aClient('Beforehand');
    await screened(before);
    expect(await standing(before)).toEqual(['clear']);
    await failing();
    const failedAt = api.clock.now().getTime();
    await api.clock.advance(23 * hour + 59 * 60 - 30);
    // The first failure counts, not the last.
    await failing();
    const inTime = await aClient('Intime');
    await screened(inTime);
    expect(await standing(inTime)).toEqual(['clear']);
    expect((await listView('nzRussia'))?.notFetched).toBeNull();
    await announced();
    expect(await alerts()).toEqual([]);

    await api.clock.advance(90);
    const late = await aClient('Toolate');
    await screened(late);
    expect(await standing(late)).toEqual(['incomplete', 'nzRussia notFetched']);
    // Screened while the list was current.
    expect(await marked()).toBe(0);
    expect(await standing(before)).toEqual(['clear']);
    const [gap] = (await gapsOf(late)).gaps;
    expect(gap).toMatchObject({ reason: expect.stringContaining('503') });
    expect(Math.abs(Date.parse(gap?.since ?? '') - failedAt)).toBeLessThan(5000);
    const { items } = await getDiligence(api, company.staff, late);
    const since = zonedInstantFormatter('Pacific/Auckland')(gap?.since ?? '');
    expect(items.find(({ code }) => /sanctions/i.test(code))?.text).toBe(
      `Screening incomplete: NZ Russia sanctions register could not be updated since ${since} (NZ Russia Sanctions Act 2022): ${gap?.reason}. The list is fetched again every hour; screen again once it is up to date.`,
    );
    expect(await listView('nzRussia')).toMatchObject({
      notFetched: { since: gap?.since, reason: gap?.reason },
    });
    const { required } = (await api.request(readScreeningLists, {}, { as: company.staff })).response;
    expect(required.find(({ regime }) => regime === 'nzRussia')).toMatchObject({
      state: 'notFetched',
      since: gap?.since,
      reason: gap?.reason,
    });
    const home = (await api.request(readHome, { query: {} }, { as: company.staff })).response;
    expect(home.listProblems).toMatchObject([{ regime: 'nzRussia', state: 'notFetched', since: gap?.since }]);

    await announced();
    expect(await announced()).toEqual({ opened: 0, closed: 0 });
    const [alert, ...more] = await alerts();
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      severity: 'high',
      resourceType: 'screeningLists',
      resourceName: 'NZ Russia sanctions register',
      assignee: { name: 'Olive Officer' },
      summary: `NZ Russia sanctions register could not be updated since ${since}: ${gap?.reason}. Screenings against it are incomplete until it is up to date. Assay tries again every hour; ask your Assay operator if this continues.`,
    });
    expect(await alerts(api.companies.b)).toHaveLength(1);

    // The hourly job tries the failed list and no other.
    expect(await retryLists(deps())).toMatchObject({ lists: [{ source: 'nzRussia', outcome: 'identical' }] });
    expect(await retryLists(deps())).toEqual({ lists: [] });
    await announced();
    expect(await alerts()).toEqual([]);
    await screened(late);
    expect(await standing(late)).toEqual(['clear']);
  });

  test('a list that an older reader read ends “Clear” for everyone, until it is read again', async () => {
    await fetched();
    const ids = [await aClient('Olderreading'), await aClient('Olderreadingtoo')];
    const [id = ''] = ids;
    for (const one of ids) await screened(one);
    await enrolled(id);
    await runNow(api);
    const potential = await aClient('Potentialmatch');
    await foundAlert(api, company, potential);
    expect(await marked()).toBe(0);
    await reread('un', 'reader_version = 1');
    expect(await standing(id)).toEqual(['clear']);
    expect(await marked()).toBeGreaterThanOrEqual(2);
    for (const one of ids) expect(await standing(one)).toEqual(['incomplete', 'un olderReader']);
    // A match stays one; without it the client would be incomplete.
    expect(await standing(potential)).toEqual(['potential', 'un olderReader']);
    expect(await marked()).toBe(0);
    expect(await standing(id)).toEqual(['incomplete', 'un olderReader']);
    const { events } = (
      await api.request(listAuditLog, { query: { search: 'screenings incomplete' } }, { as: company.owner })
    ).response;
    expect(events[0]).toMatchObject({
      action: 'company.screeningsIncomplete',
      reason: expect.stringMatching(
        /^UN Security Council Consolidated List was read by an older reader on \d/,
      ),
    });

    // It is fetched, so no one needs to be told unless that fails.
    await announced();
    expect(await alerts()).toEqual([]);
    await announced({ addresses: {} });
    expect(await alerts()).toMatchObject([
      {
        summary: expect.stringContaining('Ask your Assay operator to import it.'),
        assignee: { name: 'Olive Officer' },
      },
    ]);

    // While nothing else was wrong than before, monitoring does not screen the same clients each minute.
    const times = (await gapsOf(id)).screenings.length;
    await runNow(api);
    await runNow(api);
    expect((await gapsOf(id)).screenings).toHaveLength(times);
    await screened(id);
    expect(await standing(id)).toEqual(['incomplete', 'un olderReader']);

    expect(await retryLists(deps())).toMatchObject({ lists: [{ source: 'un', outcome: 'inUse' }] });
    await announced();
    expect(await alerts()).toEqual([]);
    await runNow(api);
    expect(await standing(id)).toEqual(['clear']);
    // In no worklist: it stays incomplete until someone screens it.
    expect(await standing(ids[1] ?? '')).toEqual(['incomplete', 'un olderReader']);
    await screened(ids[1] ?? '');
    expect(await standing(ids[1] ?? '')).toEqual(['clear']);
  });

  test('a list with unread rows does so too, though no law requires it', async () => {
    await fetched();
    const id = await aClient('Unreadrows');
    await screened(id);
    await enrolled(id);
    await runNow(api);
    await reread('ofac', 'unread_rows = 2');
    expect(await marked()).toBeGreaterThanOrEqual(1);
    expect(await standing(id)).toEqual(['incomplete', `${ofac} unreadRows`]);
    expect((await gapsOf(id)).gaps).toMatchObject([{ list: ofac, rows: 2 }]);
    await screened(id);
    expect(await standing(id)).toEqual(['incomplete', `${ofac} unreadRows`]);
    expect((await listView('ofac'))?.inUse?.unreadRows).toBe(2);
    const home = (await api.request(readHome, { query: {} }, { as: company.staff })).response;
    expect(home.listProblems).toEqual([]);
    expect(home.otherListProblems).toMatchObject([{ list: ofac, problem: 'unreadRows', rows: 2 }]);
    await announced();
    expect(await alerts()).toMatchObject([{ summary: expect.stringContaining('2 rows could not be read') }]);
    await reread('ofac', 'unread_rows = 0');
    await announced();
    expect(await alerts()).toEqual([]);
    await runNow(api);
    expect(await standing(id)).toEqual(['clear']);
  });

  test('a company’s own list does so for its clients alone, and its officer is asked to upload it again', async () => {
    await fetched();
    const { b } = api.companies;
    await sendOwnList(api, company.owner, ownList('Zzyzx Nobodyelse'));
    const [id, other] = [await aClient('Owninglist'), await aClient('Othercompany', b)];
    await screened(id);
    await screened(other, b);
    await reread('own', 'reader_version = 1');
    expect(await marked()).toBeGreaterThanOrEqual(1);
    expect(await standing(id)).toEqual(['incomplete', 'Our own list olderReader']);
    expect(await standing(other, b)).toEqual(['clear']);
    const { items } = await getDiligence(api, company.staff, id);
    expect(items.find(({ code }) => /sanctions/i.test(code))?.text).toContain(
      'Upload the internal list again under Settings, Screening lists, then screen again.',
    );
    expect(await listView('own')).toMatchObject({ isOlderReading: true });
    await api.database.asSuperuser(
      `UPDATE assay.screening_list_versions v SET files = '[]' FROM assay.screening_lists l
        WHERE l.id = v.list_id AND l.source = 'own'`,
    );
    await announced();
    expect(await alerts()).toMatchObject([
      { resourceName: 'Our own list', summary: expect.stringContaining('until you upload your list again') },
    ]);
    expect(await alerts(b)).toEqual([]);
    await sendOwnList(api, company.owner, ownList('Zzyzx Nobodyelse'));
    expect(await listView('own')).toMatchObject({ isOlderReading: false });
    await announced();
    expect(await alerts()).toEqual([]);
    await screened(id);
    expect(await standing(id)).toEqual(['clear']);
  });

  test('more clients than one transaction takes lose “Clear”, each once', async () => {
    const large = await api.addCompany('Large Practice');
    await fetched();
    const id = await aClient('Copied', large);
    await screened(id, large);
    await copyClients(api, id, 1100, 2);
    const countBy = async () =>
      (
        await api.database.asSuperuser(
          `SELECT sanctions_status AS status, jsonb_array_length(screening_gaps) AS gaps, count(*)::int AS clients
             FROM assay.clients WHERE company_id = $1 GROUP BY 1, 2`,
          [large.id],
        )
      ).rows;
    await reread('nzPolice', 'unread_rows = 2');
    let batches = 0;
    await markMisreadResults({
      ...deps(),
      onBatch: () => {
        batches += 1;
      },
    });
    expect(batches).toBeGreaterThanOrEqual(3);
    expect(await marked()).toBe(0);
    expect(await countBy()).toEqual([{ status: 'incomplete', gaps: 1, clients: 1101 }]);
    await reread('nzPolice', 'unread_rows = 0');
  });
});
