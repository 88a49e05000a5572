import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Diligence, readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { readClient, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  acceptedDocument,
  decideOnDocument,
  submittedDocument,
} from '#tests/support/api/business-evidence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from '../../records/clients/support.ts';

type Form = EndpointRequest<typeof recordFinding>['body'];
type WithoutVersion<F = Form> = F extends Form ? Omit<F, 'version'> : never;

const entity = {
  subject: 'entity',
  existence: 'Limited company, registered in 2012',
  existenceSource: 'register',
  existenceRegister: 'nzbn',
  structure: 'Two shareholders',
  structureSource: 'clientStatement',
  powers: 'Constitution of 2012',
  powersSource: 'register',
  powersRegister: 'nzbn',
  nomineesNone: true,
  nomineesSource: 'register',
  nomineesRegister: 'nzbn',
  basis: 'Companies Register on 3 November 2026',
} as const;

describe.each(testEngines)('findings on entities on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let made = 0;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Kauri' });
  });
  afterAll(() => api.close());

  const read = async (id: string): Promise<Diligence> =>
    (await api.request(readDiligence, { params: { id } }, { as: a.staff })).response;

  async function record(id: string, form: WithoutVersion, as = a.staff) {
    const { version } = await read(id);
    return api.request(recordFinding, { params: { id }, body: { ...form, version } as Form }, { as });
  }

  const regulateIn = (laws: string[]) =>
    api.database.asSuperuser('UPDATE assay.companies SET regulated_in = $2 WHERE id = $1', [a.id, laws]);

  const missing = ({ items }: Diligence) =>
    items.filter(({ satisfied }) => !satisfied).map(({ code }) => code);

  async function business(more: object = {}): Promise<string> {
    made += 1;
    return (await create(api, a.staff, businessForm(`Entity ${made} Limited`, more))).id;
  }

  test('meets each part by an independent source, and by none that only the client provides', async () => {
    const id = await business();
    expect(missing(await read(id))).toEqual(
      expect.arrayContaining(['entity.existence', 'entity.structure', 'entity.powers', 'entity.nominees']),
    );
    const { response } = await record(id, entity);
    expect(missing(response).filter((code) => code.startsWith('entity.'))).toEqual(['entity.structure']);
    const item = response.items.find(({ code }) => code === 'entity.structure');
    expect(item).toMatchObject({
      text: 'Record the client’s ownership and control structure from a source independent of the client.',
      provision: 'NZ reg 11',
      fix: { target: 'client.findings', id: 'entity' },
    });
    const known = await record(id, { ...entity, structureSource: 'register', structureRegister: 'nzbn' });
    expect(missing(known.response).filter((code) => code.startsWith('entity.'))).toEqual([]);
    const query = { params: { id }, query: {} };
    const { response: history } = await api.request(readClientHistory, query, { as: a.staff });
    const changed = history.events.flatMap(({ changes }) => changes);
    expect(changed).toContainEqual({
      field: 'entity.structureSource',
      before: 'clientStatement',
      after: 'register',
    });
    expect(changed.map(({ field }) => field)).not.toContain('entity.settlorsNone');
  });

  test('rejects a text without its source, a source without a text, and names next to “none”', async () => {
    const id = await business();
    const { basis } = entity;
    const refused = async (form: object) =>
      (await record(id, { subject: 'entity', basis, ...form } as never)).problem.fields;
    expect(await refused({ powers: 'Constitution' })).toEqual({ powersSource: ['Select a source'] });
    expect(await refused({ powersSource: 'register', powersRegister: 'nzbn' })).toEqual({
      powers: ['Enter: powers that bind and govern it'],
    });
    const register = { nomineesSource: 'register', nomineesRegister: 'nzbn' };
    expect(await refused({ nominees: 'Tui Example', nomineesNone: true, ...register })).toEqual({
      nominees: ['Name them here, or tick that there are none'],
    });
    expect(await refused({ nomineesNone: true })).toEqual({ nomineesSource: ['Select a source'] });
    expect(await refused({ nominees: 'Tui Example' })).toEqual({ nomineesSource: ['Select a source'] });
    expect(await refused({ nomineesNone: true, nomineesSource: 'register' })).toEqual({
      nomineesRegister: ['Select the register in which you found it'],
    });
    expect(await refused({ nomineesNone: true, nomineesSource: 'originalDocument' })).toEqual({
      nomineesDocument: [
        'Select the document. Accept it from a document request or add it to the client first',
      ],
    });
    expect(await refused(register)).toEqual({ nominees: ['Name them here, or tick that there are none'] });
    expect(await refused({ identifier: '12 345', identifierNone: true })).toEqual({
      identifier: ['Enter the identifier, or tick that none was issued'],
    });
    expect(await refused({ basis: '' })).toEqual({ basis: ['Enter the sources consulted and the day'] });
    expect((await read(id)).findings.find(({ subject }) => subject === 'entity')?.recorded).toBeNull();
  });

  test('asks for nominees from a reliable source, and rejects “none” beside a nominee on record', async () => {
    const id = await business();
    const asksFor = (diligence: Diligence) => missing(diligence).includes('entity.nominees');
    const told = { ...entity, nomineesSource: 'clientStatement', nomineesRegister: undefined } as const;
    expect(asksFor((await record(id, told)).response)).toBe(true);
    expect(asksFor((await record(id, entity)).response)).toBe(false);
    // As recorded before nominees had a source.
    await api.database.asSuperuser(
      `UPDATE assay.client_findings SET content = content - 'nomineesSource' - 'nomineesRegister' - 'nomineesDocument'
        WHERE client_id = $1 AND subject = 'entity'`,
      [id],
    );
    expect(asksFor(await read(id))).toBe(true);
    await record(id, entity);
    const holder = await create(api, a.staff, personForm('Rewi', `Nominee${made}`));
    const party = { partyClientId: holder.id, roles: ['nominee'] as ['nominee'] };
    await api.request(addParty, { params: { id }, body: party }, { as: a.staff });
    expect(asksFor(await read(id))).toBe(true);
    expect((await record(id, entity)).problem.fields).toEqual({
      nomineesNone: [
        'The record of this client has a nominee. Name the nominees with their source, or correct the record first.',
      ],
    });
    const named = { ...entity, nomineesNone: false, nominees: 'Rewi Nominee, for Tui Example' };
    expect(
      asksFor(
        (await record(id, { ...named, nomineesSource: 'clientStatement', nomineesRegister: undefined }))
          .response,
      ),
    ).toBe(true);
    expect(asksFor((await record(id, named)).response)).toBe(false);
  });

  test('accepts owners as determined by the findings, and rejects contradictions', async () => {
    const id = await business();
    expect(missing(await read(id))).toContain('owners.determined');
    const identified = {
      subject: 'ownership',
      outcome: 'identified',
      source: 'register',
      register: 'nzbn',
      basis: 'Extract of the register',
    } as const;
    expect((await record(id, identified)).problem.fields).toEqual({
      outcome: ['No related party is a beneficial owner yet. Record the owners first.'],
    });
    // As told, or with no source at all.
    expect(
      (await record(id, { ...identified, outcome: 'none', source: undefined })).problem.fields,
    ).toMatchObject({
      source: ['Select a source'],
    });
    const told = { ...identified, outcome: 'none', source: 'clientStatement', register: undefined } as const;
    expect(missing((await record(id, told)).response)).toContain('owners.determined');
    const none = await record(id, { ...identified, outcome: 'none' });
    expect(missing(none.response)).not.toContain('owners.determined');
    const owner = await create(api, a.staff, personForm('Tui', `Owner${made}`));
    const party = { partyClientId: owner.id, roles: ['shareholder'] as ['shareholder'], directPercent: '60' };
    await api.request(addParty, { params: { id }, body: party }, { as: a.staff });
    expect(missing((await record(id, identified)).response)).not.toContain('owners.determined');
    const trust = await business({ clientType: 'trust', business: { trustType: 'fixed' } });
    const refused = { outcome: ['A trust always has persons who own or control it. Record them first.'] };
    expect((await record(trust, { ...identified, outcome: 'unable' }, officer)).problem.fields).toEqual(
      refused,
    );
    const byStaff = await record(id, { ...identified, outcome: 'unable' });
    expect([byStaff.status, Object.keys(byStaff.problem.fields ?? {})]).toEqual([403, ['outcome']]);
    await regulateIn(['NZL', 'AUS']);
    expect((await record(trust, { ...identified, outcome: 'none' })).problem.fields).toEqual(refused);
    await regulateIn(['NZL']);
    expect((await record(trust, { ...identified, outcome: 'none' })).status).toBe(200);
  });

  test('decides independence by the register named or the document on record, never by the kind alone', async () => {
    const [id, other] = [await business(), await business()];
    const powers = { subject: 'entity', powers: 'Constitution of 2012', basis: 'Constitution' } as const;
    const refused = async (form: object) => (await record(id, { ...powers, ...form })).problem.fields;
    expect(await refused({ powersSource: 'register' })).toEqual({
      powersRegister: ['Select the register in which you found it'],
    });
    expect(await refused({ powersSource: 'certifiedDocument' })).toEqual({
      powersDocument: [
        'Select the document. Accept it from a document request or add it to the client first',
      ],
    });
    for (const powersSource of ['clientStatement', 'professional', 'publication'] as const) {
      const { response } = await record(id, { ...powers, powersSource });
      expect([powersSource, missing(response)]).toEqual([
        powersSource,
        expect.arrayContaining(['entity.powers']),
      ]);
    }
    const request = await acceptedDocument(api, a.staff, id, 'constitution');
    await acceptedDocument(api, a.staff, id, 'bankStatement');
    await submittedDocument(api, a.staff, id, 'registryExtract');
    await acceptedDocument(api, a.staff, other, 'constitution');
    const { sourceDocuments } = await read(id);
    expect(sourceDocuments.map(({ type }) => type)).toEqual(['constitution']);
    const [own] = sourceDocuments;
    const [theirs] = (await read(other)).sourceDocuments;
    const named = (documentId: string | undefined) =>
      ({ ...powers, powersSource: 'certifiedDocument', powersDocument: documentId }) as const;
    for (const document of [theirs?.id, crypto.randomUUID()]) {
      expect((await record(id, named(document))).problem.fields).toHaveProperty('powersDocument');
    }
    // A constitution shows who binds a company, and not that there is one.
    const existence = {
      powersSource: 'clientStatement',
      existence: 'Company',
      existenceSource: 'certifiedDocument',
      existenceDocument: own?.id,
    };
    expect(await refused(existence)).toHaveProperty('existenceDocument');
    const { response } = await record(id, named(own?.id));
    expect(missing(response)).not.toContain('entity.powers');
    // Accepted, then rejected.
    await decideOnDocument(api, a.staff, request.id, { decision: 'reject', reason: 'Of another company' });
    expect(missing(await read(id))).toContain('entity.powers');
  });

  test('reads findings of before sources were named, and counts none of them', async () => {
    const id = await business();
    await record(id, { ...entity, structureSource: 'register', structureRegister: 'nzbn' });
    await api.database.asSuperuser(
      `UPDATE assay.client_findings SET content = content - 'existenceRegister' - 'structureRegister' - 'powersRegister'
         || '{"powersSource": "certifiedDocument"}' WHERE client_id = $1 AND subject = 'entity'`,
      [id],
    );
    await api.database.asSuperuser(
      `INSERT INTO assay.client_findings (company_id, client_id, subject, content, recorded_at, recorded_by)
         VALUES ($1, $2, 'ownership', '{"outcome": "none", "basis": "Nobody"}', now(), $3)`,
      [a.id, id, a.staff.id],
    );
    const found = await read(id);
    expect(found.findings.find(({ subject }) => subject === 'entity')?.recorded?.content).toMatchObject({
      existence: entity.existence,
      existenceSource: 'register',
    });
    expect(missing(found)).toEqual(
      expect.arrayContaining(['entity.existence', 'entity.structure', 'entity.powers', 'owners.determined']),
    );
  });

  test('wants the record of a company that acts for the client complete under Australian law', async () => {
    const [id, agent] = [await business(), await business()];
    const party = {
      partyClientId: agent,
      roles: ['authorisedRepresentative'] as ['authorisedRepresentative'],
      authority: 'Power of attorney of 2025',
    };
    await api.request(addParty, { params: { id }, body: party }, { as: a.staff });
    const found = async () => (await read(id)).items.find(({ code }) => code === 'party.information');
    expect(await found()).toBeUndefined();
    await regulateIn(['AUS']);
    const before = await found();
    expect(before).toMatchObject({ satisfied: false, provision: 'AU Rules 6-5', fix: { of: agent } });
    await record(agent, {
      ...entity,
      governance: 'Two directors',
      governanceSource: 'register',
      governanceRegister: 'nzbn',
    });
    const after = await found();
    const count = (text: string | undefined) => Number(/(\d+) requirement/.exec(text ?? '')?.[1]);
    // Existence, powers, governance and structure are on the company's own record now.
    expect(count(before?.text) - count(after?.text)).toBe(4);
    await regulateIn(['NZL']);
  });

  test('requires exception permission for established owners and unverified addresses', async () => {
    const id = await business();
    const deemed = { subject: 'ownersDeemed', ground: 'ownedByListed', basis: 'Exchange’s page' } as const;
    expect((await record(id, deemed)).problem.code).toBe('role.forbidden');
    expect((await record(id, deemed, officer)).status).toBe(200);
    const excused = { subject: 'addressExcused', reason: 'Known at this address for years' } as const;
    expect((await record(id, excused)).problem.code).toBe('role.forbidden');
    expect((await record(id, excused, officer)).status).toBe(200);
  });

  test('establishes the owners of a listed issuer or a government body by a recorded ground, never by the type', async () => {
    await regulateIn(['AUS']);
    const company = await create(api, a.staff, businessForm('Ground Limited'));
    const { id } = company;
    const owner = await create(api, a.staff, personForm('Tui', 'Largeowner'));
    const body = { partyClientId: owner.id, roles: ['shareholder'], directPercent: '60' } as never;
    expect((await api.request(addParty, { params: { id }, body }, { as: a.staff })).status).toBe(201);
    const isDue = async (client: string) => missing(await read(client)).includes('owners.determined');
    const isOwnerDue = async () => JSON.stringify((await read(id)).blockers).includes('Tui Largeowner');
    const changeType = async (clientType: string, as = a.staff) => {
      const { version } = (await api.request(readClient, { params: { id } }, { as })).response;
      const form = { ...businessForm('Ground Limited', { clientType } as never), version } as never;
      expect((await api.request(updateClient, { params: { id }, body: form }, { as })).status).toBe(200);
    };
    const deemed = (ground: string, as = a.staff) =>
      record(id, { subject: 'ownersDeemed', ground, basis: 'The list of the exchange' } as never, as);
    expect([await isDue(id), await isOwnerDue()]).toEqual([true, true]);
    for (const clientType of ['listedIssuer', 'government'] as const) {
      await changeType(clientType);
      expect([await isDue(id), await isOwnerDue()]).toEqual([true, true]);
      const made = await create(api, a.staff, businessForm(`Made ${clientType}`, { clientType }));
      expect(await isDue(made.id)).toBe(true);
      expect((await deemed(clientType)).problem.code).toBe('role.forbidden');
      const other = clientType === 'government' ? 'listedIssuer' : 'government';
      expect((await deemed(other, officer)).problem.fields).toEqual({
        ground: [expect.stringContaining('Select another ground, or change its type first')],
      });
      expect((await deemed(clientType, officer)).status).toBe(200);
      expect([await isDue(id), await isOwnerDue()]).toEqual([false, false]);
      // Another type has to establish its owners again, and so does the former one without its ground.
      await changeType('company');
      expect([await isDue(id), await isOwnerDue()]).toEqual([true, true]);
    }
    await regulateIn(['NZL']);
  });

  test('counts an address as verified while it is the client’s', async () => {
    const made = await create(api, a.staff, personForm('Tui', 'Addressed'));
    const { id } = made;
    await record(id, { subject: 'enhanced', reason: 'Money from three countries' });
    const verified = { subject: 'addressVerified', basis: 'Power bill of October, seen' } as const;
    expect(missing(await read(id))).toContain('address.verified');
    expect((await record(id, verified)).problem.fields).toEqual({
      basis: ['The client has no address. Record it first.'],
    });
    const move = async (addressLine1: string) => {
      const { response } = await api.request(readClient, { params: { id } }, { as: a.staff });
      const address = { addressLine1, state: 'Wellington', postcode: '6011', countryCode: 'NZL' };
      const form = personForm('Tui', 'Addressed', { addresses: [address] });
      const body = { ...form, version: response.version } as never;
      return api.request(updateClient, { params: { id }, body }, { as: a.staff });
    };
    expect((await move('1 Sample Street')).status).toBe(200);
    expect(missing((await record(id, verified)).response)).not.toContain('address.verified');
    expect((await move('2 Other Street')).status).toBe(200);
    expect(missing(await read(id))).toContain('address.verified');
  });
});
