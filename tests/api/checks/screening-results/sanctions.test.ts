import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockClients } from '#api/records/clients/record/store.ts';
import { insertParty } from '#api/records/parties/store.ts';
import { type Activity, createActivity, listActivities } from '#contract/activities.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listClients, readClient } from '#contract/clients/clients.ts';
import { addParty, endParty, listParties } from '#contract/clients/parties.ts';
import { listAlerts, transitionAlert } from '#contract/monitoring/alerts.ts';
import { decideMatch } from '#contract/monitoring/screenings.ts';
import { readHome } from '#contract/views/home.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import type { ListSource } from '#rules/sanctions.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { transitionClientTo, verifiedAddress, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { foundAlert } from '#tests/support/api/monitoring.ts';
import {
  approvedAssessment,
  decide,
  publishedTemplate,
  sampleClient,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient, create, fullForm, move, read, transitionThrough, update } from '../activities/support.ts';

const prohibition = 'A sanctions match';
const provision = 'United Nations Act 1946 (NZ)';

describe.each(testEngines)('a confirmed sanctions match on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Kauri' });
  });
  afterAll(() => api.close());

  /** A client in onboarding blocked by nothing but a match, assessed as low risk. */
  async function assessed(name: string) {
    const id = await verifiedIndividual(api, a, name);
    await transitionClientTo(api, a.staff, id, { lifecycle: 'client', to: 'onboarding' });
    return id;
  }

  type Decision = 'truePositive' | 'falsePositive' | 'possible';

  /** Creates a match for a client, and returns a function that decides it repeatedly, reopening its closed alert. */
  async function matched(clientId: string, source: ListSource = 'un', company = a, as = officer) {
    const found = await foundAlert(api, company, clientId, ['sanction'], source);
    let version = found.matches[0]?.version ?? 0;
    return async (decision: Decision) => {
      const alert = (
        await api.request(
          listAlerts,
          {
            query: {
              resourceType: 'clients',
              resourceId: clientId,
              type: 'screeningMatch',
              status: 'closed',
            },
          },
          { as },
        )
      ).response.items.find(({ id }) => id === found.id);
      if (alert) {
        const body = { version: alert.version, to: 'open' as const };
        expect((await api.request(transitionAlert, { params: { id: found.id }, body }, { as })).status).toBe(
          200,
        );
      }
      const body = {
        decision,
        version,
        ...(decision === 'possible' ? {} : { reason: 'Compared the passports' }),
        ...(decision === 'falsePositive' ? { reasonCode: 'otherBirthDate' } : {}),
      };
      const id = found.matches[0]?.id ?? '';
      const { response } = await api.request(decideMatch, { params: { id }, body: body as never }, { as });
      version = response.match.version;
    };
  }

  const diligence = async (id: string, as = a.staff) =>
    (await api.request(readDiligence, { params: { id } }, { as })).response;
  const client = async (id: string) =>
    (await api.request(readClient, { params: { id } }, { as: a.staff })).response;
  const listedAs = async (q: string) =>
    (await api.request(listClients, { query: { q } }, { as: a.staff })).response.items.map(
      ({ displayName, sanctions, riskLevel }) => [displayName, sanctions, riskLevel],
    );
  const activate = (id: string, as = a.staff) =>
    transitionClientTo(api, as, id, { lifecycle: 'client', to: 'active' });
  /** Takes CDD that is due again through review. */
  async function approveAgain(id: string): Promise<void> {
    for (const [to, as] of [
      ['inProgress', a.staff],
      ['readyForReview', a.staff],
      ['verified', officer],
    ] as const) {
      const moved = await transitionClientTo(api, as, id, { lifecycle: 'cdd', to });
      expect(moved.status, moved.text).toBe(200);
    }
  }
  const getCodes = ({ transitions }: Activity, to: string) =>
    transitions.find((offered) => offered.to === to)?.blockers.map(({ code }) => code);

  test('is shown on the client and its activities, prohibits, and is lifted when withdrawn', async () => {
    const id = await assessed('Listedson');
    const other = await assessed('Quitedifferent');
    const [toDo, held, declined] = await Promise.all(
      ['To start', 'To resume', 'To decline'].map((name) => create(api, a.staff, fullForm(id, { name }))),
    );
    if (!toDo || !held || !declined) throw new Error('The activities were not recorded.');
    await transitionThrough(api, a.staff, held.id, ['inProgress', 'onHold']);
    await transitionThrough(api, a.staff, declined.id, ['inProgress']);
    const say = await matched(id);
    expect((await diligence(id)).sanctions).toEqual([]);
    const begun = api.clock.now().getTime();
    await say('truePositive');

    const shown = await diligence(id);
    expect(shown.sanctions).toMatchObject([
      {
        clientId: id,
        name: 'Hinemoa Listedson',
        decidedBy: 'Officer of Kauri',
        provision: expect.stringContaining(provision),
      },
    ]);
    const decidedAt = Date.parse(shown.sanctions[0]?.decidedAt ?? '');
    expect(decidedAt).toBeGreaterThanOrEqual(begun);
    expect(decidedAt).toBeLessThanOrEqual(api.clock.now().getTime());
    expect(shown.blockers).toContainEqual(
      expect.objectContaining({ code: 'rule.prohibition', provision: expect.stringContaining(provision) }),
    );
    const refused = (await activate(id)).problem;
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.fields?.['']).toContainEqual(
      expect.stringContaining(`${prohibition} is confirmed. Do not act.`),
    );

    const activity = await read(api, a.staff, toDo.id);
    expect(activity.sanctions).toMatchObject([{ clientId: id, decidedBy: 'Officer of Kauri' }]);
    expect(activity.parties).toMatchObject([{ clientId: id, sanctions: 'prohibited' }]);
    expect(activity).toMatchObject({
      status: 'onHold',
      heldFrom: 'toDo',
      holdReason: 'A sanctions match was confirmed.',
    });
    expect(getCodes(activity, 'toDo')).toEqual(['rule.prohibition']);
    expect(getCodes(activity, 'cancelled')).toEqual([]);
    for (const [activityId, to] of [
      [toDo.id, 'toDo'],
      [held.id, 'inProgress'],
    ] as const) {
      const refused = await move(api, a.staff, activityId, { move: 'to', to });
      expect(refused.problem.fields?.['']?.[0]).toContain(`${prohibition} on Hinemoa Listedson is confirmed`);
    }
    const completion = (await read(api, a.staff, declined.id)).checklist;
    expect(completion.map(({ code }) => code)).toContain('rule.prohibition');
    // Declining is not acting: work that will not be done is closed.
    await move(api, a.staff, declined.id, { move: 'outcome', outcome: 'declined' });
    await transitionThrough(api, a.staff, declined.id, ['inProgress', 'inReview', 'completed']);
    expect((await read(api, a.staff, declined.id)).status).toBe('completed');
    const reopened = await move(api, a.staff, declined.id, { move: 'reopen' });
    expect(reopened.problem.fields?.['']?.[0]).toContain('Do not act');

    const created = await api.request(createActivity, { body: fullForm(id) }, { as: a.staff });
    expect(created.problem.fields?.['parties.0.clientId']?.[0]).toMatch(
      /Do not act.*United Nations Act 1946/,
    );
    // Adding it as a further party is rejected as well; existing parties can still be corrected.
    const innocent = await create(api, a.staff, fullForm(other));
    const both = fullForm(other, {
      parties: [
        { clientId: other, capacity: 'customer' },
        { clientId: id, capacity: 'otherParty' },
      ],
    });
    expect((await update(api, a.staff, innocent, both)).problem.fields).toHaveProperty('parties.1.clientId');
    const now = await read(api, a.staff, toDo.id);
    expect((await update(api, a.staff, now, fullForm(id, { name: 'Renamed' }))).status).toBe(200);

    expect(await listedAs('Listedson')).toEqual([['Hinemoa Listedson', 'prohibited', 'high']]);
    expect(await listedAs('Quitedifferent')).toEqual([['Hinemoa Quitedifferent', null, 'low']]);
    const { items } = (await api.request(listActivities, { query: { limit: 100 } }, { as: a.staff }))
      .response;
    expect(items.find((item) => item.id === toDo.id)?.sanctions).toBe('prohibited');
    expect(items.find((item) => item.id === innocent.id)?.sanctions).toBeNull();
    const alerts = (
      await api.request(listAlerts, { query: { resourceType: 'clients', resourceId: id } }, { as: a.staff })
    ).response.items;
    expect(alerts.map(({ type, severity, sanctions }) => [type, severity, sanctions]).sort()).toEqual([
      ['riskRose', 'high', 'prohibited'],
      ['workHeld', 'high', 'prohibited'],
    ]);
    const home = (await api.request(readHome, { query: {} }, { as: a.staff })).response;
    expect(home.recentlyAdded.find((item) => item.id === id)?.sanctions).toBe('prohibited');
    expect(home.work.items.find(({ resourceId }) => resourceId === id)?.sanctions).toBe('prohibited');

    await say('possible');
    expect(await listedAs('Listedson')).toEqual([['Hinemoa Listedson', null, 'low']]);
    await say('falsePositive');
    expect((await diligence(id)).sanctions).toEqual([]);
    // High risk had requirements of its own, so CDD is due again until it is approved.
    await approveAgain(id);
    expect((await activate(id)).response.status).toBe('active');
    expect((await move(api, a.staff, held.id, { move: 'to', to: 'inProgress' })).response.status).toBe(
      'inProgress',
    );
  });

  test('puts the work under way on hold with one alert; a member resumes it once the match is withdrawn', async () => {
    const id = await assessed('Heldson');
    const above = await assessed('Overheldson');
    const party = { partyClientId: id, roles: ['actingFor'] };
    await api.request(addParty, { params: { id: above }, body: party as never }, { as: a.owner });
    const started = await create(api, a.staff, fullForm(id));
    await transitionThrough(api, a.staff, started.id, ['inProgress']);
    const ofAbove = await create(api, a.staff, fullForm(above));
    const held = await create(api, a.staff, fullForm(id));
    await move(api, a.staff, held.id, { move: 'to', to: 'onHold', reason: 'Waiting for the vendor' });
    const declined = await create(api, a.staff, fullForm(id));
    await move(api, a.staff, declined.id, { move: 'outcome', outcome: 'declined' });
    const states = async () =>
      (await Promise.all([started, ofAbove, held, declined].map((item) => read(api, a.staff, item.id)))).map(
        ({ status, heldFrom, holdReason }) => [status, heldFrom, holdReason],
      );
    const alerts = async () =>
      (
        await api.request(
          listAlerts,
          { query: { resourceType: 'clients', resourceId: id, type: 'workHeld' } },
          { as: officer },
        )
      ).response.items;
    const say = await matched(id);
    await say('truePositive');

    const reason = 'A sanctions match was confirmed.';
    const onHold = [
      ['onHold', 'inProgress', reason],
      ['onHold', 'toDo', reason],
      ['onHold', 'toDo', 'Waiting for the vendor'],
      ['toDo', null, null],
    ];
    expect(await states()).toEqual(onHold);
    const { rows } = await api.database.asSuperuser(
      `SELECT resource_id AS id, actor_id AS "by" FROM assay.audit_events e
        WHERE action = 'activity.statusChanged'
          AND (SELECT d.reason FROM assay.audit_details d WHERE d.id = e.detail_id) = $1 AND resource_id = ANY ($2)
        ORDER BY seq`,
      [reason, [started.id, ofAbove.id, held.id, declined.id]],
    );
    expect(rows).toEqual([
      { id: started.id, by: officer.id },
      { id: ofAbove.id, by: officer.id },
    ]);
    const [alert] = await alerts();
    expect(alert).toMatchObject({ severity: 'high', resourceId: id });
    expect(alert?.summary).toContain(
      `are on hold because a sanctions match is confirmed: ${started.reference}, ${ofAbove.reference}. Resume`,
    );
    const snooze = {
      version: alert?.version ?? 0,
      to: 'snoozed' as const,
      snoozedUntil: new Date(api.clock.now().getTime() + 86_400_000).toISOString(),
    };
    const snoozed = await api.request(
      transitionAlert,
      { params: { id: alert?.id ?? '' }, body: snooze },
      { as: officer },
    );
    expect(snoozed.problem.fields?.to?.[0]).toContain('cannot be snoozed');
    const resume = () => move(api, a.staff, started.id, { move: 'to', to: 'inProgress' });
    expect((await resume()).problem.blockers).toMatchObject([{ code: 'rule.prohibition' }]);

    await say('possible');
    await say('truePositive');
    expect(await alerts()).toHaveLength(1);
    await say('falsePositive');
    expect(await states()).toEqual(onHold);
    expect((await resume()).response).toMatchObject({ status: 'inProgress', holdReason: null });
    // Confirmed once more, it holds what was resumed, and says so.
    await say('truePositive');
    expect(await states()).toEqual(onHold);
    const again = await alerts();
    expect(again).toHaveLength(2);
    expect(again.map(({ summary }) => summary).join()).toContain(`confirmed: ${started.reference}. Resume`);
  });

  test('of a client that becomes a related party puts the work for the client on hold', async () => {
    const [id, party] = [await assessed('Joinedby'), await assessed('Joinerson')];
    const { id: activityId } = await create(api, a.staff, fullForm(id));
    await (await matched(party))('truePositive');
    expect((await read(api, a.staff, activityId)).status).toBe('toDo');
    const body = { partyClientId: party, roles: ['actingFor'] };
    const added = await api.request(addParty, { params: { id }, body: body as never }, { as: a.owner });
    expect(added.status).toBe(201);
    expect(await read(api, a.staff, activityId)).toMatchObject({ status: 'onHold', heldFrom: 'toDo' });
  });

  test('on a list that is not law here is a finding: high risk and its own words, nothing prohibited', async () => {
    for (const source of ['ofac', 'dfat'] as const) {
      const id = await assessed(`Only${source}`);
      const say = await matched(id, source);
      await say('truePositive');
      expect((await diligence(id)).sanctions).toMatchObject([{ clientId: id, provision: null }]);
      expect(await listedAs(`Only${source}`)).toEqual([[`Hinemoa Only${source}`, 'finding', 'high']]);
      // High risk requires enhanced CDD; with the source of wealth verified it is approved again, and nothing is blocked.
      await verifiedSource(api, a.staff, id);
      await verifiedAddress(api, a, id);
      await approveAgain(id);
      expect((await diligence(id)).blockers).toEqual([]);
      expect((await activate(id)).response.status).toBe('active');
      expect((await api.request(createActivity, { body: fullForm(id) }, { as: a.staff })).status).toBe(201);
    }
    // Australia's own list is law in Australia, and for firms under both laws.
    const au = await api.addCompany('Banksia Sanctions', { billingCountryCode: 'AUS' });
    const id = await addClient(api, au, 'Dfatson', { status: 'onboarding' });
    await (await matched(id, 'dfat', au, au.owner))('truePositive');
    expect((await diligence(id, au.owner)).sanctions[0]?.provision).toContain(
      'Autonomous Sanctions Regulations',
    );
    expect((await activate(id, au.owner)).problem.fields?.['']?.join(' ')).toContain(prohibition);
  });

  test('of a related party applies to the client while it is one', async () => {
    const id = await assessed('Ownedby');
    const above = await assessed('Aboveit');
    const party = await assessed('Ownerson');
    const link = async (clientId: string, partyClientId: string) =>
      (
        await api.request(
          addParty,
          { params: { id: clientId }, body: { partyClientId, roles: ['actingFor'] } as never },
          { as: a.owner },
        )
      ).response;
    const owned = await link(id, party);
    await link(above, id);
    await (await matched(party))('truePositive');
    for (const affected of [id, above]) {
      expect((await diligence(affected)).sanctions).toMatchObject([
        { clientId: party, name: 'Hinemoa Ownerson' },
      ]);
      expect((await client(affected)).riskLevel).toBe('high');
      expect((await activate(affected)).problem.fields?.['']?.join(' ')).toContain(
        'A sanctions match on Hinemoa Ownerson is confirmed',
      );
    }
    const created = await api.request(createActivity, { body: fullForm(id) }, { as: a.staff });
    expect(created.problem.fields?.['parties.0.clientId']?.[0]).toContain('Hinemoa Ownerson');
    const { items } = (await api.request(listParties, { params: { id }, query: {} }, { as: a.staff }))
      .response;
    expect(items.map((item) => item.client.sanctions)).toEqual(['prohibited']);
    // A client that adds the person as a party later is raised then, and lowered with the party's end.
    const later = await assessed('Laterjoined');
    const joined = await link(later, party);
    expect((await client(later)).riskLevel).toBe('high');
    for (const [clientId, { id: partyId, version }] of [
      [later, joined],
      [id, owned],
    ] as const) {
      const ended = await api.request(
        endParty,
        { params: { id: clientId, partyId }, body: { version } as never },
        { as: a.owner },
      );
      expect(ended.status).toBe(200);
      expect((await client(clientId)).riskLevel).toBe('low');
    }
    expect((await client(above)).riskLevel).toBe('low');
    expect((await diligence(above)).sanctions).toEqual([]);
  });

  test('of a related party applies to clients that a concurrent command links to it', async () => {
    const [top, middle, id] = [
      await assessed('Topmost'),
      await assessed('Middleton'),
      await assessed('Lowest'),
    ];
    const party = await assessed('Partyson');
    await (await matched(party))('truePositive');
    const link = (clientId: string, partyClientId: string) =>
      api.request(
        addParty,
        { params: { id: clientId }, body: { partyClientId, roles: ['actingFor'] } as never },
        { as: a.owner },
      );
    expect((await link(middle, id)).status).toBe(201);
    const added = await runWhileLocked(
      api,
      a.id,
      async (trx) => {
        await lockClients(trx, [top, middle]);
        const at = new Date().toISOString();
        await insertParty(trx, {
          company_id: a.id,
          id: uuidv7(),
          client_id: top,
          party_client_id: middle,
          roles: ['actingFor'],
          direct_percent: null,
          joint: false,
          beneficially_held: null,
          control_basis: null,
          authority: null,
          must_verify: false,
          must_verify_reason: null,
          valid_from: testDay(),
          created_at: at,
          created_by: a.owner.id,
          updated_at: at,
          updated_by: a.owner.id,
        });
      },
      () => link(id, party),
    );
    expect(added.status).toBe(201);
    for (const affected of [top, middle, id]) {
      expect(await client(affected)).toMatchObject({ riskLevel: 'high', cddLevel: 'enhanced' });
    }
  });

  test('of a related party applies in either order of two concurrent commands', async () => {
    const [above, id] = [await assessed('Uppermost'), await assessed('Undermost')];
    const party = await assessed('Partyton');
    await (await matched(party))('truePositive');
    const link = (clientId: string, partyClientId: string) =>
      api.request(
        addParty,
        { params: { id: clientId }, body: { partyClientId, roles: ['actingFor'] } as never },
        { as: a.owner },
      );
    const both = await Promise.all([link(above, id), link(id, party)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    for (const affected of [above, id]) expect((await client(affected)).riskLevel).toBe('high');
  });

  test('sets a minimum level for every assessment, also without an earlier one', async () => {
    const unassessed = await addClient(api, a, 'Notassessed');
    const say = await matched(unassessed);
    await say('truePositive');
    expect((await client(unassessed)).riskLevel).toBe('high');
    await say('falsePositive');
    expect((await client(unassessed)).riskLevel).toBeNull();

    // Approved as low before the match: raised with it, and by every later assessment.
    const template = await publishedTemplate(api, a.owner);
    const { id } = await sampleClient(api, a.owner, 'Floorson');
    const of = { clientId: id, template };
    const inForce = await approvedAssessment(api, a.owner, of);
    const waiting = (await sendAssessment(api, a.staff, of)).response;
    expect([(await client(id)).riskLevel, waiting.finalLevel]).toEqual(['low', 'low']);
    await (await matched(id))('truePositive');
    expect((await client(id)).riskLevel).toBe('high');
    const approve = ({ id: one, version }: { id: string; version: number }) =>
      decide(api, officer, { id: one }, { decision: 'approve', version });
    // An earlier submission cannot be approved at a level that the record no longer allows.
    expect((await approve(waiting)).problem.fields?.['']?.[0]).toContain('a sanctions match is confirmed');
    const again = (await sendAssessment(api, a.staff, of)).response;
    expect(again).toMatchObject({
      finalLevel: 'high',
      explanation: { scoreLevel: 'low', computedLevel: 'high' },
    });
    expect(again.explanation.floors).toMatchObject([
      { level: 'high', optionLabel: 'a sanctions match is confirmed' },
    ]);
    expect(again.explanation.sentence).toContain('a sanctions match is confirmed');
    const lower = (assessment: { id: string; version: number }, as: TestPerson, level: 'low' | 'high') =>
      decide(
        api,
        as,
        { id: assessment.id },
        {
          decision: 'override',
          version: assessment.version,
          level,
          reasonCode: 'knownRelationship',
          reason: 'Known to the partners for many years',
          expiresOn: addMonths(testDay('Pacific/Auckland', api.clock.now()), 2),
        },
      );
    const refused = {
      level: [
        'The level is at least high, because a sanctions match is confirmed. Select that level or a higher one.',
      ],
    };
    // The score is raised to the floor; what was approved before the match is held to it too. A compliance officer is no exception.
    for (const [assessment, as] of [
      [again, officer],
      [inForce, officer],
    ] as const) {
      const below = await lower(assessment, as, 'low');
      expect([below.status, below.problem.fields]).toEqual([422, refused]);
    }
    // Who may not approve high risk does not lower it.
    expect((await lower(inForce, a.owner, 'low')).problem.code).toBe('role.forbidden');
    expect(again.minimumLevel).toEqual({ level: 'high', reason: 'a sanctions match is confirmed' });
    expect((await lower(inForce, a.owner, 'high')).response.finalLevel).toBe('high');
    const current = (await approve(again)).response;
    const voided = await decide(
      api,
      officer,
      { id: again.id },
      { decision: 'void', version: current.version, reason: 'Wrong form' },
    );
    expect(voided.status).toBe(200);
    expect((await client(id)).riskLevel).toBe('high');
  });
});
