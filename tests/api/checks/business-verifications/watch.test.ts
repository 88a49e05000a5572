import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireBusinessEvidence } from '#api/checks/business-verifications/expire-evidence.ts';
import { monitorRegisters } from '#api/checks/business-verifications/register-monitoring-job.ts';
import { purgeCallbacks } from '#api/checks/individual-verifications/purge-callbacks.ts';
import {
  decideBusinessVerification,
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { editOwnership } from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { chooseRegistryEntity } from '#contract/business-verifications/registry-endpoints.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { acceptedDocument, readVerification } from '#tests/support/api/business-evidence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

const dayS = 86_400;

describe('monitoring of verified businesses', () => {
  let api: TestApi;
  let staff: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    ({ staff } = api.companies.a);
  });
  afterAll(() => api.close());

  const deps = () => ({
    db: api.database.db,
    now: api.clock.now,
    registries: api.registers.registries,
  });
  const read = async (id: string) =>
    (await api.request(readBusinessVerification, { params: { id } }, { as: staff })).response;
  async function start(name: string, business: object = {}): Promise<BusinessVerification> {
    const client = await create(api, staff, businessForm(name, { business }));
    return (
      await api.request(
        startBusinessVerification,
        { params: { clientId: client.id }, query: {} },
        { as: staff },
      )
    ).response;
  }
  const getAlerts = async (clientId: string) =>
    (
      await api.request(
        listAlerts,
        { query: { resourceType: 'clients', resourceId: clientId } as never },
        { as: staff },
      )
    ).response.items.filter(({ resourceId }) => resourceId === clientId);

  it('queries the register again after a month and opens one alert for each change', async () => {
    const entity = api.registers.entity('KŌWHAI BAY TRADING LIMITED');
    const begun = await start('Kowhai Bay Trading Limited', {
      nzbn: entity.nzbn,
      incorporatedOn: entity.registeredOn,
    });
    const chosen = await api.request(
      chooseRegistryEntity,
      {
        params: { id: begun.id },
        body: { version: begun.version, registry: 'nzbn', number: entity.nzbn ?? '', quotedCost: 250 },
      },
      { as: staff },
    );
    expect(chosen.response.extract).not.toBeNull();
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET status = 'verified', decision_outcome = 'verified', decision_reason = 'Extract',
         decided_by = created_by, decided_at = $2 WHERE id = $1`,
      [begun.id, api.clock.now().toISOString()],
    );
    const asked = api.registers.asked();
    expect(await monitorRegisters(deps())).toEqual({ asked: 0, changed: 0 });
    await api.clock.advance(31 * dayS);
    expect(await monitorRegisters(deps())).toEqual({ asked: 1, changed: 0 });
    expect(await monitorRegisters(deps())).toEqual({ asked: 0, changed: 0 });
    expect(api.registers.asked()).toBe(asked + 1);
    // Nothing is charged, and no extract is stored.
    expect((await read(begun.id)).actualCost).toEqual(chosen.response.actualCost);

    const before = { status: entity.status, directors: entity.directors };
    try {
      Object.assign(entity, {
        status: 'liquidation',
        directors: [{ given: 'Hana', middle: 'Marie', family: 'Ruataniwha' }],
      });
      await api.clock.advance(31 * dayS);
      expect(await monitorRegisters(deps())).toEqual({ asked: 1, changed: 1 });
      const [alert, ...more] = await getAlerts(begun.client.id);
      expect(more).toEqual([]);
      expect(alert).toMatchObject({ type: 'registryChange', severity: 'high' });
      expect(alert?.summary).toMatch(/status was “Registered”/);
      expect(alert?.summary).toMatch(/no longer director: /);
      await api.clock.advance(31 * dayS);
      expect(await monitorRegisters(deps())).toEqual({ asked: 1, changed: 0 });
    } finally {
      Object.assign(entity, before);
    }

    // An unavailable register is queried again the next day and opens no alert.
    api.registers.setDown(true);
    await api.clock.advance(31 * dayS);
    expect(await monitorRegisters(deps())).toEqual({ asked: 1, changed: 0 });
    api.registers.setDown(false);
    expect(await monitorRegisters(deps())).toEqual({ asked: 0, changed: 0 });
    await api.clock.advance(dayS + 60);
    // It is registered again, which opens an alert.
    expect(await monitorRegisters(deps())).toEqual({ asked: 1, changed: 1 });
    // Monitoring pauses without a subscription.
    await api.database.asSuperuser('UPDATE assay.companies SET subscription_active = false');
    await api.clock.advance(31 * dayS);
    expect(await monitorRegisters(deps())).toEqual({ asked: 0, changed: 0 });
    await api.database.asSuperuser('UPDATE assay.companies SET subscription_active = true');
  });

  it('expires evidence without a register after a year, with an alert and an identity requirement', async () => {
    const begun = await start('Tūī Family Trust');
    const graph = await api.request(
      editOwnership,
      {
        params: { id: begun.id },
        body: {
          intent: 'addNode',
          version: begun.version,
          name: 'Rangi Invented',
          kind: 'person',
          source: 'The deed, which we saw',
        },
      },
      { as: staff },
    );
    const root = graph.response.ownership?.nodes.find(({ layer }) => layer === 0)?.id ?? '';
    const person = graph.response.ownership?.nodes.find(({ name }) => name === 'Rangi Invented')?.id ?? '';
    await api.request(
      editOwnership,
      {
        params: { id: begun.id },
        body: {
          intent: 'addControl',
          version: graph.response.version,
          by: person,
          of: root,
          role: 'seniorManagingOfficial',
          note: 'Runs it alone, by the deed',
        },
      },
      { as: staff },
    );
    await acceptedDocument(api, staff, begun.client.id, 'registryExtract');
    const accepted = await readVerification(api, staff, begun.id);
    // The decision's other requirements have tests of their own; only the date matters here.
    const countsUntil = addDays(testDay('Pacific/Auckland', api.clock.now()), 5);
    const decision = await api.request(
      decideBusinessVerification,
      {
        params: { id: begun.id },
        body: { version: accepted.version, decision: 'notVerified', reason: 'Deed incomplete' },
      },
      { as: staff },
    );
    expect(decision.response.evidenceExpiresOn).toBeNull();
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET status = 'verified', decision_outcome = 'verified',
         evidence_expires_on = $2 WHERE id = $1`,
      [begun.id, countsUntil],
    );
    const identity = async () =>
      (
        await api.request(readDiligence, { params: { id: begun.client.id } }, { as: staff })
      ).response.items.find(({ code }) => code === 'identity.verified')?.satisfied;
    expect(await identity()).toBe(true);
    expect(await expireBusinessEvidence(deps())).toEqual({ ended: 0 });
    await api.clock.advance(7 * dayS);
    expect(await expireBusinessEvidence(deps())).toEqual({ ended: 1 });
    expect(await expireBusinessEvidence(deps())).toEqual({ ended: 0 });
    expect((await read(begun.id)).status).toBe('evidenceExpired');
    expect(await identity()).toBe(false);
    expect(await getAlerts(begun.client.id)).toMatchObject([
      { severity: 'high', dueAt: endOfDay(countsUntil, 'Pacific/Auckland').toISOString() },
    ]);
  });

  it('purges the provider’s events after 90 days', async () => {
    const company = api.companies.a.id;
    for (const [event, days] of [
      ['old', 91],
      ['new', 89],
    ] as const) {
      await api.database.asSuperuser(
        'INSERT INTO assay.verification_callbacks (company_id, event_id, received_at) VALUES ($1, $2, $3)',
        [company, event, new Date(api.clock.now().getTime() - days * 86_400_000).toISOString()],
      );
    }
    expect(await purgeCallbacks(api.database.db, { now: api.clock.now })).toEqual({ purged: 1 });
    const { rows } = await api.database.asSuperuser('SELECT event_id FROM assay.verification_callbacks');
    expect(rows).toEqual([{ event_id: 'new' }]);
  });
});
