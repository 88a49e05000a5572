import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monitorRegisters } from '#api/checks/business-verifications/register-monitoring-job.ts';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { chooseRegistryEntity } from '#contract/business-verifications/registry-endpoints.ts';
import { decideVerification } from '#contract/individual-verifications/individual-verifications.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { enrolClient, transitionEnrolment } from '#contract/monitoring/enrolments.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { aWorklist } from '#tests/support/api/monitoring.ts';
import { personToVerify, sightedPassport, started } from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../clients/support.ts';

const dayMs = 86_400_000;

describe.each(testEngines)('worklist checks without screening lists on %s', (engine) => {
  let api: TestApi;
  let staff: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ staff } = api.companies.a);
  });
  afterAll(() => api.close());

  const enrol = async (id: string, worklistId: number) =>
    (await api.request(enrolClient, { params: { id }, body: { worklistId } }, { as: staff })).response;
  const warned = async () => (await expireEvidence({ db: api.database.db, now: api.clock.now })).warned;

  it('warn of expiring documents of clients whom no worklist excludes', async () => {
    const { a } = api.companies;
    const screensAlone = await aWorklist(api, a, { name: 'Lists alone', checks: ['sanctions'] });
    const documents = await aWorklist(api, a, { name: 'Documents', checks: ['sanctions', 'idExpiry'] });
    const expiresOn = addDays(testDay('Pacific/Auckland', api.clock.now()), 45);
    const person = async (number: string) => {
      const { id } = await personToVerify(api, staff);
      const { id: verification, version } = await started(api, staff, id, {
        method: 'documentSighted',
        document: { ...sightedPassport(number), fields: { number, expiresOn } },
      });
      const body = { version, decision: 'verified' as const, reason: 'Passport seen with its holder' };
      await api.request(decideVerification, { params: { id: verification }, body }, { as: staff });
      return id;
    };
    const [left, party] = [await person('LA810001'), await person('LA810002')];
    await enrol(left, screensAlone.id);
    const trust = await create(api, staff, businessForm('Tōtara Invented Trust'));
    await enrol(trust.id, screensAlone.id);
    await api.database.asSuperuser(
      `INSERT INTO assay.client_parties
         (company_id, id, client_id, party_client_id, roles, valid_from, created_at, created_by, updated_at, updated_by)
       SELECT company_id, gen_random_uuid(), $1, $2, '{trustee}', '2026-01-01', created_at, created_by, updated_at, updated_by
         FROM assay.clients WHERE id = $1`,
      [trust.id, party],
    );
    expect(await warned()).toBe(0);
    const moved = await enrol(trust.id, documents.id);
    const to = (version: number, status: 'paused' | 'active') =>
      api.request(
        transitionEnrolment,
        { params: { id: moved.id }, body: { version, to: status } },
        { as: staff },
      );
    const paused = (await to(moved.version, 'paused')).response;
    expect(await warned()).toBe(0);
    await to(paused.version, 'active');
    expect(await warned()).toBe(1);
    const alerts = await api.request(
      listAlerts,
      { query: { resourceType: 'clients', resourceId: party } },
      { as: staff },
    );
    expect(alerts.response.items.map(({ type, dueAt }) => [type, dueAt])).toEqual([
      ['idExpiring', endOfDay(expiresOn, 'Pacific/Auckland').toISOString()],
    ]);
    await enrol(left, documents.id);
    expect(await warned()).toBe(1);
    // Not decided yet.
    await person('LA810003');
    expect(await warned()).toBe(1);
    expect(await warned()).toBe(0);
  });

  it('query registers about businesses that no worklist excludes', async () => {
    const { a } = api.companies;
    const without = await aWorklist(api, a, { name: 'No registers', checks: ['sanctions', 'idExpiry'] });
    const registers = await aWorklist(api, a, { name: 'Registers', checks: ['registry'] });
    const entity = api.registers.entity('KŌWHAI BAY TRADING LIMITED');
    const client = await create(
      api,
      staff,
      businessForm('Kowhai Bay Trading Limited', {
        business: { nzbn: entity.nzbn, incorporatedOn: entity.registeredOn },
      }),
    );
    const params = { clientId: client.id };
    const begun = (await api.request(startBusinessVerification, { params, query: {} }, { as: staff }))
      .response;
    const number = entity.nzbn ?? '';
    await api.request(
      chooseRegistryEntity,
      {
        params: { id: begun.id },
        body: { version: begun.version, registry: 'nzbn', number, quotedCost: 250 },
      },
      { as: staff },
    );
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET status = 'verified', decision_outcome = 'verified', decision_reason = 'Extract',
         decided_by = created_by, decided_at = $2 WHERE id = $1`,
      [begun.id, api.clock.now().toISOString()],
    );
    const countQueries = async () =>
      (
        await monitorRegisters({
          db: api.database.db,
          now: api.clock.now,
          registries: api.registers.registries,
        })
      ).asked;
    await api.clock.advance((31 * dayMs) / 1000);
    await enrol(client.id, without.id);
    expect(await countQueries()).toBe(0);
    await enrol(client.id, registers.id);
    expect(await countQueries()).toBe(1);
  });
});
