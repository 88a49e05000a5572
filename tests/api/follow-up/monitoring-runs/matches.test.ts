import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { readClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { listAlerts, readAlert, transitionAlert } from '#contract/monitoring/alerts.ts';
import {
  decideMatch,
  dismissMatches,
  readClientMonitoring,
  screenClient,
} from '#contract/monitoring/screenings.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { aWorklist, day, foundAlert, runNow } from '#tests/support/api/monitoring.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addAssessment, addClient } from '../../checks/activities/support.ts';

const header = 'id,name,type,date_of_birth,reason,remarks';
const filler = Array.from(
  { length: 8 },
  (_, index) => `f${index},Someone Else ${index}abc,person,1950,sanction,`,
);

describe('screening matches', () => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer' });
    await aWorklist(api, a);
  });
  afterAll(() => api.close());

  const upload = (...rows: string[]) =>
    sendOwnList(api, a.owner, `${header}\n${[...rows, ...filler].join('\n')}\n`);
  const open = async () =>
    (await api.request(listAlerts, { query: { type: 'screeningMatch' } }, { as: a.owner })).response.items;
  const detail = async (id: string, as = a.staff) =>
    (await api.request(readAlert, { params: { id } }, { as })).response;

  test('are raised once, and again only when the listed record changes materially', async () => {
    await upload('1,Hinemoa Listedton,person,1980-02-03,sanction,');
    const id = await addClient(api, a, 'Listedton', { status: 'active' });
    const other = await addClient(api, a, 'Quitedifferent', { status: 'active' });
    await runNow(api);
    const panel = async (clientId: string) =>
      (await api.request(readClientMonitoring, { params: { id: clientId }, query: {} }, { as: a.staff }))
        .response;
    expect((await panel(other)).screenings).toMatchObject([{ status: 'noMatch', lists: [{ version: '1' }] }]);
    expect(await panel(id)).toMatchObject({ undecided: 1, enrolment: { status: 'active' } });
    const status = async (clientId: string) =>
      (await api.request(readClient, { params: { id: clientId } }, { as: a.staff })).response.sanctionsStatus;
    // The company's internal list is the only one in use.
    expect([await status(id), await status(other)]).toEqual(['potential', 'incomplete']);
    const [alert] = await open();
    const { matches, subject } = await detail(alert?.id ?? '');
    expect(subject?.names).toEqual(['Hinemoa Listedton']);
    expect(matches).toMatchObject([{ status: 'pending', entity: { id: '1' }, features: [{ name: 'name' }] }]);
    const points = matches[0]?.features.reduce((sum, feature) => sum + feature.points, 0) ?? 0;
    expect(points).toBeCloseTo(matches[0]?.score ?? 0, 3);

    const [match] = matches;
    const decide = (decision: object, as: TestPerson, version = match?.version ?? 0) =>
      api.request(
        decideMatch,
        { params: { id: match?.id ?? '' }, body: { version, reason: 'Seen both', ...decision } as never },
        { as },
      );
    expect((await decide({ decision: 'truePositive' }, a.staff)).problem.code).toBe('role.forbidden');
    expect((await decide({}, a.staff)).problem.fields).toEqual({
      decision: ['Select an outcome'],
    });
    expect((await decide({ decision: 'falsePositive' }, a.staff)).problem.fields).toHaveProperty(
      'reasonCode',
    );
    const no = { decision: 'falsePositive', reasonCode: 'otherBirthDate' };
    expect((await decide(no, api.companies.b.owner)).status).toBe(404);
    expect((await decide(no, a.staff, 9)).problem.code).toBe('record.versionConflict');
    expect((await decide(no, a.staff)).response).toMatchObject({ alertClosed: true });
    expect(await status(id)).toBe('incomplete');

    await api.clock.advance(day);
    await runNow(api);
    expect(await open()).toEqual([]);
    // Remarks are text alone; a date of birth is material.
    await upload('1,Hinemoa Listedton,person,1980-02-03,sanction,Moved house');
    await runNow(api);
    expect(await open()).toEqual([]);
    await upload('1,Hinemoa Listedton,person,1985-07-08,sanction,Moved house');
    await runNow(api);
    const [again] = await open();
    expect((await detail(again?.id ?? '')).matches).toMatchObject([{ change: 'updated', status: 'pending' }]);
    // Undecided and changed once more: the same alert shows the current entry.
    await upload('1,Hinemoa Listedton,person,1986-07-08,sanction,');
    await runNow(api);
    expect((await open()).map((item) => item.id)).toEqual([again?.id]);
    expect((await detail(again?.id ?? '')).matches[0]?.entity.birthDates).toEqual([{ on: '1986-07-08' }]);
    // The newest screening found no new match: the pending one is decided where it was raised.
    expect((await panel(id)).screenings[0]).toMatchObject({
      status: 'needsReview',
      matches: { total: 0 },
      alertId: again?.id,
    });
    // After the decision nothing is pending, in the screening that raised the match or in later ones.
    const latest = (await detail(again?.id ?? '')).matches[0];
    const last = await api.request(
      decideMatch,
      {
        params: { id: latest?.id ?? '' },
        body: { ...no, version: latest?.version ?? 0, reason: 'Seen' } as never,
      },
      { as: a.staff },
    );
    expect(last.response).toMatchObject({ alertClosed: true });
    expect((await panel(id)).screenings.map((screening) => screening.status)).not.toContain('needsReview');
  });

  test('of a party block the client, and a confirmed one raises status, risk and CDD level', async () => {
    const id = await addClient(api, a, 'Ownerof', { status: 'onboarding' });
    const party = await addClient(api, a, 'Partyton');
    await api.request(
      addParty,
      { params: { id }, body: { partyClientId: party, roles: ['actingFor'] } as never },
      { as: a.owner },
    );
    const assessment = await addAssessment(
      api,
      a,
      { type: 'clients', id: party },
      { status: 'approved', level: 'low' },
    );
    await api.database.asSuperuser(
      `UPDATE assay.clients SET current_risk_assessment_id = $1, risk_level = 'low' WHERE id = $2`,
      [assessment, party],
    );
    const found = await foundAlert(api, a, party, ['sanction', 'pep']);
    expect(found.belongsTo).toMatchObject([{ id }]);
    const codes = async () =>
      (await api.request(readDiligence, { params: { id } }, { as: a.staff })).response.blockers.map(
        ({ code }) => code,
      );
    expect(await codes()).toContain('client.matchesUndecided');
    const [match] = found.matches;
    const yes = { decision: 'truePositive' as const, version: match?.version ?? 0, reason: 'Same passport' };
    const decide = (body: object) =>
      api.request(decideMatch, { params: { id: match?.id ?? '' }, body: body as never }, { as: officer });
    expect((await decide(yes)).problem.fields).toHaveProperty('pepOf');
    expect((await decide({ ...yes, pepOf: 'foreign' })).response.alertClosed).toBe(true);
    const client = (await api.request(readClient, { params: { id: party } }, { as: a.staff })).response;
    expect(client).toMatchObject({
      sanctionsStatus: 'confirmed',
      pepStatus: 'foreign',
      riskLevel: 'high',
      cddLevel: 'enhanced',
    });
    const diligence = (await api.request(readDiligence, { params: { id: party } }, { as: a.staff })).response;
    expect(diligence.reasons.map(({ provision }) => provision).join(' ')).toMatch(/s22|s26/);
    expect(await codes()).not.toContain('client.matchesUndecided');
    const reviews = (await api.request(listReviews, { query: { clientId: party } }, { as: a.staff })).response
      .items;
    expect(reviews).toMatchObject([{ kind: 'triggered' }]);
    const risen = (
      await api.request(
        listAlerts,
        { query: { resourceType: 'clients', resourceId: party, type: 'riskRose' } },
        { as: a.staff },
      )
    ).response.items;
    expect(risen).toHaveLength(1);
  });

  test('are dismissed together, escalated, and never closed before their decision', async () => {
    const id = await addClient(api, a, 'Manyton');
    const found = await foundAlert(api, a, id);
    const transition = (body: object, as = a.staff) =>
      api.request(transitionAlert, { params: { id: found.id }, body: body as never }, { as });
    const taken = (await transition({ version: found.version, to: 'inProgress' })).response;
    const close = { to: 'closed', outcome: 'falsePositive', reason: 'Looked' };
    expect((await transition({ version: taken.version, ...close })).problem.detail).toContain(
      'Resolve each match',
    );
    const up = (await transition({ version: taken.version, to: 'escalated', reason: 'Same birthday' }))
      .response;
    expect(up).toMatchObject({ assignee: { id: officer.id }, escalationNote: 'Same birthday' });
    const matches = found.matches.map(({ id: matchId, version }) => ({ id: matchId, version }));
    const dismissal = { matches, reasonCode: 'otherName' as const, reason: 'Another family' };
    const dismiss = (body: object) =>
      api.request(dismissMatches, { params: { id: found.id }, body: body as never }, { as: officer });
    const stale = { ...dismissal, matches: matches.map((match) => ({ ...match, version: 7 })) };
    expect((await dismiss(stale)).problem.code).toBe('record.versionConflict');
    expect((await dismiss(dismissal)).response).toEqual({ decided: 1, alertClosed: true });
    expect((await dismiss(dismissal)).problem.detail).toContain('closed');
  });

  test('of a manual screening appear at once with its lists, and none is run without a subscription', async () => {
    const id = await addClient(api, a, 'Listedton');
    const screen = (as = a.staff) => api.request(screenClient, { params: { id }, body: {} }, { as });
    const { screening, matched } = (await screen()).response;
    expect(matched).toBe(1);
    expect(screening).toMatchObject({ trigger: 'onboarding', status: 'needsReview', threshold: 70 });
    expect(screening.lists).toMatchObject([{ keptBy: 'company' }]);
    expect((await screen()).response).toMatchObject({ matched: 0, screening: { status: 'needsReview' } });
    expect((await screen(a.auditor)).problem.code).toBe('role.forbidden');
    const unpaid = await api.addCompany('Unpaid Limited', { subscriptionActive: false });
    const refused = await api.request(screenClient, { params: { id }, body: {} }, { as: unpaid.owner });
    expect(refused.problem.code).toBe('subscription.required');
    const empty = await api.addCompany('Without Lists Limited');
    const lonely = await addClient(api, empty, 'Lonely');
    const without = await api.request(
      screenClient,
      { params: { id: lonely }, body: {} },
      { as: empty.owner },
    );
    // A client not screened is never shown as having no match.
    expect(without.response.screening).toMatchObject({ status: 'error' });
    const client = (await api.request(readClient, { params: { id: lonely } }, { as: empty.owner })).response;
    expect(client.sanctionsStatus).toBe('notChecked');
  });
});
