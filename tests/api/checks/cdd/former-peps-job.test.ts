import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncFormerPeps } from '#api/checks/cdd/former-peps-job.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';
import { addClient } from '../activities/support.ts';

describe.each(testEngines)('clients after a political office on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const today = () => testDay('Pacific/Auckland', api.clock.now());

  /** A foreign PEP whose office still counted when recorded, and has since ended. */
  async function formerMinister(name: string, endedOn: string | null): Promise<string> {
    const id = await addClient(api, a, name);
    const { version } = await getDiligence(api, a.staff, id);
    const body = {
      subject: 'politicalExposure',
      pepStatus: 'foreign',
      office: 'Minister',
      officeCountry: 'AUS',
      basis: 'The government’s site',
      version,
    } as const;
    await api.request(recordFinding, { params: { id }, body }, { as: a.staff });
    await setEnd(id, endedOn);
    return id;
  }
  const setEnd = (id: string, endedOn: string | null) =>
    api.database.asSuperuser(
      `UPDATE assay.client_findings SET content = jsonb_set(content, '{officeEndedOn}', $2::jsonb)
        WHERE client_id = $1 AND subject = 'politicalExposure'`,
      [id, JSON.stringify(endedOn)],
    );
  const level = async (id: string) =>
    (await api.request(readClient, { params: { id } }, { as: a.staff })).response.cddLevel;
  const sync = () => syncFormerPeps(api.database.db, api.clock);

  test('have the new level from the day after the last on which the office counts, once', async () => {
    const lastDay = addMonths(today(), -12);
    const past = await formerMinister('Past', addDays(lastDay, -1));
    const counting = await formerMinister('Counting', lastDay);
    const holding = await formerMinister('Holding', null);
    expect(await Promise.all([past, counting, holding].map(level))).toEqual([
      'enhanced',
      'enhanced',
      'enhanced',
    ]);
    expect(await sync()).toEqual({ changed: 1 });
    expect(await Promise.all([past, counting, holding].map(level))).toEqual([
      'standard',
      'enhanced',
      'enhanced',
    ]);
    const { response } = await api.request(
      readClientHistory,
      { params: { id: past }, query: {} },
      { as: a.staff },
    );
    expect(response.events[0]).toMatchObject({ actorName: 'Assay', action: 'client.cddLevelChanged' });
    expect(await sync()).toEqual({ changed: 0 });
  });

  test('include clients owned by one, also when the job has missed days', async () => {
    const owner = await formerMinister('Owner', null);
    const company = await create(api, a.staff, businessForm('Owned by a minister Limited'));
    const body = { partyClientId: owner, roles: ['shareholder' as const], directPercent: '60' };
    const added = await api.request(
      addParty,
      { params: { id: company.id }, body: { ...body, version: company.version } as never },
      { as: a.staff },
    );
    expect(added.status).toBe(201);
    expect(await level(company.id)).toBe('enhanced');
    await setEnd(owner, addDays(addMonths(today(), -12), -40));
    expect(await sync()).toEqual({ changed: 2 });
    expect(await Promise.all([owner, company.id].map(level))).toEqual(['standard', 'standard']);
  });
});
