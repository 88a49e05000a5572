import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Diligence, readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import type { FindingSubject } from '#rules/cdd-rule-packs/findings.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { transitionClientTo, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { showPreCommencement } from '#tests/support/api/pre-commencement.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from '../../records/clients/support.ts';
import { addClient } from '../activities/support.ts';

type Form = EndpointRequest<typeof recordFinding>['body'];
type WithoutVersion<F = Form> = F extends Form ? Omit<F, 'version'> : never;

describe.each(testEngines)('findings on clients on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let manager: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Kauri' });
    manager = await api.addMember(a.id, { designations: ['seniorManager'], name: 'Manager of Kauri' });
  });
  afterAll(() => api.close());

  const read = async (id: string, as = a.staff): Promise<Diligence> =>
    (await api.request(readDiligence, { params: { id } }, { as })).response;

  async function record(id: string, form: WithoutVersion, as = a.staff) {
    const { version } = await read(id, as);
    return api.request(recordFinding, { params: { id }, body: { ...form, version } as Form }, { as });
  }

  async function withdraw(id: string, subject: FindingSubject, as = a.staff) {
    const { version } = await read(id, as);
    const body = { version, reason: 'It was about another client' };
    return api.request(withdrawFinding, { params: { id, subject }, body }, { as });
  }

  const missing = ({ items }: Diligence) =>
    items.filter(({ satisfied }) => !satisfied).map(({ code }) => code);
  let made = 0;
  async function trust(more: object = {}): Promise<string> {
    made += 1;
    const form = { clientType: 'trust' as const, business: { trustType: 'fixed' as const, ...more } };
    return (await create(api, a.staff, businessForm(`Rimu Family Trust ${made}`, form))).id;
  }

  test('meets each requirement of a trust once recorded', async () => {
    const id = await trust();
    const open = await read(id);
    expect(missing(open)).toEqual(expect.arrayContaining(['source.verified', 'beneficiaries.known']));
    // An entity holds no office: its people are checked, on their own records.
    expect(open.items.map(({ code }) => code)).not.toContain('pep.checked');
    expect(open.findings.map(({ subject }) => subject)).not.toContain('politicalExposure');
    await verifiedSource(api, a.staff, id);
    expect(missing(await read(id))).not.toContain('source.verified');
    const former = { subject: 'sourceOfWealthOrFunds', of: 'wealth', description: 'Sale of the farm' };
    expect((await record(id, former as never)).problem.status).toBe(422);
    const child = await create(
      api,
      a.staff,
      personForm('Tui', `Beneficiary${made}`, { individual: { dateOfBirth: '2012-04-01' } }),
    );
    const party = { partyClientId: child.id, roles: ['beneficiary'] as ['beneficiary'] };
    await api.request(addParty, { params: { id }, body: party }, { as: a.staff });
    expect(missing(await read(id))).not.toContain('beneficiaries.known');
    // The deed names two, and one is on record.
    const two = await record(id, { subject: 'structure', beneficiaryCount: 2 });
    expect(missing(two.response)).toContain('beneficiaries.known');
  });

  test('accepts a reason instead of the source only with permission to lower requirements', async () => {
    const id = await trust();
    const mitigation = { subject: 'mitigation', reason: 'A family home and nothing else is held' } as const;
    expect((await record(id, mitigation)).problem.code).toBe('role.forbidden');
    const mine = (await read(id)).findings.find(({ subject }) => subject === 'mitigation');
    expect(mine).toMatchObject({ recorded: null, mayRecord: false, mayWithdraw: false });
    const { response } = await record(id, mitigation, officer);
    expect(missing(response)).not.toContain('source.verified');
    expect(missing(response)).toContain('source.obtained');
    expect(response.findings.find(({ subject }) => subject === 'mitigation')?.recorded).toMatchObject({
      content: mitigation,
      by: 'Officer of Kauri',
    });
    // Withdrawing restores the requirements, so edit permission is enough.
    expect(missing((await withdraw(id, 'mitigation')).response)).toContain('source.verified');
  });

  test('raises the level with edit permission and lowers it only with permission to do so', async () => {
    const id = await addClient(api, a, 'Assessed');
    const { response } = await record(id, { subject: 'enhanced', reason: 'Money from three countries' });
    expect(response).toMatchObject({ cddLevel: 'enhanced' });
    expect(response.reasons.map(({ code }) => code)).toEqual(['nz.cdd.assessor']);
    const kept = (await api.request(readClient, { params: { id } }, { as: a.staff })).response;
    expect(kept.cddLevel).toBe('enhanced');
    expect((await withdraw(id, 'enhanced')).problem.code).toBe('role.forbidden');
    expect((await withdraw(id, 'enhanced', officer)).response.cddLevel).toBe('standard');
    const { response: history } = await api.request(
      readClientHistory,
      { params: { id }, query: {} },
      { as: a.staff },
    );
    expect(history.events.map(({ action }) => action).slice(0, 4)).toEqual([
      'client.cddLevelChanged',
      'client.findingWithdrawn',
      'client.cddLevelChanged',
      'client.findingRecorded',
    ]);
    expect(history.events[1]?.changes).toContainEqual({
      field: 'withdrawnBecause',
      before: null,
      after: 'It was about another client',
    });
  });

  test('requires written findings on unusual activity', async () => {
    const id = await addClient(api, a, 'Unusual');
    const what = 'Three payments just below the threshold';
    const open = (await record(id, { subject: 'unusual', what })).response;
    expect(open.cddLevel).toBe('enhanced');
    expect(missing(open)).toEqual(expect.arrayContaining(['findings.written', 'source.verified']));
    const written = await record(id, {
      subject: 'unusual',
      what,
      findings: 'Rent of three flats, leases seen',
    });
    expect(missing(written.response)).not.toContain('findings.written');
  });

  test('records technology, further measures, an anonymous account and a PEP check that is not called for', async () => {
    const id = await addClient(api, a, 'Measured');
    const what = 'Wallet that hides its holder';
    const technology = await record(id, { subject: 'newTechnology', what });
    expect(technology.response.cddLevel).toBe('enhanced');
    expect(missing(technology.response)).toContain('measures.technology');
    // Further measures are offered once CDD is enhanced.
    expect(technology.response.findings.map(({ subject }) => subject)).toContain('furtherMeasures');
    const both = { subject: 'newTechnology', what, measures: 'No wallet above NZ$1,000' } as const;
    expect(missing((await record(id, both)).response)).not.toContain('measures.technology');
    expect((await record(id, { subject: 'newTechnology', what: '' })).problem.fields).toEqual({
      what: ['Describe the technology or product'],
    });
    const further = await record(id, { subject: 'furtherMeasures', what: 'Cash from many hands' });
    expect(missing(further.response)).toContain('measures.further');
    const anonymous = await record(id, { subject: 'anonymousAccount', what: 'Account “Numbers 4”' });
    expect(missing(anonymous.response)).toContain('anonymous.ended');
    const ended = { subject: 'anonymousAccount', what: 'Account “Numbers 4”', ended: 'Renamed' } as const;
    expect(missing((await record(id, ended)).response)).not.toContain('anonymous.ended');
    // Taking these back lowers what the law asks for, as a reason against a check does.
    expect((await withdraw(id, 'newTechnology')).problem.code).toBe('role.forbidden');
    expect((await withdraw(id, 'newTechnology', officer)).status).toBe(200);
    const excused = { subject: 'pepCheckExcused', reason: 'Known to us for years' } as const;
    expect((await record(id, excused)).problem.code).toBe('role.forbidden');
    expect((await record(id, excused, officer)).status).toBe(200);
    // A check on record is neither offered to be left out nor accepted as such, and replaces the reason.
    const checked = await record(id, { subject: 'politicalExposure', pepStatus: 'none', basis: 'Asked' });
    expect(checked.response.findings.map(({ subject }) => subject)).not.toContain('pepCheckExcused');
    expect((await record(id, excused, officer)).problem.fields).toEqual({
      reason: [expect.stringContaining('is on record')],
    });
    expect((await record(id, { subject: 'nestedServices', what: 'Its own customers' })).status).toBe(200);
  });

  test('records in Australia what counts as done, by grounds that the company and the day allow', async () => {
    const company = await api.addCompany('Wattle Advisory', { billingCountryCode: 'AUS' });
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'legal' WHERE id = $1`, [company.id]);
    const senior = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    const { id } = await create(api, company.staff, businessForm('Banksia Pty Ltd'));
    const asked = async () => (await read(id, senior)).items.map(({ code }) => code);
    expect(await asked()).toContain('entity.existence');
    const elsewhere = {
      subject: 'earlierCdd',
      ground: 'groupAbroad',
      doneBy: 'Wattle London',
      doneOn: '2026-02-01',
      basis: 'Register extract and passports, held by us',
    } as const;
    expect((await record(id, elsewhere, company.staff)).problem.code).toBe('role.forbidden');
    const former = await record(id, { ...elsewhere, ground: 'formerLaw' }, senior);
    expect(former.problem.fields).toEqual({ ground: [expect.stringContaining('did not apply')] });
    const future = await record(id, { ...elsewhere, doneOn: '2999-01-01' }, senior);
    expect(future.problem.fields).toEqual({ doneOn: ['This cannot be in the future.'] });
    expect((await record(id, elsewhere, senior)).status).toBe(200);
    expect(await asked()).not.toContain('entity.existence');
    expect(await asked()).toContain('sanctions.checked');
    const representatives = { subject: 'actingExcused', reason: 'The company’s own secretary' } as const;
    expect((await record(id, representatives, company.staff)).problem.code).toBe('role.forbidden');
    expect((await record(id, representatives, senior)).status).toBe(200);
    expect((await withdraw(id, 'earlierCdd', company.staff)).status).toBe(200);
    expect(await asked()).toContain('entity.existence');
    // New Zealand has no such grounds.
    const other = await addClient(api, a, 'Elsewhereson');
    expect((await record(other, elsewhere, officer)).problem.fields).toEqual({
      ground: [expect.stringContaining('not regulated there')],
    });
  });

  test('allows simplified due diligence by a ground, of a listed class alone', async () => {
    const council = await create(
      api,
      a.staff,
      businessForm('Sample District Council', { clientType: 'government' }),
    );
    expect(await read(council.id)).toMatchObject({ simplifiedAllowed: true, cddLevel: 'standard' });
    const ground = { subject: 'simplified', ground: 'A local authority, s18(2)' } as const;
    const shop = await create(api, a.staff, businessForm('Sample Shop Limited'));
    for (const { id } of [council, shop]) {
      expect((await record(id, ground, officer)).problem.fields).toEqual({ listedClass: ['Select a class'] });
      expect(await read(id)).toMatchObject({ cddLevel: 'standard' });
    }
    const authority = { ...ground, listedClass: 'localAuthority' } as const;
    expect((await record(council.id, authority, officer)).response.cddLevel).toBe('simplified');
    expect(
      (await record(shop.id, { ...ground, listedClass: 'crownEntity' }, officer)).response.cddLevel,
    ).toBe('simplified');
  });

  test('treats a relative as the PEP; a senior manager alone approves, until the exposure changes', async () => {
    const id = await verifiedIndividual(api, a, 'Related');
    await transitionClientTo(api, a.staff, id, { lifecycle: 'client', to: 'onboarding' });
    await verifiedSource(api, a.staff, id);
    const close = { subject: 'politicalExposure', pepStatus: 'relativeOrAssociate', basis: 'Asked' } as const;
    expect((await record(id, { ...close, pepOf: 'domestic' })).response.cddLevel).toBe('standard');
    // If unknown of whom, as of a foreign PEP.
    const foreign = (await record(id, close)).response;
    expect(foreign.cddLevel).toBe('enhanced');
    // What the approval did not cover makes CDD due again.
    expect(foreign.cddStatus).toBe('refreshDue');
    const wants = ({ blockers }: Diligence) =>
      blockers.map(({ code }) => code).filter((code) => code !== 'client.cddNotDone');
    expect(wants(foreign)).toEqual(['address.verified', 'rule.seniorManagerApproval']);
    await record(id, { subject: 'addressVerified', basis: 'Power bill seen' });
    expect((await record(id, { subject: 'seniorApproval' }, officer)).problem).toMatchObject({
      code: 'role.forbidden',
      detail: 'Only a member who is designated as senior manager can approve the relationship.',
    });
    const approved = (await record(id, { subject: 'seniorApproval', note: 'Known for years' }, manager))
      .response;
    expect(wants(approved)).toEqual([]);
    const changed = (await record(id, { ...close, pepStatus: 'foreign' })).response;
    expect(wants(changed)).toEqual(['rule.seniorManagerApproval']);
    expect((await withdraw(id, 'politicalExposure', officer)).response.items).toContainEqual(
      expect.objectContaining({ code: 'pep.checked', satisfied: false }),
    );
  });

  test('classifies a PEP by the country of the office, until 12 months after its end', async () => {
    const id = await addClient(api, a, 'Minister');
    const minister = {
      subject: 'politicalExposure',
      pepStatus: 'foreign',
      office: 'Minister',
      officeCountry: 'AUS',
      basis: 'The government’s site',
    } as const;
    const held = (await record(id, minister)).response;
    expect(held.cddLevel).toBe('enhanced');
    expect(
      held.findings.find(({ subject }) => subject === 'politicalExposure')?.recorded?.content,
    ).toMatchObject({
      office: 'Minister',
      officeCountry: 'AUS',
      officeEndedOn: null,
    });
    const domestic = await record(id, { ...minister, officeCountry: 'NZL' });
    expect(domestic.problem.fields?.officeCountry?.[0]).toContain('an office of New Zealand is domestic');
    expect((await record(id, { ...minister, pepStatus: 'domestic' })).problem.fields).toHaveProperty(
      'officeCountry',
    );
    expect((await record(id, { ...minister, officeEndedOn: '2999-01-01' })).problem.fields).toHaveProperty(
      'officeEndedOn',
    );
    expect((await record(id, { ...minister, officeCountry: 'XXX' as never })).problem.status).toBe(422);
    const lately = (await record(id, { ...minister, officeEndedOn: addMonths(held.on, -12) })).response;
    expect(lately.cddLevel).toBe('enhanced');
    expect(lately.reasons[0]?.text).toContain('PEP status applies until');
    const before = { ...minister, officeEndedOn: addDays(addMonths(held.on, -12), -1) };
    const longAgo = await record(id, before, officer);
    expect(longAgo.response.cddLevel).toBe('standard');
    // A finding from before the office was recorded counts by its kind.
    await api.database.asSuperuser(
      `UPDATE assay.client_findings SET content = content - 'office' - 'officeCountry' - 'officeEndedOn'
        WHERE client_id = $1`,
      [id],
    );
    const former = await read(id);
    expect(former.cddLevel).toBe('enhanced');
    expect(former.findings.find(({ subject }) => subject === 'politicalExposure')?.recorded?.content).toEqual(
      {
        subject: 'politicalExposure',
        pepStatus: 'foreign',
        pepOf: null,
        basis: 'The government’s site',
      },
    );
  });

  test('lowers the level by a finding only as a second person who may approve the present one', async () => {
    const exposure = { subject: 'politicalExposure', pepStatus: 'foreign', basis: 'Asked them' } as const;
    const none = { ...exposure, pepStatus: 'none' } as const;
    const byOfficer = await addClient(api, a, 'Mistaken');
    await record(byOfficer, exposure, officer);
    // Not by staff or an owner, and not by the officer who recorded it: neither by another status nor by withdrawing it.
    for (const as of [a.staff, a.owner]) {
      expect((await record(byOfficer, none, as)).problem.code).toBe('role.forbidden');
      expect((await withdraw(byOfficer, 'politicalExposure', as)).problem.code).toBe('role.forbidden');
    }
    for (const own of [
      await record(byOfficer, none, officer),
      await withdraw(byOfficer, 'politicalExposure', officer),
      await record(byOfficer, { ...exposure, officeCountry: 'FJI', officeEndedOn: '2019-01-31' }, officer),
    ]) {
      expect(own.status).toBe(422);
      expect(own.problem.blockers).toMatchObject([
        {
          code: 'client.secondPersonLowers',
          text: expect.stringContaining('this lowers CDD from enhanced to standard'),
          provision: 'Your AML/CFT programme',
        },
      ]);
    }
    expect((await read(byOfficer)).cddLevel).toBe('enhanced');
    expect((await withdraw(byOfficer, 'politicalExposure', manager)).response.cddLevel).toBe('standard');
    // The same for what raises the level by judgement.
    const judged = await addClient(api, a, 'Judged');
    const enhanced = { subject: 'enhanced', reason: 'Transactions that no purpose explains' } as const;
    expect((await record(judged, enhanced, officer)).response.cddLevel).toBe('enhanced');
    expect((await withdraw(judged, 'enhanced', officer)).status).toBe(422);
    expect((await withdraw(judged, 'enhanced', manager)).response.cddLevel).toBe('standard');
  });

  test('lowers the level alone where no one else could for 24 hours: stated, and listed', async () => {
    const sole = await api.addCompany('Sole Findings Limited');
    const one = await api.addMember(sole.id, { designations: ['complianceOfficer'] });
    const id = await addClient(api, sole, 'Alone');
    await record(id, { subject: 'politicalExposure', pepStatus: 'foreign', basis: 'Asked them' }, one);
    expect((await withdraw(id, 'politicalExposure', one)).response.cddLevel).toBe('standard');
    const { rows } = await api.database.asSuperuser(
      `SELECT kind FROM assay.decisions_by_one WHERE client_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'cddLowering' }]);
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, { as: one });
    expect(response.events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'makerChecker',
      before: null,
      after: 'Decided by one person: no second eligible person on this day',
    });
  });

  test('withdraws a senior manager’s approval for another country or end date of the office alone', async () => {
    const id = await addClient(api, a, 'Governor');
    const governor = {
      subject: 'politicalExposure',
      pepStatus: 'foreign',
      office: 'Governor',
      officeCountry: 'AUS',
      basis: 'The government’s site',
    } as const;
    await record(id, governor);
    const isApproved = ({ findings }: Diligence) =>
      findings.some(({ subject, recorded }) => subject === 'seniorApproval' && recorded !== null);
    const approve = async () =>
      isApproved((await record(id, { subject: 'seniorApproval' }, manager)).response);
    expect(await approve()).toBe(true);
    const reworded = { ...governor, office: 'Governor of Tasmania', basis: 'Asked them' };
    expect(isApproved((await record(id, reworded)).response)).toBe(true);
    expect(isApproved((await record(id, { ...governor, officeCountry: 'FJI' })).response)).toBe(false);
    expect(await approve()).toBe(true);
    const left = { ...governor, officeCountry: 'FJI', officeEndedOn: addMonths(testDay(), -3) } as const;
    const ended = (await record(id, left)).response;
    expect(isApproved(ended)).toBe(false);
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    expect(response.events[0]?.changes).toContainEqual({
      field: 'alsoWithdrawn',
      before: null,
      after: 'Senior manager’s approval',
    });
    expect(await approve()).toBe(true);
    expect(isApproved((await record(id, left)).response)).toBe(true);
  });

  test('excuses a source in Australia by a reason with permission to lower requirements', async () => {
    const au = await api.addCompany('Wattle Law', { billingCountryCode: 'AUS' });
    const id = await addClient(api, au, 'Relevant');
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [id]);
    const sources = async () =>
      missing(await read(id, au.owner)).filter((code) => code.startsWith('source.'));
    expect(await sources()).toEqual(['source.wealth', 'source.funds']);
    const send = async (as: TestPerson, of: 'wealth' | 'both') => {
      const { version } = await read(id, au.owner);
      const body = { subject: 'sourceNotRelevant', of, reason: 'A will of a small estate', version } as const;
      return api.request(recordFinding, { params: { id }, body }, { as });
    };
    expect((await send(au.staff, 'wealth')).problem.code).toBe('role.forbidden');
    expect((await send(au.owner, 'wealth')).status).toBe(200);
    expect(await sources()).toEqual(['source.funds']);
    await send(au.owner, 'both');
    expect(await sources()).toEqual([]);
  });

  test('rejects a stale version, an archived client and unknown records, and preserves saved findings', async () => {
    const id = await addClient(api, a, 'Stale');
    const { version } = await read(id);
    const body = { subject: 'enhanced', version, reason: 'Money from three countries' } as const;
    const send = (as: TestPerson, reason: string) =>
      api.request(recordFinding, { params: { id }, body: { ...body, reason } }, { as });
    const both = await Promise.all([send(a.staff, 'One reason'), send(a.owner, 'Another reason')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await withdraw(id, 'structure')).problem.status).toBe(422);
    const late = await api.request(
      withdrawFinding,
      { params: { id, subject: 'enhanced' }, body: { version, reason: 'It was about another client' } },
      { as: a.staff },
    );
    expect(late.problem.code).toBe('record.versionConflict');
    const blank = await record(id, { subject: 'enhanced', reason: '  ' });
    expect(blank.problem.fields).toHaveProperty('reason');
    const number = { subject: 'significantChange', what: 'My tax file number is 123 456 782' } as const;
    expect((await record(id, number)).problem.fields?.what?.[0]).toContain('tax file number');
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [id]);
    expect(
      (await record(id, { subject: 'enhanced', reason: 'Overdue' })).problem.fields?.['']?.[0],
    ).toContain('archived');
    expect((await read(id)).findings.every(({ mayRecord }) => !mayRecord)).toBe(true);
  });

  test('ends the waiver of a pre-commencement client by a significant change', async () => {
    const au = await api.addCompany('Banksia Conveyancing', { billingCountryCode: 'AUS' });
    const id = await addClient(api, au, 'Legacy', {
      pre_commencement: true,
      relationship_started_on: '2007-12-11',
    });
    await showPreCommencement(api, au.owner, id, { dated: '2007-12-11' });
    const required = async () =>
      (await read(id, au.staff)).items.some(({ code }) => code === 'identity.verified');
    expect(await required()).toBe(false);
    const send = async (form: WithoutVersion) => {
      const { version } = await read(id, au.staff);
      const body = { ...form, version } as Form;
      return api.request(recordFinding, { params: { id }, body }, { as: au.staff });
    };
    await send({ subject: 'significantChange', what: 'Now buys for others' });
    expect(await required()).toBe(false);
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'medium' WHERE id = $1`, [id]);
    expect(await required()).toBe(true);
  });
});
