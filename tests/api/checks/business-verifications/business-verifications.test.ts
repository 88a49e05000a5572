import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchDueExtracts } from '#api/checks/business-verifications/extracts/fetch-extracts-job.ts';
import { noRegistries } from '#api/integrations/registries/registries.ts';
import {
  decideBusinessVerification,
  listBusinessVerifications,
  readBusinessVerification,
  readBusinessVerificationHistory,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import {
  continueBusinessVerification,
  createOwnershipParties,
  editOwnership,
  expandOwnership,
  readExpansionCost,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import {
  chooseRegistryEntity,
  resolveMismatch,
  searchRegistries,
} from '#contract/business-verifications/registry-endpoints.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { listParties } from '#contract/clients/parties.ts';
import { downloadDocument, listDocuments, removeDocument } from '#contract/documents/documents.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { acceptedDocument } from '#tests/support/api/business-evidence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';
import type { TestRegistryServices } from '#tests/support/services/registry-services.ts';
import { businessForm, create } from '../../records/clients/support.ts';
import { changeAccess, moveMember } from '../../records/team/support.ts';

type Edit = EndpointRequest<typeof editOwnership>['body'];
type Decision = EndpointRequest<typeof decideBusinessVerification>['body'];

describe.each(testEngines)('business verifications on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let registers: TestRegistryServices;

  beforeAll(async () => {
    api = await openTestApi(engine);
    registers = api.registers;
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const as = (person: TestPerson = a.staff) => ({ as: person });
  const deps = () => ({
    db: api.database.db,
    now: api.clock.now,
    files: api.files.files,
    registries: registers.registries,
  });

  async function start(name: string, business: object = {}): Promise<BusinessVerification> {
    const client = await create(api, a.staff, businessForm(name, { business }));
    const params = { clientId: client.id };
    return (await api.request(startBusinessVerification, { params, query: {} }, as())).response;
  }

  const orderExtract = (
    v: BusinessVerification,
    number: string,
    registry: 'nzbn' | 'abr' | 'asic' = 'nzbn',
  ) =>
    api.request(
      chooseRegistryEntity,
      {
        params: { id: v.id },
        body: { version: v.version, registry, number, quotedCost: registry === 'abr' ? 0 : 250 },
      },
      as(),
    );
  const read = async (id: string) =>
    (await api.request(readBusinessVerification, { params: { id } }, as())).response;
  const cost = async (id: string, layers: number) =>
    (await api.request(readExpansionCost, { params: { id }, query: { layers } }, as())).response;
  async function expand(v: BusinessVerification, layers = 8) {
    const { maxCost } = await cost(v.id, layers);
    const body = { version: v.version, layers, agreedCost: maxCost.amount };
    return api.request(expandOwnership, { params: { id: v.id }, body }, as());
  }
  const edit = (v: BusinessVerification, body: Edit) =>
    api.request(editOwnership, { params: { id: v.id }, body }, as());
  const decide = (v: BusinessVerification, body: Decision, person = a.staff) =>
    api.request(decideBusinessVerification, { params: { id: v.id }, body }, as(person));

  /** Starts a verification of a showcase business and waits for its extract. */
  async function extracted(name: string, business: object = {}) {
    const { nzbn = '', registeredOn } = registers.entity(name);
    const v = await start(name, { nzbn, incorporatedOn: registeredOn, ...business });
    return (await orderExtract(v, nzbn)).response;
  }
  async function finish(v: BusinessVerification): Promise<BusinessVerification> {
    let now = v;
    for (let turn = 0; now.pendingExtracts && turn < 20; turn += 1) {
      now = (await api.request(continueBusinessVerification, { params: { id: v.id }, body: {} }, as()))
        .response;
    }
    return now;
  }
  const percents = (v: BusinessVerification) =>
    Object.fromEntries((v.ownership?.people ?? []).map(({ name, percent }) => [name, percent]));
  const getNode = (v: BusinessVerification, name: string) =>
    v.ownership?.nodes.find((node) => node.name === name)?.id ?? '';

  test('finds by name and number, stores the extract with its time and file, and records the history', async () => {
    const kowhai = registers.entity('KŌWHAI BAY TRADING LIMITED');
    const v = await start('Kowhai Bay Trading Ltd', { nzbn: kowhai.nzbn });
    expect(v).toMatchObject({ version: 1, status: 'notStarted', extract: null, ownership: null });
    expect(v.registries).toMatchObject([
      { registry: 'nzbn', isSetUp: true, cost: { amount: 250, currency: 'NZD' } },
    ]);
    const byName = await api.request(
      searchRegistries,
      { params: { id: v.id }, query: { registry: 'nzbn', q: 'kowhai bay' } },
      as(),
    );
    expect(byName.response.failure).toBeNull();
    expect(byName.response.candidates[0]).toMatchObject({
      name: kowhai.name,
      number: kowhai.nzbn,
      clientId: v.client.id,
    });
    const { response } = await orderExtract(v, kowhai.nzbn ?? '');
    expect(response).toMatchObject({
      status: 'needsReview',
      pendingExtracts: null,
      actualCost: { amount: 250, currency: 'NZD' },
      extract: { registry: 'nzbn', name: kowhai.name, status: 'registered', registeredOn: '2011-03-14' },
      mismatches: [],
    });
    expect(percents(response)).toEqual({ 'Hana Marie Ruataniwha': '60', 'Thomas Elderslie': '40' });
    expect(response.ownership?.people.every(({ counts }) => counts[0]?.jurisdiction === 'NZL')).toBe(true);
    expect(response.mustVerify.map(({ name }) => name)).toEqual([
      'Hana Marie Ruataniwha',
      'Thomas Elderslie',
    ]);
    const { documentId } = response.extract ?? {};
    const file = await api.request(downloadDocument, { params: { id: documentId ?? '' } }, as());
    expect(file.headers.get('content-type')).toContain('text/plain');
    expect(JSON.parse(file.text)).toMatchObject({ entityName: kowhai.name });
    const owner = { ownerType: 'businessVerification', ownerId: v.id } as const;
    const listed = await api.request(listDocuments, { params: owner, query: {} }, as());
    expect(listed.response.documents).toMatchObject([
      { id: documentId, type: 'registryExtract', uploadedBy: 'system' },
    ]);
    const removal = await api.request(
      removeDocument,
      { params: { id: documentId ?? '' }, body: { version: 1, reason: 'No longer wanted' } },
      as(),
    );
    expect(removal.status).toBe(422);
    const history = await api.request(
      readBusinessVerificationHistory,
      { params: { id: v.id }, query: {} },
      as(),
    );
    expect(history.response.events.map(({ action }) => action)).toEqual([
      'businessVerification.extractKept',
      'businessVerification.entitySelected',
      'businessVerification.started',
    ]);
  });

  test('returns the verification in progress instead of a second one, and rejects a person', async () => {
    const v = await start('Second Attempt Limited');
    const params = { clientId: v.client.id };
    const again = await api.request(startBusinessVerification, { params, query: {} }, as());
    expect(again.response.id).toBe(v.id);
    const person = await create(api, a.staff, {
      clientType: 'individual',
      individual: { givenNames: 'Ana', familyName: 'Rimu' },
    } as never);
    const refused = await api.request(
      startBusinessVerification,
      { params: { clientId: person.id }, query: {} },
      as(),
    );
    expect(refused.status).toBe(422);
  });

  test('checks the number’s check digit and the displayed cost before querying the register', async () => {
    const v = await start('Check Digit Limited');
    const before = registers.asked();
    const wrong = await orderExtract(v, '9429041561141');
    expect(wrong.status).toBe(422);
    expect(wrong.problem.fields?.number?.[0]).toBeTruthy();
    const body = {
      version: v.version,
      registry: 'nzbn' as const,
      number: registers.entity('QUARTERDECK MARINE LIMITED').nzbn ?? '',
      quotedCost: 0,
    };
    expect((await api.request(chooseRegistryEntity, { params: { id: v.id }, body }, as())).status).toBe(422);
    expect(registers.asked()).toBe(before);
    expect((await read(v.id)).version).toBe(v.version);
  });

  test('reports a number missing from the register and allows a retry', async () => {
    const v = await start('Nowhere Limited');
    const { response } = await orderExtract(v, '9429000035170');
    expect(response).toMatchObject({
      status: 'notStarted',
      pendingExtracts: null,
      lastFailure: { code: 'notFound' },
      actualCost: { amount: 0 },
    });
    expect(response.actions.map(({ action }) => action)).toContain('orderExtract');
  });

  test('shows a company in liquidation as a discrepancy to note before a decision', async () => {
    const v = await extracted('HARBOURSIDE BUILDERS LIMITED');
    const status = v.mismatches.find(({ field }) => field === 'registryStatus');
    expect(status).toMatchObject({ mustResolve: true, resolutions: ['noted'], settled: null });
    const refused = await decide(v, { decision: 'verified', version: v.version, reason: 'Looks fine' });
    expect(refused.status).toBe(422);
    expect(refused.problem.fields?.['']?.join(' ')).toContain('Status in the register');
    const body = {
      version: v.version,
      field: 'registryStatus',
      resolution: 'noted',
      reason: 'The liquidator instructs us',
    } as const;
    const settled = await api.request(resolveMismatch, { params: { id: v.id }, body }, as());
    expect(
      settled.response.mismatches.find(({ field }) => field === 'registryStatus')?.settled,
    ).toMatchObject({
      resolution: 'noted',
      by: { id: a.staff.id },
    });
  });

  test('copies the register’s value to the client, and retains the recorded one with a reason', async () => {
    const v = await extracted('QUARTERDECK MARINE LIMITED', { incorporatedOn: '1999-01-01' });
    const { registeredOn } = registers.entity('QUARTERDECK MARINE LIMITED');
    const body = { version: v.version, field: 'incorporatedOn', resolution: 'useRegistry' } as const;
    const { response } = await api.request(resolveMismatch, { params: { id: v.id }, body }, as());
    const client = (await api.request(readClient, { params: { id: v.client.id } }, as())).response;
    expect(client).toMatchObject({ version: 2, business: { incorporatedOn: registeredOn } });
    expect(response.mismatches).toMatchObject([
      { field: 'incorporatedOn', recorded: '1999-01-01', settled: { resolution: 'useRegistry' } },
    ]);
    const stale = await api.request(resolveMismatch, { params: { id: v.id }, body }, as());
    expect(stale.status).toBe(409);
    expect(stale.problem).toMatchObject({
      code: 'record.versionConflict',
      current: { version: response.version },
    });
  });

  test('traces two holding companies to the person behind both at the agreed cost', async () => {
    const v = await extracted('RIMU RIDGE DEVELOPMENTS LIMITED');
    expect(v.ownership?.unresolvedPercent).toBe('100');
    const estimate = await cost(v.id, 3);
    expect(estimate).toMatchObject({ now: 2, costNow: { amount: 500 }, notAskable: [] });
    const tooLittle = { version: v.version, layers: 3, agreedCost: 1 };
    expect((await api.request(expandOwnership, { params: { id: v.id }, body: tooLittle }, as())).status).toBe(
      422,
    );
    const done = await finish((await expand(v, 3)).response);
    expect(done).toMatchObject({ status: 'needsReview', pendingExtracts: null, actualCost: { amount: 750 } });
    expect(done.ownership?.unresolvedPercent).toBe('0');
    expect(percents(done)).toEqual({
      'Mere Wharekura': '40',
      'Katherine Oxenbould': '30',
      'Thomas Elderslie': '30',
    });
    const tom = done.ownership?.people.find(({ name }) => name === 'Thomas Elderslie');
    expect(tom?.paths.map(({ product }) => product)).toEqual(['20', '10']);
  });

  test('stops at the requested layers and resumes from there', async () => {
    const v = await extracted('MATRYOSHKA ONE LIMITED');
    const some = await finish((await expand(v, 3)).response);
    expect(some.ownership?.nodes.filter(({ expansion }) => expansion === 'expanded').length).toBe(3);
    expect(Number(some.ownership?.unresolvedPercent)).toBeGreaterThan(50);
    const all = await finish((await expand(some, 8)).response);
    expect(percents(all)['Priya Venkataraghavan']).toBe('43.0467');
    expect(all.ownership?.unresolvedPercent).toBe('0');
  });

  test('distinguishes 25.0001% from 24.9999% and reports circular holdings', async () => {
    const edge = await extracted('EDGEWATER CIVIL LIMITED');
    const counted = edge.ownership?.people.filter(({ counts }) => counts.length > 0).map(({ name }) => name);
    expect(counted).toEqual(['Sione Tafuna', 'Priya Venkataraghavan']);
    const circle = await finish((await expand(await extracted('OROBOROS INVESTMENTS LIMITED'))).response);
    expect(circle.ownership?.unresolved.some(({ reason }) => reason === 'circular')).toBe(true);
    expect(percents(circle)).toMatchObject({ 'Wei Jiang-Holloway': '50', 'Priya Venkataraghavan': '25' });
  });

  test('records the nominator of a nominee holding manually', async () => {
    let v = await extracted('PAUA POINT AQUACULTURE LIMITED');
    await acceptedDocument(api, a.staff, v.client.id, 'trustDeed');
    v = await read(v.id);
    const evidenceId = v.submittedEvidence[0]?.id ?? '';
    v = (
      await edit(v, {
        intent: 'addNode',
        version: v.version,
        name: 'Marama Tautoko',
        kind: 'person',
        source: 'Nominee deed of 3 May',
      })
    ).response;
    const holding = v.ownership?.edges.find(({ holders }) =>
      holders.includes(getNode(v, 'SOUTHERN CROSS NOMINEES LIMITED')),
    );
    const body = {
      intent: 'saveHolding' as const,
      version: v.version,
      holdingId: holding?.id ?? '',
      of: 'client',
      holders: [getNode(v, 'SOUTHERN CROSS NOMINEES LIMITED')],
      share: { percent: '45' },
      beneficiallyHeld: 'no' as const,
      source: 'Nominee deed of 3 May',
    };
    const unnamed = (await edit(v, body)).response;
    expect(unnamed.ownership?.unresolved).toMatchObject([{ reason: 'nominee', percent: '45' }]);
    const heldFor = [getNode(v, 'Marama Tautoko')];
    const told = (await edit(unnamed, { ...body, version: unnamed.version, heldFor })).response;
    expect(percents(told)).toMatchObject({ 'Marama Tautoko': '45', 'Sione Tafuna': '55' });
    expect(told.ownership?.unresolved).toMatchObject([{ reason: 'notEvidenced', percent: '45' }]);
    const named = (await edit(told, { ...body, version: told.version, heldFor, evidenceId })).response;
    expect(percents(named)).toMatchObject({ 'Marama Tautoko': '45', 'Sione Tafuna': '55' });
    expect(named.ownership?.unresolvedPercent).toBe('0');
    const removed = await edit(named, {
      intent: 'remove',
      version: named.version,
      id: getNode(v, 'Marama Tautoko'),
      reason: 'Wrong person',
    });
    expect(removed.status).toBe(422);
    const loop = await edit(named, {
      intent: 'addControl',
      version: named.version,
      by: 'client',
      of: 'client',
      role: 'trustee',
      note: 'x',
    });
    expect(loop.status).toBe(422);
    expect((await read(v.id)).version).toBe(named.version);

    const id = named.ownership?.edges.find(({ percent }) => percent === '55')?.id ?? '';
    const ended = { intent: 'remove' as const, version: named.version, id, reason: 'Sold in May' };
    expect((await edit(named, ended)).status).toBe(200);
    const history = await api.request(
      readBusinessVerificationHistory,
      { params: { id: v.id }, query: {} },
      as(),
    );
    expect(history.response.events[0]?.changes).toMatchObject([
      { field: 'removed', before: expect.stringContaining('Sione Tafuna'), after: null },
      { field: 'reason', before: null, after: 'Sold in May' },
    ]);
  });

  test('records owners as draft parties, adds them to the client’s CDD requirements, and decides', async () => {
    const v = await finish((await expand(await extracted('RIMU RIDGE DEVELOPMENTS LIMITED'))).response);
    const blocked = await decide(v, { decision: 'verified', version: v.version, reason: 'All traced' });
    expect(blocked.status).toBe(422);
    expect(blocked.problem.fields?.[''] ?? []).toHaveLength(3);
    const parties = v.mustVerify.map(({ nodeId }) => ({ nodeId }));
    const made = (
      await api.request(
        createOwnershipParties,
        { params: { id: v.id }, body: { version: v.version, parties } },
        as(),
      )
    ).response;
    expect(
      made.mustVerify.every(({ client, isParty }) => client?.isDraft && !client.isVerified && isParty),
    ).toBe(true);
    const { items } = (await api.request(listParties, { params: { id: v.client.id }, query: {} }, as()))
      .response;
    expect(
      items.map(({ client, roles, mustVerifyReasons }) => [client.name, roles, mustVerifyReasons]),
    ).toEqual([
      ['Mere Wharekura', ['beneficialOwner'], ['owns 40 % of the client']],
      ['Katherine Oxenbould', ['beneficialOwner'], ['owns 30 % of the client']],
      ['Thomas Elderslie', ['director', 'beneficialOwner'], ['owns 30 % of the client']],
    ]);
    const decided = await decide(made, {
      decision: 'verified',
      version: made.version,
      reason: 'All traced to people',
    });
    expect(decided.response).toMatchObject({
      status: 'verified',
      decision: { outcome: 'verified', by: { id: a.staff.id } },
      actions: [],
    });
    const late = await edit(decided.response, {
      intent: 'remove',
      version: decided.response.version,
      id: 'client',
      reason: 'x',
    });
    expect(late.status).toBe(422);
    const { blockers, items: wanted } = (
      await api.request(readDiligence, { params: { id: v.client.id } }, as())
    ).response;
    expect(wanted.find(({ code }) => code === 'identity.verified')?.satisfied).toBe(true);
    expect(blockers.filter(({ code }) => code === 'party.verified')).toHaveLength(3);
    const list = await api.request(
      listBusinessVerifications,
      { params: { clientId: v.client.id }, query: {} },
      as(),
    );
    expect(list.response.verifications).toMatchObject([
      { status: 'verified', unresolvedPercent: '0', ownerCount: 3 },
    ]);
  });

  test('requires a reason for unresolved ownership', async () => {
    let v = await extracted('FAR NORTH DATA LIMITED');
    expect(v.ownership?.nodes.find(({ name }) => name === 'NORDLYS DATA HOLDING AS')).toMatchObject({
      country: null,
      expansion: 'notQueryable',
    });
    const foreign = { version: v.version, parties: [{ nodeId: getNode(v, 'NORDLYS DATA HOLDING AS') }] };
    const unplaced = await api.request(createOwnershipParties, { params: { id: v.id }, body: foreign }, as());
    expect(unplaced.problem.fields).toHaveProperty('parties[0].country');
    const parties = v.mustVerify.map(({ nodeId }) => ({ nodeId }));
    v = (
      await api.request(
        createOwnershipParties,
        { params: { id: v.id }, body: { version: v.version, parties } },
        as(),
      )
    ).response;
    const body = { decision: 'verified' as const, version: v.version, reason: 'Seen' };
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    const refused = await decide(v, body, officer);
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([422, ['unresolvedReason']]);
    // As much as could hide an owner is accepted as an exception, whatever an ordinary member writes.
    const accepted = { ...body, unresolvedReason: 'Listed in Oslo; annual report seen' };
    const forbidden = await decide(v, accepted);
    expect([forbidden.status, forbidden.problem.code]).toEqual([403, 'role.forbidden']);
    expect(forbidden.problem.fields?.unresolvedReason?.[0]).toContain('could hide a beneficial owner');
    expect(v.unresolvedOwnership).toMatchObject({
      percent: '70',
      needsException: true,
      provision: 'NZ s11(1)(b)',
      refusal: forbidden.problem.detail,
    });
    // Until a day within twelve months.
    const today = testDay('Pacific/Auckland', api.clock.now());
    for (const exceptionEndsOn of [undefined, today, addDays(addMonths(today, 12), 1)]) {
      const { status, problem } = await decide(v, { ...accepted, exceptionEndsOn }, officer);
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([422, ['exceptionEndsOn']]);
    }
    // One who started it does not accept it while another may.
    const exceptionEndsOn = addMonths(today, 6);
    const own = { ...accepted, exceptionEndsOn };
    const started = 'UPDATE assay.business_verifications SET created_by = $2 WHERE id = $1';
    await api.database.asSuperuser(started, [v.id, officer.id]);
    const refusedOwn = await decide(v, own, officer);
    expect([refusedOwn.status, refusedOwn.problem.detail]).toEqual([
      403,
      expect.stringContaining('someone else who may grant exceptions'),
    ]);
    await api.database.asSuperuser(started, [v.id, a.staff.id]);
    const { response } = await decide(v, own, officer);
    expect(response).toMatchObject({
      evidenceExpiresOn: exceptionEndsOn,
      decision: {
        unresolvedReason: 'Listed in Oslo; annual report seen',
        exceptionEndsOn,
        decidedByOne: false,
      },
    });
  });

  test('accepts no unresolved ownership by one whose office has ended, and what she started is decided by another', async () => {
    const exceptionEndsOn = addMonths(testDay('Pacific/Auckland', api.clock.now()), 6);
    const accept = (v: BusinessVerification, person: TestPerson) =>
      decide(
        v,
        {
          decision: 'verified',
          version: v.version,
          reason: 'Seen',
          unresolvedReason: 'Listed in Oslo; annual report seen',
          exceptionEndsOn,
        },
        person,
      );
    const withoutRole = [403, 'role.forbidden', expect.stringContaining('ask a member who can approve')];
    for (const { end, refusal } of [
      {
        end: (person: TestPerson) => changeAccess(api, a, person, { designations: [] }),
        refusal: withoutRole,
      },
      {
        end: (person: TestPerson) => moveMember(api, a, person, 'suspended'),
        // A suspended member's sessions end.
        refusal: [401, 'token.invalid', expect.any(String)],
      },
    ]) {
      const person = await api.addMember(a.id, { designations: ['complianceOfficer'] });
      const v = await extracted('FAR NORTH DATA LIMITED');
      const parties = v.mustVerify.map(({ nodeId }) => ({ nodeId }));
      const body = { version: v.version, parties };
      const ready = await api.request(createOwnershipParties, { params: { id: v.id }, body }, as());
      await end(person);
      const { status, problem } = await accept(ready.response, person);
      expect([status, problem.code, problem.detail]).toEqual(refusal);
      expect((await read(v.id)).status).toBe('needsReview');
      await api.database.asSuperuser(
        'UPDATE assay.business_verifications SET created_by = $2 WHERE id = $1',
        [v.id, person.id],
      );
      expect((await accept(ready.response, a.owner)).response).toMatchObject({
        status: 'verified',
        decision: { exceptionEndsOn, decidedByOne: false },
      });
    }
  });

  test('retries automatically once a register is available, and retains the agreed cost', async () => {
    const { nzbn = '' } = registers.entity('TUI & KERERŪ ORCHARDS LIMITED');
    const v = await start('Tui & Kereru Orchards Limited', { nzbn });
    registers.setDown(true);
    const down = (await orderExtract(v, nzbn)).response;
    expect(down).toMatchObject({
      status: 'error',
      lastFailure: { code: 'unavailable' },
      pendingExtracts: { kind: 'entity' },
      actualCost: { amount: 0 },
    });
    registers.setDown(false);
    expect(await fetchDueExtracts(deps())).toEqual({ due: 0 });
    await api.clock.advance(61);
    expect(await fetchDueExtracts(deps())).toEqual({ due: 1 });
    const up = await read(v.id);
    expect(up).toMatchObject({
      status: 'needsReview',
      pendingExtracts: null,
      lastFailure: null,
      actualCost: { amount: 250 },
    });
    expect(up.ownership?.edges.some(({ holders }) => holders.length === 3)).toBe(true);
  });

  test('resumes where a process was killed during a query', async () => {
    const { nzbn = '' } = registers.entity('MATRYOSHKA ONE LIMITED');
    const v = await start('Matryoshka One Limited', { nzbn });
    registers.setDown(true);
    const down = (await orderExtract(v, nzbn)).response;
    registers.setDown(false);
    // The row as a process leaves it that queried and never returned.
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET lease_until = $2, next_ask_at = $2 WHERE id = $1`,
      [down.id, new Date(api.clock.now().getTime() + 30_000).toISOString()],
    );
    await fetchDueExtracts(deps());
    expect((await read(v.id)).status).toBe('error');
    await api.clock.advance(31);
    await fetchDueExtracts(deps());
    expect(await read(v.id)).toMatchObject({ status: 'needsReview', actualCost: { amount: 250 } });
  });

  test('queries Australia’s registers: the business by number first, then its members', async () => {
    const cafe = registers.entity('WATTLE LANE CAFES PTY. LTD.');
    const v = await start('Wattle Lane Cafes Pty Ltd', {
      registrationCountry: 'AUS',
      acn: cafe.acn,
      abn: cafe.abn,
    });
    expect(v.registries.map(({ registry }) => registry)).toEqual(['abr', 'asic']);
    const named = (await orderExtract(v, cafe.abn ?? '', 'abr')).response;
    expect(named).toMatchObject({ actualCost: { amount: 0 }, ownership: { unresolvedPercent: '100' } });
    const held = await finish((await expand(named, 1)).response);
    expect(held.ownership?.people.map(({ name, percent, joint }) => [name, percent, joint])).toEqual([
      ['Lucy Jane Fernbrook', '60', true],
      ['Priya Venkataraghavan', '60', true],
    ]);
    expect(held.ownership?.unresolved).toMatchObject([{ reason: 'nominee', percent: '40' }]);
  });

  test('recalculates the client’s CDD level from a register response, with reasons', async () => {
    const cafe = registers.entity('WATTLE LANE CAFES PTY. LTD.');
    const v = await start('Wattle Lane Cafes Pty. Ltd.', { registrationCountry: 'AUS', acn: cafe.acn });
    const { id } = v.client;
    const level = async () => (await api.request(readClient, { params: { id } }, as())).response.cddLevel;
    // The members named by the register partly hold for others.
    expect((await orderExtract(v, cafe.acn ?? '', 'asic')).response.status).toBe('needsReview');
    expect(await level()).toBe('enhanced');
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, as());
    const changed = response.events.find(({ action }) => action === 'client.cddLevelChanged');
    expect(JSON.stringify(changed)).toContain('nominee shareholders');
  });

  test('ignores a late response after cancellation', async () => {
    const { nzbn = '' } = registers.entity('BLUFF COLD STORES LIMITED');
    const v = await start('Bluff Cold Stores Limited', { nzbn });
    registers.setDown(true);
    const down = (await orderExtract(v, nzbn)).response;
    registers.setDown(false);
    const cancelled = (
      await decide(down, { decision: 'cancel', version: down.version, reason: 'Started by mistake' })
    ).response;
    expect(cancelled).toMatchObject({ status: 'cancelled', pendingExtracts: null });
    await api.clock.advance(61);
    await fetchDueExtracts(deps());
    expect((await read(v.id)).status).toBe('cancelled');
    expect((await start('Another One Limited')).id).not.toBe(v.id);
  });

  test('isolates companies, is read-only for an auditor, and requires a subscription to start', async () => {
    const v = await start('Rights Limited');
    const params = { id: v.id };
    expect((await api.request(readBusinessVerification, { params }, as(api.companies.b.staff))).status).toBe(
      404,
    );
    const seen = await api.request(readBusinessVerification, { params }, as(a.auditor));
    expect(seen.response.actions).toEqual([]);
    const start2 = { params: { clientId: v.client.id }, query: {} };
    expect((await api.request(startBusinessVerification, start2, as(a.auditor))).status).toBe(403);
    expect((await decide(v, { decision: 'cancel', version: v.version, reason: 'x' }, a.auditor)).status).toBe(
      403,
    );
    await api.database.asSuperuser(`UPDATE assay.companies SET subscription_active = false WHERE id = $1`, [
      a.id,
    ]);
    const unpaid = await api.request(startBusinessVerification, start2, as());
    expect(unpaid.problem.code).toBe('subscription.required');
    expect((await orderExtract(v, '9429000035170')).status).toBe(403);
    expect(
      (await api.request(readBusinessVerification, { params }, as())).response.actions.map(
        ({ action }) => action,
      ),
    ).not.toContain('orderExtract');
    await api.database.asSuperuser(`UPDATE assay.companies SET subscription_active = true WHERE id = $1`, [
      a.id,
    ]);
  });

  test('applies the same form sent twice once', async () => {
    const { nzbn = '' } = registers.entity('KŌWHAI BAY TRADING LIMITED');
    const v = await start('Twice Limited', { nzbn });
    const input = {
      params: { id: v.id },
      body: { version: v.version, registry: 'nzbn' as const, number: nzbn, quotedCost: 250 },
      requestKey: crypto.randomUUID(),
    };
    const before = registers.asked();
    const [one, two] = [
      await api.request(chooseRegistryEntity, input, as()),
      await api.request(chooseRegistryEntity, input, as()),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(registers.asked()).toBe(before + 1);
    expect(two.response.actualCost.amount).toBe(250);
  });
});

describe('without configured registers', () => {
  test('reports that none is configured, and accepts values recorded manually', async () => {
    const api = await openTestApi(testEngine, { registries: noRegistries() });
    try {
      const { staff } = api.companies.a;
      const client = await create(api, staff, businessForm('By Hand Limited'));
      const params = { clientId: client.id };
      const v = (await api.request(startBusinessVerification, { params, query: {} }, { as: staff })).response;
      expect(v.registries[0]?.isSetUp).toBe(false);
      const query = { registry: 'nzbn' as const, q: 'By Hand' };
      const found = await api.request(searchRegistries, { params: { id: v.id }, query }, { as: staff });
      expect(found.response.failure).toMatchObject({ code: 'notConfigured' });
      const body = {
        intent: 'addNode' as const,
        version: v.version,
        name: 'Ana Rimu',
        kind: 'person' as const,
        source: 'Share register',
      };
      const added = await api.request(editOwnership, { params: { id: v.id }, body }, { as: staff });
      expect(added.response.status).toBe('needsReview');
    } finally {
      await api.close();
    }
  });
});
