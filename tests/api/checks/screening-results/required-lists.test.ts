import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxReach } from '#api/kernel/network-reach.ts';
import { fetchLists } from '#api/records/screening-lists/scheduled-fetch.ts';
import { readClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { readCompanyProfile, updateCompanyProfile } from '#contract/company/company-settings.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import { readHome } from '#contract/views/home.ts';
import { listen } from '#sandbox/listen.ts';
import { openListPublishers } from '#sandbox/lists/app.ts';
import type { ListKey } from '#sandbox/lists/listed.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { aWorklist, day, runNow } from '#tests/support/api/monitoring.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('screening lists required by law on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  let publishers: ReturnType<typeof openListPublishers>;
  let served: Awaited<ReturnType<typeof listen>>;
  let urls: Record<ListKey, string[]>;
  beforeAll(async () => {
    api = await openTestApi(engine);
    folder = await mkdtemp(join(tmpdir(), 'assay-publishers-'));
    publishers = openListPublishers({ stateDir: folder });
    served = await listen(publishers.app, '127.0.0.1', 0);
    urls = await publishers.urls(served.url);
  });
  afterAll(async () => {
    await api.close();
    await served.close();
    await rm(folder, { recursive: true });
  });

  const fetched = (...sources: ListKey[]) =>
    fetchLists({
      db: api.database.db,
      now: api.clock.now,
      storage: undefined,
      incomingFolder: join(folder, 'incoming'),
      addresses: Object.fromEntries(sources.map((source) => [source, urls[source]])),
      reach: sandboxReach,
    });
  const screened = (company: TestCompany, id: string) =>
    api.request(
      screenClient,
      { params: { id }, body: {}, requestKey: crypto.randomUUID() },
      { as: company.staff },
    );
  const standing = async (company: TestCompany, id: string) => {
    const { sanctionsStatus, screeningGaps } = (
      await api.request(readClient, { params: { id } }, { as: company.staff })
    ).response;
    return [sanctionsStatus, screeningGaps.map(({ regime, problem }) => `${regime} ${problem}`)];
  };
  const sanctionsItems = async (company: TestCompany, id: string) =>
    (await getDiligence(api, company.staff, id)).items.filter(({ code }) => /sanctions/i.test(code));

  test('a client screened without one is not clear: the item names the list, the law and the fix', async () => {
    const { a } = api.companies;
    await sendOwnList(api, a.owner, 'id,name,type,reason\nx1,Zzyzx Nobodyelse,person,sanction\n');
    await fetched('un', 'ofac', 'nzRussia', 'dfat');
    const id = await individualWithEvidence(api, a, {
      familyName: 'Incomplete',
      without: ['screening', 'assessment'],
    });
    await screened(a, id);
    expect(await standing(a, id)).toEqual(['incomplete', ['nzTerrorism missing']]);
    const text =
      'Screening incomplete: NZ Police list of designated terrorist entities was not in use (NZ Terrorism Suppression Act 2002 s20, s22). Have the list imported under Settings, Screening lists, then screen again.';
    expect(await sanctionsItems(a, id)).toMatchObject([{ satisfied: false, text }]);
    const refused = await transitionClientTo(api, a.staff, id, {
      lifecycle: 'cdd',
      to: 'inProgress',
      reason: undefined,
    });
    expect(refused.status).toBe(200);
    const review = await transitionClientTo(api, a.staff, id, {
      lifecycle: 'cdd',
      to: 'readyForReview',
      reason: undefined,
    });
    expect(review.status).toBe(422);
    expect(JSON.stringify(review.problem)).toContain(
      'NZ Police list of designated terrorist entities was not in use',
    );
    const { gaps } = (await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: a.staff }))
      .response;
    expect(gaps).toEqual([{ regime: 'nzTerrorism', problem: 'missing' }]);
    const { required } = (await api.request(readScreeningLists, {}, { as: a.staff })).response;
    expect(required.map(({ regime, state }) => [regime, state])).toEqual([
      ['un', 'current'],
      ['nzTerrorism', 'missing'],
      ['nzRussia', 'current'],
    ]);
    const home = (await api.request(readHome, { query: {} }, { as: a.staff })).response;
    expect(home.listProblems.map(({ regime, state }) => [regime, state])).toEqual([
      ['nzTerrorism', 'missing'],
    ]);

    await fetched('nzPolice');
    await screened(a, id);
    expect(await standing(a, id)).toEqual(['clear', []]);
    expect(await sanctionsItems(a, id)).toMatchObject([{ satisfied: true }]);
    const { screenings } = (
      await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: a.staff })
    ).response;
    const used = screenings[0]?.lists.map(({ source, version, checkedAt }) => [
      source,
      version,
      checkedAt !== null,
    ]);
    expect(used).toEqual(
      expect.arrayContaining([
        ['nzPolice', '1', true],
        ['nzRussia', '1', true],
        ['un', '1', true],
      ]),
    );
  });

  test('a stale list does not count, for related parties too', async () => {
    const { a } = api.companies;
    await fetched('un', 'nzPolice', 'nzRussia');
    await api.clock.advance(8 * day);
    await fetched('un', 'nzPolice');
    const id = await individualWithEvidence(api, a, {
      familyName: 'Staleone',
      without: ['screening', 'assessment'],
    });
    const party = await individualWithEvidence(api, a, {
      familyName: 'Staleparty',
      without: ['screening', 'assessment'],
    });
    await api.request(
      addParty,
      { params: { id }, body: { partyClientId: party, roles: ['actingFor'] } } as never,
      { as: a.owner },
    );
    await screened(a, id);
    expect(await standing(a, id)).toEqual(['incomplete', ['nzRussia stale']]);
    expect(await standing(a, party)).toEqual(['incomplete', ['nzRussia stale']]);
    expect((await sanctionsItems(a, id))[0]?.text).toContain('had not been updated for more than 7 days');
    const { lists: inUse } = (await api.request(readScreeningLists, {}, { as: a.staff })).response;
    const { gaps } = (await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: a.staff }))
      .response;
    expect(gaps).toEqual([
      {
        regime: 'nzRussia',
        problem: 'stale',
        since: inUse.find(({ source }) => source === 'nzRussia')?.currentAt,
      },
    ]);
    const home = (await api.request(readHome, { query: {} }, { as: a.staff })).response;
    expect(home.listProblems.map(({ regime, state }) => [regime, state])).toEqual([['nzRussia', 'stale']]);
    // A failing address leaves the list stale.
    const { lists } = await fetchLists({
      db: api.database.db,
      now: api.clock.now,
      storage: undefined,
      incomingFolder: join(folder, 'incoming'),
      addresses: { nzRussia: [`${served.url}/nothing/here.xlsx`] },
      reach: sandboxReach,
    });
    expect(lists).toMatchObject([{ outcome: 'failed' }]);
    await screened(a, id);
    expect(await standing(a, id)).toEqual(['incomplete', ['nzRussia stale']]);
    expect(await fetched('nzRussia')).toMatchObject({ lists: [{ outcome: 'identical' }] });
    await screened(a, id);
    expect(await standing(a, id)).toEqual(['clear', []]);
  });

  test('monitoring rescreens clients after a missing list is in use, and finds a new edition’s entry', async () => {
    const { a } = api.companies;
    await aWorklist(api, a);
    const id = await individualWithEvidence(api, a, {
      familyName: 'Watchedperson',
      without: ['screening', 'assessment'],
    });
    await api.clock.advance(8 * day);
    await fetched('un', 'nzRussia');
    await screened(a, id);
    await transitionClientTo(api, a.staff, id, { lifecycle: 'client', to: 'onboarding', reason: undefined });
    await runNow(api);
    expect(await standing(a, id)).toEqual(['incomplete', ['nzTerrorism stale']]);
    await publishers.pages.request('/sandbox/lists/nzPolice', { method: 'POST' });
    expect(await fetched('nzPolice')).toMatchObject({ lists: [{ outcome: 'inUse', version: 2 }] });
    await runNow(api);
    expect(await standing(a, id)).toEqual(['clear', []]);
  });

  test('a company under an additional country’s law has no client clear by the first one’s lists', async () => {
    const company = await api.addCompany('Trans Tasman Law');
    await fetched('un', 'nzPolice', 'nzRussia', 'dfat');
    await sendOwnList(api, company.owner, 'id,name,type,reason\nx1,Zzyzx Nobodyelse,person,sanction\n');
    const id = await individualWithEvidence(api, company, {
      familyName: 'Crossing',
      without: ['screening', 'assessment'],
    });
    await screened(company, id);
    const profile = (await api.request(readCompanyProfile, {}, { as: company.owner })).response;
    expect(await standing(company, id)).toEqual(['clear', []]);
    expect(profile.regulatedIn).toEqual(['NZL']);
    const regulatedIn = ['NZL', 'AUS'];
    const { updatedAt: _updatedAt, ...form } = profile;
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
    const moved = await api.request(
      updateCompanyProfile,
      { body: { ...given, regulatedIn } as never, requestKey: crypto.randomUUID() },
      { as: company.owner },
    );
    expect(moved.status).toBe(200);
    expect(await standing(company, id)).toEqual(['incomplete', ['dfat missing']]);
    await screened(company, id);
    expect(await standing(company, id)).toEqual(['clear', []]);
  });
});
