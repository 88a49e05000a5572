/**
 * Ways tried to verify a business, or to count its owners as determined, without a register extract or an accepted independent document:
 * - a chart typed with any source; a chart typed, then the order of an extract cancelled; an extract of a holder but none of the client;
 * - the extract of another business, with the differences settled by a reason;
 * - by role: staff, compliance officer, owner, auditor;
 * - a document of a kind that is not independent of this kind of business; one submitted and not accepted; one accepted, then rejected;
 *   one accepted before the verification was started; one of another client, and one of another company;
 * - a typed holding beside an extract: under the threshold, over it, in the place of the register's, through an entity called listed;
 * - an entry that names evidence of another verification, or of a kind that does not show it; the evidence withdrawn afterwards;
 * - an entity that owns itself, directly, in a circle and as nominator;
 * - a client type changed after the decision; a decision of before evidence was required;
 * - a business imported with its numbers, day of formation and shares, and its chart typed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideBusinessVerification,
  listBusinessVerifications,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import {
  createOwnershipParties,
  editOwnership,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import {
  chooseRegistryEntity,
  resolveMismatch,
} from '#contract/business-verifications/registry-endpoints.ts';
import { listClients } from '#contract/clients/clients.ts';
import { endParty, listParties, updateParty } from '#contract/clients/parties.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  acceptedDocument,
  decideOnDocument,
  readVerification,
  submittedDocument,
  verifyByExtract,
} from '#tests/support/api/business-evidence.ts';
import { clientImportsBy, mappingOf } from '#tests/support/api/client-imports.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

const source = 'Told by the client';

describe.each(testEngines)('evidence of a business on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let made = 0;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
  });
  afterAll(() => api.close());

  const read = (id: string) => readVerification(api, a.staff, id);
  const send = (endpoint: Endpoint, id: string, body: object, as = a.staff) =>
    api.request(endpoint, { params: { id }, body } as never, { as });
  async function begun(more: object = {}, name?: string): Promise<BusinessVerification> {
    made += 1;
    const client = await create(api, a.staff, businessForm(name ?? `Unproven ${made} Limited`, more));
    const input = { params: { clientId: client.id }, query: {} };
    return (await api.request(startBusinessVerification, input, { as: a.staff })).response;
  }
  const trust = () => begun({ clientType: 'trust', business: { trustType: 'fixed' } });
  async function edited(v: BusinessVerification, body: object): Promise<BusinessVerification> {
    const { version } = await read(v.id);
    return (await send(editOwnership, v.id, { version, ...body })).response as BusinessVerification;
  }
  const getNode = (v: BusinessVerification, name: string) =>
    v.ownership?.nodes.find((node) => node.name === name)?.id ?? '';
  const holding = (v: BusinessVerification, holder: string, percent: string, more: object = {}) => ({
    intent: 'saveHolding',
    of: 'client',
    holders: [getNode(v, holder)],
    share: { percent },
    beneficiallyHeld: 'yes',
    source,
    ...more,
  });
  const entry = (name: string, kind = 'person') => ({ intent: 'addNode', name, kind, source });
  /** A chart as a member types it: one person who owns everything, recorded as a party. */
  async function typed(v: BusinessVerification): Promise<BusinessVerification> {
    const named = await edited(v, entry('Ana Rimu'));
    const held = await edited(named, holding(named, 'Ana Rimu', '100'));
    const parties = [{ nodeId: getNode(held, 'Ana Rimu') }];
    const sent = await send(createOwnershipParties, v.id, { version: held.version, parties });
    return sent.response as BusinessVerification;
  }
  async function decide(id: string, as = a.staff, unresolvedReason?: string) {
    const { version } = await read(id);
    const body = { decision: 'verified', version, reason: 'Looks fine', unresolvedReason };
    return send(decideBusinessVerification, id, body, as);
  }
  async function addParties(v: BusinessVerification): Promise<void> {
    const { version, mustVerify } = await read(v.id);
    const parties = mustVerify.filter(({ isParty }) => !isParty).map(({ nodeId }) => ({ nodeId }));
    if (parties.length > 0) await send(createOwnershipParties, v.id, { version, parties });
  }
  const codes = async (id: string) =>
    (await read(id)).actions.find(({ action }) => action === 'decide')?.blockers.map(({ code }) => code) ??
    [];
  const open = async (clientId: string) =>
    (await getDiligence(api, a.staff, clientId)).items
      .filter(({ satisfied }) => !satisfied)
      .map(({ code }) => code);
  const proven = ['identity.verified', 'entity.existence', 'entity.structure', 'owners.determined'];
  const unproven = async (clientId: string) => {
    const items = await open(clientId);
    return proven.filter((code) => items.includes(code));
  };
  const number = (name: string) => api.registers.entity(name).nzbn ?? '';
  async function order(v: BusinessVerification, name: string) {
    const body = { version: v.version, registry: 'nzbn', number: number(name), quotedCost: 250 };
    return (await send(chooseRegistryEntity, v.id, body)).response as BusinessVerification;
  }

  test('a typed chart verifies nothing, by nobody', async () => {
    const v = await typed(await begun());
    expect(v.isEvidenced).toBe(false);
    for (const as of [a.staff, officer, a.owner]) {
      const refused = await decide(v.id, as, 'The client said so, and we believe it');
      expect(refused.status).toBe(422);
      expect(refused.problem.fields?.['']?.join(' ')).toContain('Order its register extract');
    }
    expect((await decide(v.id, a.auditor)).status).toBe(403);
    const decision = v.actions.find(({ action }) => action === 'decide');
    expect(decision?.blockers).toContainEqual(
      expect.objectContaining({ code: 'kyb.noEvidence', provision: 'NZ s16', fix: expect.anything() }),
    );
    expect(v.ownership?.edges).toMatchObject([{ source: 'manual', isEvidenced: false, evidenceId: null }]);
    expect(v.ownership?.unresolved).toMatchObject([{ reason: 'notEvidenced', percent: '100' }]);
    expect(await unproven(v.client.id)).toEqual(proven);
  });

  test('an imported business is unproven, whatever its file states', async () => {
    const headings = ['Legal name', 'NZBN', 'Formed on', 'Nominee shareholders', 'Bearer shares', 'Type'];
    const row = ['Unproven Import Limited', '9429046393920', '2001-02-03', 'No', 'No', 'Company'];
    const imports = clientImportsBy(api, a.owner);
    await imports.run(await imports.review(headings, [row], mappingOf(headings, { clientType: 'company' })));
    const found = await api.request(listClients, { query: { q: 'Unproven Import' } }, { as: a.owner });
    const [client] = found.response.items;
    if (client === undefined) throw new Error('The business was not imported.');
    expect(client).toMatchObject({ status: 'draft', cddStatus: 'notStarted' });
    expect(await unproven(client.id)).toEqual(proven);

    const started = { params: { clientId: client.id }, query: {} };
    const v = await typed((await api.request(startBusinessVerification, started, { as: a.staff })).response);
    expect((await decide(v.id, officer, 'The file came from their accountant')).status).toBe(422);
    expect(await unproven(client.id)).toEqual(proven);
  });

  test('a chart typed before an order that is cancelled, and the extract of a holder, verify nothing', async () => {
    const v = await typed(await begun({}, 'Bluff Cold Stores Limited'));
    api.registers.setDown(true);
    const pending = await order(v, 'BLUFF COLD STORES LIMITED');
    api.registers.setDown(false);
    const cancel = { decision: 'cancel', version: pending.version, reason: 'Not needed' };
    expect((await send(decideBusinessVerification, v.id, cancel)).status).toBe(200);
    const again = { params: { clientId: v.client.id }, query: {} };
    const next = (await api.request(startBusinessVerification, again, { as: a.staff })).response;
    await typed(next);
    expect(await codes(next.id)).toContain('kyb.noEvidence');
    // An extract was received, and is of a holder.
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET extracted_at = now() WHERE id = $1`,
      [next.id],
    );
    expect(await codes(next.id)).toContain('kyb.noEvidence');
    expect((await decide(next.id, a.owner)).status).toBe(422);
  });

  test('the extract of another business verifies nothing, whatever reason settles the difference', async () => {
    const v = await order(await begun(), 'KŌWHAI BAY TRADING LIMITED');
    for (const { field, mustResolve } of v.mismatches) {
      if (!mustResolve) continue;
      const { version, mismatches } = await read(v.id);
      const { resolutions = [] } = mismatches.find((mismatch) => mismatch.field === field) ?? {};
      const resolution = resolutions.find((way) => way !== 'useRegistry');
      await send(resolveMismatch, v.id, { version, field, resolution, reason: 'Its trading name' });
    }
    await addParties(v);
    expect(await codes(v.id)).toEqual(['kyb.noEvidence']);
    const refused = await decide(v.id, a.owner);
    expect(refused.problem.fields?.['']?.[0]).toMatch(
      /^The extract is of KŌWHAI BAY TRADING LIMITED, not of /,
    );
  });

  test('the client’s own extract proves it and its owners', async () => {
    const name = 'KŌWHAI BAY TRADING LIMITED';
    const client = await create(api, a.staff, businessForm(name, { business: { nzbn: number(name) } }));
    const v = await verifyByExtract(api, a.staff, client.id, number(name));
    expect(v).toMatchObject({ status: 'verified', isEvidenced: true, unresolvedOwnership: null });
    expect(await unproven(client.id)).toEqual([]);
  });

  test('an accepted document counts by its kind, while it is accepted', async () => {
    const v = await trust();
    const rejected = await acceptedDocument(api, a.staff, v.client.id, 'constitution');
    expect(await codes(v.id)).toContain('kyb.noEvidence');
    const request = await submittedDocument(api, a.staff, v.client.id, 'trustDeed');
    expect(await codes(v.id)).toContain('kyb.noEvidence');
    await decideOnDocument(api, a.staff, request.id, { decision: 'accept' });
    expect(await codes(v.id)).not.toContain('kyb.noEvidence');
    const evidence = (await read(v.id)).submittedEvidence;
    const [rules, deed] = evidence.map(({ id }) => id);
    const named = await edited(v, entry('Hēmi Trustee'));
    const role = { intent: 'addControl', by: getNode(named, 'Hēmi Trustee'), of: 'client', role: 'trustee' };
    const told = await edited(named, { ...role, note: source });
    expect(told.ownership?.unresolvedPercent).toBe('100');
    await addParties(v);
    expect((await decide(v.id, a.owner, 'He is known to us')).problem.fields?.['']?.join()).toMatch(
      /enough ownership is unresolved to conceal one/,
    );
    // Rules of a society do not show who controls a trust.
    const wrong = await send(editOwnership, v.id, {
      ...role,
      version: (await read(v.id)).version,
      note: source,
      evidenceId: rules,
    });
    expect(wrong.problem.fields?.evidenceId?.[0]).toContain('is no evidence of who owns or controls');
    const shown = await edited(v, { ...role, note: 'Clause 3 of the deed', evidenceId: deed });
    expect(shown.ownership).toMatchObject({
      unresolvedPercent: '0',
      controls: [{ source: 'manual', isEvidenced: true, evidenceId: deed }],
    });
    // Accepted, then rejected: the entry that named it is without evidence again.
    await decideOnDocument(api, a.staff, request.id, { decision: 'reject', reason: 'A page is missing' });
    expect(await codes(v.id)).toContain('kyb.noEvidence');
    expect((await read(v.id)).ownership?.unresolvedPercent).toBe('100');
    expect((await decide(v.id, a.owner, 'He is known to us')).status).toBe(422);
    await decideOnDocument(api, a.staff, rejected.id, { decision: 'reject', reason: 'Of another body' });
    expect((await read(v.id)).submittedEvidence).toEqual([]);
  });

  test('a deed proves a trust and its trustees, until its type says that it needs another document', async () => {
    const v = await trust();
    await acceptedDocument(api, a.staff, v.client.id, 'trustDeed');
    const evidenceId = (await read(v.id)).submittedEvidence[0]?.id;
    const named = await edited(v, entry('Mere Trustee'));
    const by = getNode(named, 'Mere Trustee');
    await edited(v, {
      intent: 'addControl',
      by,
      of: 'client',
      role: 'trustee',
      note: 'Clause 3',
      evidenceId,
    });
    await addParties(v);
    expect((await decide(v.id)).status).toBe(200);
    expect(await unproven(v.client.id)).toEqual([]);
    await api.database.asSuperuser(`UPDATE assay.clients SET client_type = 'company' WHERE id = $1`, [
      v.client.id,
    ]);
    expect(await unproven(v.client.id)).toEqual(proven);
  });

  test('a trustee whom a member calls a beneficiary is verified as before, and one who is no party leaves the owners open', async () => {
    const v = await trust();
    await acceptedDocument(api, a.staff, v.client.id, 'trustDeed');
    const named = await edited(v, entry('Ana Rimu'));
    const evidenceId = (await read(v.id)).submittedEvidence[0]?.id;
    const by = getNode(named, 'Ana Rimu');
    await edited(named, {
      intent: 'addControl',
      by,
      of: 'client',
      role: 'trustee',
      note: 'Clause 3',
      evidenceId,
    });
    await addParties(v);
    expect((await decide(v.id)).status).toBe(200);
    const toVerify = async () => {
      const { items } = await getDiligence(api, a.staff, v.client.id);
      return items
        .filter(({ satisfied, text }) => !satisfied && text.includes('Ana Rimu'))
        .map(({ code }) => code);
    };
    const verified = await toVerify();
    expect(verified).not.toEqual([]);
    const party = async () => {
      const input = { params: { id: v.client.id }, query: {} };
      const { items } = (await api.request(listParties, input, { as: a.staff })).response;
      return { partyId: items[0]?.id ?? '', version: items[0]?.version ?? 0 };
    };
    const { partyId, version } = await party();
    const changed = { params: { id: v.client.id, partyId }, body: { version, roles: ['beneficiary'] } };
    expect((await api.request(updateParty, changed as never, { as: a.staff })).status).toBe(200);
    expect(await toVerify()).toEqual(verified);
    expect(await unproven(v.client.id)).toEqual([]);
    const end = { params: { id: v.client.id, partyId }, body: { version: (await party()).version } };
    expect((await api.request(endParty, end, { as: a.staff })).status).toBe(200);
    expect(await unproven(v.client.id)).toEqual(['owners.determined']);
    const { items } = await getDiligence(api, a.staff, v.client.id);
    expect(items.find(({ code }) => code === 'owners.determined')).toMatchObject({
      text: expect.stringContaining('that the ownership chart shows'),
      fix: { target: 'client.parties' },
    });
  });

  test('documents of another client or company, or of before the verification, are no evidence of it', async () => {
    const [v, other] = [await trust(), await trust()];
    await acceptedDocument(api, a.staff, other.client.id, 'trustDeed');
    const foreign = (await read(other.id)).submittedEvidence[0]?.id;
    expect(await codes(v.id)).toContain('kyb.noEvidence');
    const named = await edited(v, entry('Rangi Trustee'));
    const role = { intent: 'addControl', by: getNode(named, 'Rangi Trustee'), of: 'client', role: 'trustee' };
    const b = api.companies.b.staff;
    const theirs = await create(api, b, businessForm('Their Trust', { clientType: 'trust' } as never));
    const started = await api.request(
      startBusinessVerification,
      { params: { clientId: theirs.id }, query: {} },
      { as: b },
    );
    await acceptedDocument(api, b, theirs.id, 'trustDeed');
    const alien = (await readVerification(api, b, started.response.id)).submittedEvidence[0]?.id;
    for (const evidenceId of [foreign, alien, crypto.randomUUID()]) {
      const body = { ...role, version: named.version, note: source, evidenceId };
      const refused = await send(editOwnership, v.id, body);
      expect(refused.problem.fields?.evidenceId).toEqual([
        'Select an accepted document of this verification',
      ]);
    }
    expect((await send(editOwnership, v.id, { ...role, version: 1, note: source }, b)).status).toBe(404);
    const client = await create(api, a.staff, businessForm('Late Trust', { clientType: 'trust' } as never));
    await acceptedDocument(api, a.staff, client.id, 'trustDeed');
    const late = { params: { clientId: client.id }, query: {} };
    const { response } = await api.request(startBusinessVerification, late, { as: a.staff });
    expect(await codes(response.id)).toContain('kyb.noEvidence');
  });

  test('typed holdings beside an extract leave their part unresolved', async () => {
    const name = 'RIMU RIDGE DEVELOPMENTS LIMITED';
    const v = await order(await begun({ business: { nzbn: number(name) } }, name), name);
    const holders = v.ownership?.edges.filter(({ of }) => of === 'client') ?? [];
    expect(v.unresolvedOwnership).toMatchObject({ percent: '100', needsException: true });
    const [first] = holders;
    const named = await edited(v, entry('Ana Rimu'));
    // Behind a company of the register.
    const behind = holding(named, 'Ana Rimu', '100', { of: first?.holders[0] });
    const told = await edited(named, behind);
    expect(told.ownership?.people.map(({ name: person }) => person)).toContain('Ana Rimu');
    expect(told.ownership?.unresolvedPercent).toBe('100');
    // In the place of the register's.
    const instead = await edited(told, holding(named, 'Ana Rimu', '100', { holdingId: first?.id }));
    expect(instead.ownership?.unresolvedPercent).toBe('100');
    // Through an entity that the member calls listed.
    const listed = await edited(instead, entry('Widely Held', 'listedIssuer'));
    const through = holding(listed, 'Widely Held', '100', { holdingId: first?.id });
    expect((await edited(listed, through)).ownership?.unresolvedPercent).toBe('100');
    await addParties(v);
    const refused = await decide(v.id, a.owner, 'All of them are known to us');
    expect(refused.problem.fields?.['']?.join()).toMatch(/enough ownership is unresolved to conceal one/);
  });

  test('an entity called listed before the extract names it ends no search for owners', async () => {
    const name = 'FAR NORTH DATA LIMITED';
    const v = await begun({ business: { nzbn: number(name) } }, name);
    const named = await edited(v, entry('NORDLYS DATA HOLDING AS', 'listedIssuer'));
    const ordered = await order(named, name);
    expect(ordered.ownership?.nodes.find(({ name: node }) => node === 'NORDLYS DATA HOLDING AS')?.kind).toBe(
      'listedIssuer',
    );
    expect(ordered.unresolvedOwnership).toMatchObject({ percent: '70', needsException: true });
  });

  test('refuses an entity that owns itself beside the field, directly and in a circle', async () => {
    let v = await edited(await begun(), entry('Holdings Limited', 'company'));
    v = await edited(v, holding(v, 'Holdings Limited', '60'));
    const company = getNode(v, 'Holdings Limited');
    const save = (body: object) =>
      send(editOwnership, v.id, { version: v.version, ...holding(v, 'Holdings Limited', '10'), ...body });
    const own = await save({ holders: ['client'] });
    expect([own.status, Object.keys(own.problem.fields ?? {})]).toEqual([422, ['holders']]);
    expect(own.problem.fields?.holders?.[0]).toMatch(/cannot own itself/);
    const circle = await save({ of: company, holders: ['client'] });
    expect(circle.problem.fields?.holders?.[0]).toMatch(/already owns a part of/);
    const nominated = await save({
      of: company,
      holders: [company],
      heldFor: ['client'],
      beneficiallyHeld: 'no',
    });
    expect(nominated.problem.fields).toHaveProperty('holders');
    expect((await read(v.id)).version).toBe(v.version);
  });

  test('a decision made on a typed chart alone proves nothing, and its list says so', async () => {
    const v = await typed(await begun());
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET status = 'verified', decision_outcome = 'verified', decision_reason = 'x',
         decided_by = $2, decided_at = $3, unresolved_percent = '0' WHERE id = $1`,
      [v.id, a.staff.id, api.clock.now().toISOString()],
    );
    expect(await unproven(v.client.id)).toEqual(proven);
    const list = await api.request(
      listBusinessVerifications,
      { params: { clientId: v.client.id }, query: {} },
      { as: a.staff },
    );
    expect(list.response.verifications).toMatchObject([{ status: 'verified', isEvidenced: false }]);
    // With an extract, and its owners typed: the business is proven, its structure is not.
    await api.database.asSuperuser(
      `INSERT INTO assay.registry_extracts SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'verification_id', $1::text))).*
         FROM assay.registry_extracts x WHERE node_id = 'client' LIMIT 1`,
      [v.id],
    );
    expect(await unproven(v.client.id)).toEqual(['entity.structure', 'owners.determined']);
  });
});
