import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSummary, resolveTree } from '#api/checks/business-verifications/ownership/ownership-view.ts';
import type { StoredGraph } from '#api/kernel/database/tables/stored-ownership.ts';
import { createActivity, readActivity } from '#contract/activities.ts';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { previewMerge } from '#contract/clients/merging.ts';
import { addParty } from '#contract/clients/parties.ts';
import { enrolClient, transitionEnrolment } from '#contract/monitoring/enrolments.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { activeIndividual, getDiligence, verifyIdentity } from '#tests/support/api/due-diligence.ts';
import { aWorklist, confirmedMatch } from '#tests/support/api/monitoring.ts';
import { decide, publishedTemplate, sendAssessment } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addCompany, addPerson, mergeRecords, readRecord } from './support.ts';

describe.each(testEngines)('what a merged record brings on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api?.close());

  const read = (id: string) => readRecord(api, a.owner, id);
  const person = (familyName: string, rest?: Record<string, unknown>) =>
    addPerson(api, a.owner, { familyName }, rest);
  const merge = (id: string, mergedId: string, taken: string[] = []) =>
    mergeRecords(api, a.owner, { id, mergedId }, { taken });
  const rows = async (text: string, values: unknown[]) =>
    (await api.database.asSuperuser(text, values)).rows as Record<string, unknown>[];
  const write = (id: string, column: string, value: unknown) =>
    rows(`UPDATE assay.clients SET ${column} = $1 WHERE id = $2`, [value, id]);
  const preview = async (id: string, mergedId: string) =>
    (await api.request(previewMerge, { params: { id, mergedId } }, { as: a.owner })).response;

  test('is no evidence of an identity that it had before', async () => {
    const [one, two] = [await person('Formersample'), await person('Earliersample')];
    await verifyIdentity(api, a, two.id);
    await api.clock.advance(60);
    const { version } = await read(two.id);
    const body = {
      clientType: 'individual',
      individual: { givenNames: 'Mereana', familyName: 'Formersample' },
      version,
      confirmations: ['identityChanged', 'likelyDuplicates'],
    } as never;
    const renamed = await api.request(updateClient, { params: { id: two.id }, body }, { as: a.owner });
    expect(renamed.status, renamed.text).toBe(200);
    await api.clock.advance(60);
    const { consequences } = await preview(one.id, two.id);
    expect((await merge(one.id, two.id)).status).toBe(200);
    const { progress } = await getDiligence(api, a.owner, one.id);
    expect(progress.steps.find(({ step }) => step === 'identity')?.outstanding).toBeGreaterThan(0);
    const verifications = `SELECT client_id FROM assay.individual_verifications WHERE client_id IN ($1, $2)`;
    expect(await rows(verifications, [one.id, two.id])).toEqual([{ client_id: two.id }]);
    expect(consequences.join(' ')).toContain('Evidence from before the name');
  });

  const isPartyOf = async (id: string, partyClientId: string, more: Record<string, unknown> = {}) => {
    const body = { partyClientId, roles: ['shareholder'], validFrom: '2025-01-01', ...more } as never;
    const request = { params: { id }, body, requestKey: crypto.randomUUID() };
    const added = await api.request(addParty, request, { as: a.owner });
    expect(added.status, added.text).toBe(201);
    return added.response;
  };
  const activityFor = async (clientId: string) => {
    const body = {
      name: 'Sale of a house',
      activityType: 'matter',
      maxTransactionValue: '850,000',
      parties: [{ clientId, capacity: 'customer' }],
    } as never;
    return (await api.request(createActivity, { body }, { as: a.owner })).response.id;
  };

  test.each([
    ['the merged record', true],
    ['the surviving client', false],
  ])('stops work on account of a listed party of %s', async (_of, isOfMerged) => {
    const [one, two] = [
      await addCompany(api, a.owner, `Holdsample ${isOfMerged} Limited`),
      await addCompany(api, a.owner, `Holdsample ${isOfMerged} Ltd`),
    ];
    const listed = await person(`Listedsample ${isOfMerged}`);
    await confirmedMatch(api, a, listed.id, a.owner);
    await isPartyOf(isOfMerged ? two.id : one.id, listed.id);
    const activityId = await activityFor(isOfMerged ? one.id : two.id);
    const statusOf = async () =>
      (await api.request(readActivity, { params: { id: activityId } }, { as: a.owner })).response.status;
    expect(await statusOf()).toBe('toDo');
    const merged = await merge(one.id, two.id);
    expect(merged.status, merged.text).toBe(200);
    expect(await statusOf()).toBe('onHold');
  });

  test.each([
    ['a name that was not screened', 'Namesample', 'Neverscreened', 'clear', false, 'notChecked'],
    [
      'a record that was not screened',
      'Unscreenedsample',
      'Unscreenedsample',
      'notChecked',
      false,
      'notChecked',
    ],
    ['details that were not screened', 'Staledsample', 'Staledsample', 'clear', true, 'notChecked'],
    ['nothing new', 'Clearsample', 'Clearsample', 'clear', false, 'clear'],
  ])('ends a clearance with %s', async (_what, name, other, status, isOutdated, expected) => {
    const [one, two] = [await person(name), await person(other)];
    await write(one.id, 'sanctions_status', 'clear');
    await write(two.id, 'sanctions_status', status);
    await write(two.id, 'screening_outdated', isOutdated);
    const isChanged = expected !== 'clear';
    const { consequences } = await preview(one.id, two.id);
    expect((await merge(one.id, two.id)).status).toBe(200);
    expect((await read(one.id)).sanctionsStatus).toBe(expected);
    expect(await rows('SELECT screening_outdated AS o FROM assay.clients WHERE id = $1', [one.id])).toEqual([
      { o: isChanged },
    ]);
    const history = await api.request(
      readClientHistory,
      { params: { id: one.id }, query: {} },
      { as: a.owner },
    );
    const told = history.response.events.flatMap(({ changes }) => changes);
    const change = { field: 'sanctionsStatus', before: 'Clear', after: 'Not screened' };
    if (isChanged) expect(told).toContainEqual(change);
    else expect(told).not.toContainEqual(change);
    expect(consequences.some((text) => text.includes('screened again'))).toBe(isChanged);
  });

  test('is no name fewer: more than a client can have are refused', async () => {
    const names = (start: string) => Array.from({ length: 6 }, (_, n) => `${start} ${n}`);
    const [one, two] = [
      await addPerson(api, a.owner, { familyName: 'Namessample', otherNames: names('First') }),
      await addPerson(api, a.owner, { familyName: 'Namessample', otherNames: names('Second') }),
    ];
    const refused = await merge(one.id, two.id);
    expect(refused.status).toBe(422);
    expect(refused.problem.detail).toContain('Together they have 12 other names');
    expect((await preview(one.id, two.id)).problems).toEqual([refused.problem.detail]);
  });

  test('holds its risk until an assessment that was submitted after the merge is approved', async () => {
    const as = a.owner;
    const [officer, manager] = await Promise.all(
      (['complianceOfficer', 'seniorManager'] as const).map((designation) =>
        api.addMember(a.id, { designations: [designation] }),
      ),
    );
    if (officer === undefined || manager === undefined) throw new Error('Two people are needed.');
    const template = await publishedTemplate(api, as);
    const [one, two] = [await person('Assessedsample'), await person('Assessedsample')];
    await write(two.id, 'risk_level', 'high');
    const before = await sendAssessment(api, as, { clientId: one.id, template });
    expect(before.status, before.text).toBe(201);
    await api.clock.advance(60);
    expect((await merge(one.id, two.id)).status).toBe(200);
    await api.clock.advance(60);
    const { id, version } = before.response;
    const approve = { decision: 'approve', version } as const;
    expect((await decide(api, as, { id }, approve)).problem.code).toBe('role.forbidden');
    const approved = await decide(api, officer, { id }, approve);
    expect(approved.status, approved.text).toBe(200);
    expect((await read(one.id)).riskLevel).toBe('high');
    await api.clock.advance(60);
    // The lower assessment replaces what the merge holds, so its assessor does not approve it.
    const { response: lower } = await sendAssessment(api, officer, { clientId: one.id, template });
    const lowering = { decision: 'approve', version: lower.version } as const;
    expect((await decide(api, officer, lower, lowering)).problem.blockers?.map(({ code }) => code)).toEqual([
      'assessment.secondPersonNeeded',
    ]);
    expect((await decide(api, manager, lower, lowering)).status).toBe(200);
    expect((await read(one.id)).riskLevel).toBe('low');
  });

  test('is monitored if one of the two is', async () => {
    const [one, two] = [await person('Watchedsample'), await person('Watchedsample')];
    const worklist = await aWorklist(api, a);
    const enrol = async (id: string) => {
      const request = { params: { id }, body: { worklistId: worklist.id }, requestKey: crypto.randomUUID() };
      return (await api.request(enrolClient, request, { as: a.owner })).response;
    };
    const [paused] = [await enrol(one.id), await enrol(two.id)];
    const request = {
      params: { id: paused.id },
      body: { version: paused.version, to: 'paused' as const },
      requestKey: crypto.randomUUID(),
    };
    expect((await api.request(transitionEnrolment, request, { as: a.owner })).status).toBe(200);
    expect((await merge(one.id, two.id)).status).toBe(200);
    const enrolments = `SELECT status, ended_reason AS reason FROM assay.monitoring_enrolments WHERE client_id = $1 ORDER BY status`;
    expect(await rows(enrolments, [one.id])).toEqual([
      { status: 'active', reason: null },
      { status: 'ended', reason: 'moved' },
    ]);
  });

  test('is the greater holding of a related party, whose ownership is reviewed', async () => {
    const owned = await addCompany(api, a.owner, 'Ownedsample Limited');
    await write(owned.id, 'status', 'active');
    const [one, two] = [await person('Ownersample'), await person('Ownersample')];
    await isPartyOf(owned.id, one.id, { directPercent: '10', beneficiallyHeld: 'no' });
    await isPartyOf(owned.id, two.id, {
      directPercent: '60',
      beneficiallyHeld: 'yes',
      joint: true,
      controlBasis: 'Appoints the board',
      authority: 'Power of attorney, sighted',
    });
    expect((await merge(one.id, two.id)).status).toBe(200);
    const parties = `SELECT party_client_id AS party, roles, direct_percent::float AS percent, joint, beneficially_held AS own,
      control_basis AS basis, authority FROM assay.client_parties WHERE client_id = $1 AND valid_to IS NULL`;
    expect(await rows(parties, [owned.id])).toEqual([
      {
        party: one.id,
        roles: ['shareholder', 'nominee'],
        percent: 60,
        joint: true,
        own: null,
        basis: 'Appoints the board',
        authority: 'Power of attorney, sighted',
      },
    ]);
    const query = { status: 'open', clientId: owned.id, limit: 10 } as const;
    const { items } = (await api.request(listReviews, { query }, { as: a.owner })).response;
    expect(items).toEqual([expect.objectContaining({ trigger: 'clientsMerged' })]);
    expect(JSON.stringify(items)).toContain('Establish the ownership again');
  });

  test('adds up its holdings of an ownership chart that has both', async () => {
    const owned = await addCompany(api, a.owner, 'Chartsample Limited');
    await write(owned.id, 'status', 'active');
    const [one, two] = [await person('Chartsample'), await person('Chartsample')];
    const started = await api.request(
      startBusinessVerification,
      { params: { clientId: owned.id }, query: {} },
      { as: a.owner },
    );
    expect(started.status, started.text).toBe(201);
    const chart = async () => {
      const text = 'SELECT shares, graph FROM assay.business_verifications WHERE id = $1';
      const [row] = await rows(text, [started.response.id]);
      return row as { shares: Record<string, string>; graph: StoredGraph };
    };
    const before = (await chart()).graph;
    const entry = (id: string, clientId: string) => ({
      ...before.nodes[0],
      ...{ id, clientId, kind: 'person', name: 'Mereana Chartsample', source: 'manual' },
    });
    const holding = (id: string, holder: string, percent: string) => ({
      ...{ id, of: before.rootId, holders: [holder], share: { percent } },
      ...{ beneficiallyHeld: null, heldFor: [], source: 'manual' },
    });
    const drawn = {
      ...before,
      nodes: [...before.nodes, entry('n8', one.id), entry('n9', two.id)],
      holdings: [holding('h8', 'n8', '10'), holding('h9', 'n9', '60')],
    } as StoredGraph;
    await rows('UPDATE assay.business_verifications SET graph = $1, shares = $2 WHERE id = $3', [
      JSON.stringify(drawn),
      getSummary(drawn, resolveTree(drawn, ['NZL'], new Map(), null)).shares,
      started.response.id,
    ]);
    expect((await chart()).shares).toEqual({ [one.id]: '10', [two.id]: '60' });
    expect((await merge(one.id, two.id)).status).toBe(200);
    const { shares, graph } = await chart();
    expect(shares).toEqual({ [one.id]: '70' });
    // The next change of the chart calculates the same.
    expect(JSON.parse(getSummary(graph, resolveTree(graph, ['NZL'], new Map(), null)).shares)).toEqual(
      shares,
    );
    const reviews = `SELECT cause FROM assay.reviews WHERE client_id = $1 AND trigger = 'clientsMerged'`;
    expect(await rows(reviews, [owned.id])).toHaveLength(1);
  });

  test('is no low risk, of which neither the preview nor the review speaks', async () => {
    const one = await activeIndividual(api, a, 'Lowsample');
    const two = await person('Lowsample');
    await write(one, 'risk_level', null);
    await write(two.id, 'risk_level', 'low');
    expect((await preview(one, two.id)).consequences.join(' ')).not.toContain('The risk of');
    const merged = await merge(one, two.id);
    expect(merged.status, merged.text).toBe(200);
    expect((await read(one)).riskLevel).toBeNull();
    const reviews = `SELECT cause FROM assay.reviews WHERE client_id = $1 AND trigger = 'clientsMerged'`;
    const [review] = await rows(reviews, [one]);
    expect(review?.cause).not.toContain('holds until');
  });

  test('is no detail that the form of a client would refuse', async () => {
    const one = await person('Refusedsample');
    const address = {
      addressLine1: '1 Rata Street',
      state: 'Wellington',
      postcode: '6011',
      countryCode: 'NZL',
      kind: 'principalPlace',
    };
    const two = await person('Refusedsample', { clientType: 'soleTrader', addresses: [address] });
    const before = await read(one.id);
    const refused = await merge(one.id, two.id, ['addresses']);
    expect(refused.status).toBe(422);
    expect(refused.problem.detail).toBe('This client type has no address of this kind');
    expect(refused.problem.fields).toEqual({ 'addresses[0].kind': [refused.problem.detail] });
    expect(await read(one.id)).toEqual(before);
    expect((await merge(one.id, two.id, ['addresses', 'clientType'])).status).toBe(200);
  });
});
