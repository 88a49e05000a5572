import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepApprovedClients } from '#api/checks/cdd/sweep/sweep-job.ts';
import {
  decideBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { listClients, readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import {
  cancelVerification,
  decideVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { activate, approve, companyWithEvidence } from '#tests/support/api/approved-company.ts';
import { activeIndividual } from '#tests/support/api/due-diligence.ts';
import { copyClients } from '#tests/support/api/monitoring.ts';
import { sightedPassport, started, verificationNow } from '#tests/support/api/verifications.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe('a decided verification of a related party', () => {
  let api: TestApi;
  let a: TestCompany;
  let made = 0;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
  });
  afterAll(() => api?.close());

  const requestKey = () => crypto.randomUUID();
  /** An active client whose owner's evidence ended yesterday, before the daily evaluation. */
  const clientWithExpiredOwner = async ({ partyId }: { partyId?: string } = {}) => {
    made += 1;
    const { id, ownerId } = await companyWithEvidence(api, a, `Relying Client ${made} Limited`);
    if (partyId !== undefined)
      await add(id, { partyClientId: partyId, roles: ['shareholder'], directPercent: '5' });
    await approve(api, a, id);
    await activate(api, a, id);
    await api.database.asSuperuser(
      'UPDATE assay.individual_verifications SET evidence_expires_on = $2 WHERE client_id = $1',
      [ownerId, addDays(testDay('Pacific/Auckland', api.clock.now()), -1)],
    );
    return { id, ownerId };
  };
  const add = async (id: string, party: object) => {
    const body = { beneficiallyHeld: 'yes', ...party } as never;
    const { status, text } = await api.request(addParty, { params: { id }, body }, { as: a.staff });
    expect(status, text).toBe(201);
  };
  const refreshDue = async () =>
    (
      await api.request(listClients, { query: { cdd: 'refreshDue', limit: 100 } }, { as: a.staff })
    ).response.items.map(({ id }) => id);
  const expectDue = async (id: string) => {
    expect(await refreshDue()).toContain(id);
    const { response: gaps } = await api.request(listEvidenceGaps, { query: { limit: 50 } }, { as: a.staff });
    expect(gaps.clients.items.find(({ clientId }) => clientId === id)).toMatchObject({
      why: 'refreshDue',
      causes: ['outstanding'],
    });
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    expect(response.events[0]).toMatchObject({ action: 'client.cddStatusChanged', actorName: a.staff.name });
    expect(response.events[0]?.changes).toContainEqual({
      field: 'reason',
      before: null,
      after: expect.stringMatching(/^Requirements became outstanding: .*Holderson.*\(.*NZ s1[0-9].*\)/),
    });
  };
  const passport = () => {
    made += 1;
    return { method: 'documentSighted' as const, document: sightedPassport(`LD${700_000 + made}`) };
  };
  const decide = (id: string, version: number, decision: 'verified' | 'notVerified') => {
    const body = { version, decision, reason: 'The passport is not that of its holder' };
    return api.request(
      decideVerification,
      { params: { id }, body, requestKey: requestKey() },
      { as: a.staff },
    );
  };

  test('makes CDD of the client above due again at once when it fails', async () => {
    const { id, ownerId } = await clientWithExpiredOwner();
    const { id: verificationId, version } = await started(api, a.staff, ownerId, passport());
    expect(await refreshDue()).not.toContain(id);
    const failed = await decide(verificationId, version, 'notVerified');
    expect([failed.status, failed.response.status], failed.text).toEqual([200, 'failed']);
    await expectDue(id);
  });

  test('makes CDD of the client above due again at once when it is cancelled', async () => {
    const { id, ownerId } = await clientWithExpiredOwner();
    const link = {
      method: 'electronicRemote',
      channel: 'email',
      email: 'owner@example.test',
      dataSources: [],
    };
    const begun = await started(api, a.staff, ownerId, link as never);
    const { version, status } = await verificationNow(api, a.staff, begun.id);
    expect(status).toBe('sent');
    const body = { version, reason: 'The owner comes to the office' };
    const cancelled = await api.request(
      cancelVerification,
      { params: { id: begun.id }, body, requestKey: requestKey() },
      { as: a.staff },
    );
    expect(cancelled.status, cancelled.text).toBe(200);
    await expectDue(id);
  });

  test.each(['notVerified', 'cancel'] as const)('of a business does so too: %s', async (decision) => {
    const { id: partyId } = await create(api, a.staff, businessForm(`Small Holder ${decision} Limited`));
    const { id } = await clientWithExpiredOwner({ partyId });
    const begun = await api.request(
      startBusinessVerification,
      { params: { clientId: partyId }, query: {} },
      { as: a.staff },
    );
    expect(await refreshDue()).not.toContain(id);
    const body = { version: begun.response.version, decision, reason: 'It is not on the register' } as never;
    const decided = await api.request(
      decideBusinessVerification,
      { params: { id: begun.response.id }, body },
      { as: a.staff },
    );
    expect(decided.status, decided.text).toBe(200);
    await expectDue(id);
  });

  test('leaves clients as they are while their requirements are met', async () => {
    made += 1;
    const { id, ownerId } = await companyWithEvidence(api, a, `Settled Client ${made} Limited`);
    await approve(api, a, id);
    await activate(api, a, id);
    for (const decision of ['notVerified', 'verified'] as const) {
      const { id: verificationId, version } = await started(api, a.staff, ownerId, passport());
      expect((await decide(verificationId, version, decision)).status).toBe(200);
      expect(await refreshDue()).not.toContain(id);
    }
  });

  test('evaluates 50 clients of the highest risk, and leaves the others to the daily evaluation', async () => {
    const first = await activeIndividual(api, a, 'Manifold');
    const agent = await activeIndividual(api, a, 'Agentson');
    await add(first, { partyClientId: agent, roles: ['familyMember'], beneficiallyHeld: undefined });
    await api.database.asSuperuser(
      `UPDATE assay.clients SET cdd_status = 'verified', refresh_causes = '{}' WHERE id = $1`,
      [first],
    );
    // The copies have no evidence of their own, so each of them is due when it is evaluated.
    await copyClients(api, first, 60, 1);
    const copies = `FROM assay.clients c WHERE c.individual ->> 'familyName' = 'Manifold' AND c.id <> $1`;
    for (const table of ['client_parties', 'cdd_decisions']) {
      await api.database.asSuperuser(
        `INSERT INTO assay.${table} SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'client_id', c.id))).*
           FROM (SELECT c.id ${copies}) c, assay.${table} t WHERE t.client_id = $1`,
        [first],
      );
    }
    const { rows: raised } = await api.database.asSuperuser(
      `UPDATE assay.clients SET risk_level = 'high' WHERE id IN (SELECT c.id ${copies} ORDER BY c.id DESC LIMIT 20) RETURNING id`,
      [first],
    );
    const { id, version } = await started(api, a.staff, agent, passport());
    expect((await decide(id, version, 'verified')).status).toBe(200);
    const { rows: due } = await api.database.asSuperuser(
      `SELECT c.id ${copies} AND c.cdd_status = 'refreshDue'`,
      [first],
    );
    expect(due.length).toBeOneOf([49, 50]);
    expect(due).toEqual(expect.arrayContaining(raised));
    await sweepApprovedClients(api.database.db, { now: api.clock.now });
    const { rows: left } = await api.database.asSuperuser(
      `SELECT c.id ${copies} AND c.cdd_status = 'verified'`,
      [first],
    );
    expect(left).toEqual([]);
  });
});
