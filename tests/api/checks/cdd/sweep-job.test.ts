import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepApprovedClients } from '#api/checks/cdd/sweep/sweep-job.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { activeIndividual, getDiligence, transitionClientTo } from '#tests/support/api/due-diligence.ts';
import { copyClients } from '#tests/support/api/monitoring.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('evaluating approved clients each day on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api?.close());

  const today = () => testDay('Pacific/Auckland', api.clock.now());
  /** Runs the job as many days from now. */
  const sweep = (days: number) =>
    sweepApprovedClients(api.database.db, {
      now: () => new Date(api.clock.now().getTime() + days * 86_400_000),
    });
  /** The last day of a client's evidence of identity, counted from today. */
  const setLastDay = (id: string, days: number) =>
    api.database.asSuperuser(
      'UPDATE assay.individual_verifications SET evidence_expires_on = $2 WHERE client_id = $1',
      [id, addDays(today(), days)],
    );
  const status = async (id: string, { staff }: TestCompany = a) => {
    const { cddStatus, refresh, version, status } = await getDiligence(api, staff, id);
    return { status, cddStatus, causes: refresh?.causes ?? null, version };
  };
  const history = async (id: string, { staff }: TestCompany = a) =>
    (await api.request(readClientHistory, { params: { id }, query: {} }, { as: staff })).response.events;
  const listed = async (id: string) => {
    const { response } = await api.request(listEvidenceGaps, { query: { limit: 50 } }, { as: a.staff });
    return response.clients.items.find(({ clientId }) => clientId === id) ?? null;
  };

  test('lists a client the day after the last of its evidence, with the requirement, its provision and the cause', async () => {
    const expiring = await activeIndividual(api, a, 'Expiringson');
    const lasting = await activeIndividual(api, a, 'Lastingson');
    const ended = await activeIndividual(api, a, 'Endedson');
    await transitionClientTo(api, a.owner, ended, { lifecycle: 'client', to: 'exited', endedOn: today() });
    const ofB = await activeIndividual(api, api.companies.b, 'Otherson');
    for (const id of [expiring, ended, ofB]) await setLastDay(id, 0);
    const [before, endedBefore] = [await status(expiring), await status(ended)];

    expect(await sweep(0)).toEqual({ due: 0 });
    expect(await status(expiring)).toEqual(before);
    expect(before).toMatchObject({ status: 'active', cddStatus: 'verified', causes: null });

    expect(await sweep(1)).toEqual({ due: 2 });
    expect(await status(expiring)).toEqual({ ...before, cddStatus: 'refreshDue', causes: ['outstanding'] });
    expect(await listed(expiring)).toMatchObject({
      why: 'refreshDue',
      causes: ['outstanding'],
      status: 'active',
    });
    const [event] = await history(expiring);
    expect(event).toMatchObject({ actorName: 'Assay', action: 'client.cddStatusChanged' });
    expect(event?.changes).toContainEqual({
      field: 'reason',
      before: null,
      after: expect.stringMatching(/^Requirements became outstanding: .*identity.*\(.*NZ s1[56].*\)/),
    });
    expect(await status(ofB, api.companies.b)).toMatchObject({
      cddStatus: 'refreshDue',
      causes: ['outstanding'],
    });
    // Neither evidence that still counts nor a relationship that has ended.
    expect(await status(lasting)).toMatchObject({ cddStatus: 'verified', causes: null });
    expect(await status(ended)).toEqual(endedBefore);
    expect(endedBefore).toMatchObject({ status: 'exited', cddStatus: 'verified' });

    const events = await history(expiring);
    expect(await sweep(1)).toEqual({ due: 0 });
    expect(await sweep(2)).toEqual({ due: 0 });
    expect(await history(expiring)).toEqual(events);
  });

  test('lists a client whose approval an upgrade found to rest on what is not decided on any more', async () => {
    const found = await activeIndividual(api, a, 'Foundson');
    await api.database.asSuperuser('UPDATE assay.clients SET refresh_causes = $2 WHERE id = $1', [
      found,
      ['correctedAgain', 'loweredAlone'],
    ]);
    const causes = ['correctedAgain', 'loweredAlone'];
    // Its page says so at once.
    expect(await status(found)).toMatchObject({ cddStatus: 'verified', causes });
    expect(await sweep(3)).toEqual({ due: 1 });
    expect(await status(found)).toMatchObject({ status: 'active', cddStatus: 'refreshDue', causes });
    expect(await listed(found)).toMatchObject({ why: 'refreshDue', causes });
    const [event] = await history(found);
    expect(event).toMatchObject({ actorName: 'Assay', action: 'client.cddStatusChanged' });
    expect(event?.changes).toContainEqual({
      field: 'reason',
      before: null,
      after: expect.stringMatching(/^The name was corrected several times .*The risk level was lowered /),
    });
    for (const to of ['inProgress', 'readyForReview', 'verified'] as const) {
      expect((await transitionClientTo(api, a.owner, found, { lifecycle: 'cdd', to })).status).toBe(200);
    }
    expect(await sweep(4)).toEqual({ due: 0 });
    expect(await status(found)).toMatchObject({ cddStatus: 'verified', causes: null });
  });

  test('leaves out a client that was verified before evidence was required, which is listed for that', async () => {
    const former = await activeIndividual(api, a, 'Formerson');
    await api.database.asSuperuser('DELETE FROM assay.cdd_decisions WHERE client_id = $1', [former]);
    await api.database.asSuperuser('UPDATE assay.clients SET cdd_decided_at = NULL WHERE id = $1', [former]);
    await setLastDay(former, 4);
    expect(await sweep(5)).toEqual({ due: 0 });
    expect(await status(former)).toMatchObject({ cddStatus: 'verified' });
    expect(await listed(former)).toMatchObject({ why: 'approvedBefore' });
  });

  test('goes on after the last saved batch of the day, and evaluates all clients on the next', async () => {
    const company = await api.addCompany('Batched Advisory');
    const [first, second] = [
      await activeIndividual(api, company, 'Firstson'),
      await activeIndividual(api, company, 'Secondson'),
    ];
    for (const id of [first, second]) await setLastDay(id, 6);
    await api.database.asSuperuser(
      'INSERT INTO assay.refresh_sweeps (company_id, day, cursor) VALUES ($1, $2, $3)',
      [company.id, addDays(today(), 7), first],
    );
    expect(await sweep(7)).toEqual({ due: 1 });
    expect(await status(first, company)).toMatchObject({ cddStatus: 'verified' });
    expect(await status(second, company)).toMatchObject({ cddStatus: 'refreshDue' });
    expect(await sweep(8)).toEqual({ due: 1 });
    expect(await status(first, company)).toMatchObject({ cddStatus: 'refreshDue' });
  });

  test('evaluates more clients than one batch holds', async () => {
    const company = await api.addCompany('Large Advisory');
    const first = await activeIndividual(api, company, 'Manyson');
    await setLastDay(first, 9);
    await copyClients(api, first, 150, 50);
    await api.database.asSuperuser(
      `INSERT INTO assay.cdd_decisions (company_id, id, client_id, decided_at, decided_by, cdd_level, packs, items, items_digest, basis)
       SELECT d.company_id, gen_random_uuid(), c.id, d.decided_at, d.decided_by, d.cdd_level, d.packs, d.items, d.items_digest, d.basis
         FROM assay.cdd_decisions d JOIN assay.clients c ON c.company_id = d.company_id AND c.id <> d.client_id
        WHERE d.client_id = $1`,
      [first],
    );
    expect(await sweep(10)).toEqual({ due: 151 });
    expect(await sweep(11)).toEqual({ due: 0 });
  });
});
