import { describe, expect, it } from 'vitest';
import { missingBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { offeredFindings } from '#rules/cdd-rule-packs/findings.ts';
import { type ClientType, clientTypes } from '#rules/clients/client-types.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import { assessed, bothVerified, item, missing, noSources, owner, plain } from './client-facts.ts';

const lawFirm = { sector: 'legal' } as const;
const accountant = { sector: 'accounting' } as const;
const trust = { clientType: 'trust', trustType: 'discretionary', registrationCountry: 'NZL' } as const;
const company = { clientType: 'company', residenceCountry: null, originCountries: [] } as const;
const acting = { ...owner, id: 'p9', effectivePercent: null, roles: ['authorisedRepresentative'] as const };

/** Codes of what blocks taking the client on. */
const blocking = (result: ReturnType<typeof assessed>) => missingBlockers(result).map(({ code }) => code);

/** What a person must provide or an officer must do, without what the record's own fields hold. */
const required = (result: ReturnType<typeof assessed>) =>
  result.items.map(({ code }) => code).filter((code) => !code.startsWith('record.'));
const approval = (result: ReturnType<typeof assessed>) =>
  result.guards.find(({ kind }) => kind === 'seniorManagerApproval');

describe('New Zealand', () => {
  it('an individual at medium risk on 26 November 2025: standard, the address verified', () => {
    const result = assessed({ riskLevel: 'medium' }, { company: accountant, on: '2025-11-26' });
    expect(result.level).toBe('standard');
    expect(required(result)).toEqual(
      expect.arrayContaining(['relationship.purpose', 'pep.checked', 'risk.rated']),
    );
    expect(item(result, 'address.verified')).toMatchObject({ settled: false, provision: 'NZ s15(d), s16' });
    expect(blocking(result)).toContain('address.verified');
    // No reason excuses it under the former law.
    const excused = assessed({ addressEvidence: 'excused' }, { company: accountant, on: '2025-11-26' });
    expect(missing(excused)).toContain('address.verified');
  });

  it('the same on 27 November 2025: the address recorded, not verified', () => {
    const result = assessed({ riskLevel: 'medium' }, { company: accountant, on: '2025-11-27' });
    expect(result.level).toBe('standard');
    expect(item(result, 'address.verified')).toBeUndefined();
    expect(item(result, 'record.addresses')).toMatchObject({ settled: false, provision: 'NZ s15' });
    expect(blocking(result)).not.toContain('address.verified');
  });

  it('the same at high risk: enhanced, the address verified by risk, source', () => {
    const high = { riskLevel: 'high' } as const;
    const options = { company: accountant, on: '2025-11-27' };
    const result = assessed(high, options);
    expect(result.level).toBe('enhanced');
    expect(result.reasons).toMatchObject([{ provision: 'NZ s22(1)(d)' }]);
    expect(missing(result)).toEqual(expect.arrayContaining(['address.verified', 'source.obtained']));
    expect(item(result, 'address.verified')?.provision).toBe('NZ s24(1)(b)');
    expect(missing(assessed({ ...high, addressEvidence: 'excused' }, options))).not.toContain(
      'address.verified',
    );
  });

  it('a charitable trust of 40 beneficiaries: enhanced, the class and its objects', () => {
    const charitable = {
      clientType: 'trust',
      trustType: 'charitable',
      registrationCountry: 'NZL',
      beneficiaries: { count: 40, namedWithBirthDates: false },
      filled: ['beneficiaryClassDescription'],
    } as const;
    const options = { company: accountant, on: '2026-07-20' };
    const result = assessed(charitable, options);
    expect(result.level).toBe('enhanced');
    expect(item(result, 'beneficiaries.known')?.settled).toBe(true);
    expect(item(result, 'entity.objects')).toMatchObject({ settled: false, provision: 'NZ s23(2)' });
    const known = assessed({ ...charitable, entity: { objects: 'stated' } }, options);
    expect(item(known, 'entity.objects')?.settled).toBe(true);
    expect(item(assessed({ ...trust }, options), 'entity.objects')).toBeUndefined();
  });

  it('form, structure, powers and nominees of a legal person from 1 June 2024, by independent sources', () => {
    const parts = ['entity.existence', 'entity.structure', 'entity.powers', 'entity.nominees'];
    const codes = (on: string) => required(assessed(company, { company: accountant, on }));
    expect(codes('2024-05-31').filter((code) => code.startsWith('entity.'))).toEqual(['entity.nominees']);
    // The names of nominees three years earlier.
    expect(codes('2021-07-09')).toContain('entity.nominees');
    expect(codes('2021-07-08')).not.toContain('entity.nominees');
    expect(codes('2024-06-01')).toEqual(expect.arrayContaining(parts));
    const stated = {
      existence: 'stated',
      structure: 'stated',
      powers: 'stated',
      nominees: 'stated',
    } as const;
    expect(missing(assessed({ ...company, entity: stated }))).toEqual(expect.arrayContaining(parts));
    // A finished verification proves existence and structure, neither authority nor nominees.
    const verified = { ...company, identityVerified: true, entity: { nominees: 'independent' } } as const;
    const open = (more: object) =>
      missing(assessed({ ...verified, ...more })).filter((code) => code.startsWith('entity.'));
    expect(open({ structureTraced: true })).toEqual(['entity.powers']);
    // Its ownership was entered, and not traced by evidence.
    expect(open({})).toEqual(['entity.structure', 'entity.powers']);
    const known = {
      ...stated,
      existence: 'independent',
      structure: 'independent',
      powers: 'independent',
      nominees: 'independent',
    } as const;
    expect(missing(assessed({ ...company, entity: known })).filter((code) => parts.includes(code))).toEqual(
      [],
    );
  });

  it('settlors and protectors of a trust, or that there are none', () => {
    const parties = [{ ...owner, roles: ['settlor'] as const }];
    const open = missing(assessed({ ...trust, parties }));
    expect(open).toContain('entity.protectors');
    expect(open).not.toContain('entity.settlors');
    expect(missing(assessed({ ...trust, parties, entity: { protectors: 'stated' } }))).not.toContain(
      'entity.protectors',
    );
  });

  it('requires beneficial owners determined, by a verification that found some or by findings', () => {
    const ownership = { traced: [], outcome: null, deemed: null } as const;
    const open = (more: object) => missing(assessed({ ...company, ownership: { ...ownership, ...more } }));
    expect(open({})).toContain('owners.determined');
    expect(open({ deemed: 'ownedByListed' })).toContain('owners.determined');
    expect(open({ traced: ['AUS'] })).toContain('owners.determined');
    expect(open({ traced: ['NZL'] })).not.toContain('owners.determined');
    expect(open({ outcome: 'none', outcomeCounts: true })).not.toContain('owners.determined');
    // Told by the client, or by nobody in particular.
    for (const outcome of ['identified', 'none'] as const)
      expect(open({ outcome })).toContain('owners.determined');
  });

  it('a family trust on 18 May 2026: source obtained and verified', () => {
    const result = assessed({ ...trust, riskLevel: 'low', standardCddMitigates: true }, { on: '2026-05-18' });
    expect(result.level).toBe('enhanced');
    expect(result.reasons).toMatchObject([{ provision: 'NZ s22(1)(a)(i)' }]);
    expect(missing(result)).toEqual(
      expect.arrayContaining(['beneficiaries.known', 'source.obtained', 'source.verified']),
    );
    expect(blocking(result)).toEqual(expect.arrayContaining(['source.obtained', 'source.verified']));
    for (const [code, on] of [
      ['entity.settlors', '2024-06-01'],
      ['entity.protectors', '2024-06-01'],
    ] as const) {
      expect(item(result, code)).toMatchObject({ settled: false, provision: 'NZ reg 11A' });
      expect(item(assessed(trust, { on }), code)).toBeDefined();
      expect(item(assessed(trust, { on: '2024-05-31' }), code)).toBeUndefined();
    }
  });

  it('the same on 19 May 2026 with a recorded reason: obtained, verification excused', () => {
    const sources = { wealth: 'none', funds: 'obtained' } as const;
    const result = assessed(
      { ...trust, riskLevel: 'low', standardCddMitigates: true, sources },
      { on: '2026-05-19' },
    );
    expect(result.level).toBe('enhanced');
    expect(item(result, 'source.obtained')?.settled).toBe(true);
    expect(item(result, 'source.verified')?.settled).toBe(true);
  });

  it('the same at high risk: the reason excuses nothing', () => {
    const sources = { wealth: 'none', funds: 'obtained' } as const;
    const result = assessed(
      { ...trust, riskLevel: 'high', standardCddMitigates: true, sources },
      { on: '2026-05-19' },
    );
    expect(missing(result)).toContain('source.verified');
  });

  it('a company with a nominee director: enhanced by regulation 12, source', () => {
    const result = assessed({ ...company, hasNomineeManagers: true }, { on: '2026-08-10' });
    expect(result.level).toBe('enhanced');
    expect(result.reasons).toMatchObject([{ code: 'nz.cdd.nomineeOther', provision: 'NZ reg 12' }]);
    expect(missing(result)).toEqual(expect.arrayContaining(['source.obtained', 'source.verified']));
    expect(assessed({ ...company, hasNomineeManagers: true }, { on: '2021-07-08' }).level).toBe('standard');
    // The nominee's name is wanted beside the level, from a reliable source: a related party in the role is not one.
    expect(item(result, 'entity.nominees')).toMatchObject({ settled: false, provision: 'NZ reg 11' });
    const nominee = { ...owner, effectivePercent: null, roles: ['nominee', 'director'] as const };
    const named = assessed(
      { ...company, hasNomineeManagers: true, parties: [nominee] },
      { on: '2026-08-10' },
    );
    expect(named.level).toBe('enhanced');
    expect(item(named, 'entity.nominees')?.settled).toBe(false);
    const sourced = (facts: object, entity: ClientFacts['entity'], on = '2026-08-10') =>
      item(assessed({ ...company, ...facts, entity }, { on }), 'entity.nominees')?.settled;
    expect(sourced({ parties: [nominee] }, { nominees: 'stated' })).toBe(false);
    expect(sourced({ parties: [nominee] }, { nominees: 'independent' })).toBe(true);
    const none = { nominees: 'independent', withoutNominees: true } as const;
    expect(sourced({}, none)).toBe(true);
    expect(sourced({}, { nominees: 'stated', withoutNominees: true })).toBe(false);
    // “None” counts for nothing while the record has a nominee of any kind.
    expect(sourced({ parties: [nominee] }, none)).toBe(false);
    expect(sourced({ hasNomineeManagers: true }, none)).toBe(false);
    expect(sourced({ hasNomineeShareholders: true }, none)).toBe(false);
    expect(sourced({}, {}, '2021-07-09')).toBe(false);
    expect(sourced({}, {}, '2021-07-08')).toBeUndefined();
  });

  it('PEP status according to risk from 19 May 2026: at low risk a recorded reason settles it', () => {
    const parties = [{ ...owner, pepStatus: 'notChecked', pepCheckExcused: true } as const];
    const settled = (facts: Parameters<typeof assessed>[0], options: Parameters<typeof assessed>[1]) =>
      item(assessed({ pepCheckExcused: true, ...facts }, options), 'pep.checked')?.settled;
    expect(settled({ riskLevel: 'low' }, { on: '2026-05-19' })).toBe(true);
    expect(settled({ riskLevel: 'low' }, { on: '2026-05-18' })).toBe(false);
    for (const riskLevel of ['medium', 'high', null] as const) {
      expect(settled({ riskLevel }, { on: '2026-05-19' })).toBe(false);
    }
    // Australia knows no such reason.
    expect(settled({ riskLevel: 'low' }, { in: ['NZL', 'AUS'] })).toBe(false);
    const text = item(assessed({ riskLevel: 'low' }), 'pep.checked')?.text;
    expect(text).toContain('or record why the low risk does not call for it');
    const ofOwner = (riskLevel: 'low' | 'medium') =>
      item(assessed({ ...company, parties, riskLevel }), 'party.pepChecked')?.settled;
    expect([ofOwner('low'), ofOwner('medium')]).toEqual([true, false]);
  });

  it('new technology, and enhanced measures that do not do: enhanced, until the measures are recorded', () => {
    const technology = assessed({ usesNewTechnology: true });
    expect(technology.reasons).toMatchObject([{ code: 'nz.cdd.newTech', provision: 'NZ s22(5), s30' }]);
    expect(item(technology, 'measures.technology')).toMatchObject({ settled: false, provision: 'NZ s30' });
    expect(blocking(technology)).toContain('measures.technology');
    const further = assessed({ needsFurtherMeasures: true });
    expect(further.reasons).toMatchObject([{ code: 'nz.cdd.extra', provision: 'NZ reg 12AB' }]);
    expect(blocking(further)).toContain('measures.further');
    const measured = assessed({
      usesNewTechnology: true,
      technologyMeasures: true,
      needsFurtherMeasures: true,
      furtherMeasuresTaken: true,
    });
    expect(measured.level).toBe('enhanced');
    expect(missing(measured).filter((code) => code.startsWith('measures.'))).toEqual([]);
    expect(assessed({ needsFurtherMeasures: true }, { on: '2024-05-31' }).level).toBe('standard');
  });

  it('an anonymous account: prohibited until it is in the client’s name, and no waiver or simplified CDD', () => {
    const existing = {
      preCommencement: true,
      relationshipStartedOn: '2010-01-01',
      preCommencementShownOn: '2010-01-01',
    } as const;
    expect(assessed(existing).initialCddRequired).toBe(false);
    const found = assessed({ ...existing, anonymousAccount: true });
    expect(found.initialCddRequired).toBe(true);
    expect(item(found, 'identity.verified')?.provision).toBe('NZ s14(1)(d), NZ s16');
    expect(item(found, 'anonymous.ended')?.provision).toBe('NZ s38');
    expect(blocking(found)).toEqual(expect.arrayContaining(['identity.verified', 'anonymous.ended']));
    const ended = assessed({ ...existing, anonymousAccount: true, anonymityEnded: true });
    expect(item(ended, 'anonymous.ended')?.settled).toBe(true);
    const council = {
      clientType: 'government',
      registrationCountry: 'NZL',
      simplifiedGround: 'A council',
      inListedClass: true,
    } as const;
    expect(assessed(council).level).toBe('simplified');
    expect(assessed({ ...council, anonymousAccount: true }).level).toBe('standard');
  });

  it('offers further measures only where CDD is enhanced', () => {
    const offered = (facts: Parameters<typeof assessed>[0]) =>
      offeredFindings({ ...plain, ...facts }, assessed(facts), {}, ['NZL']);
    expect(offered({})).not.toContain('furtherMeasures');
    expect(offered({ riskLevel: 'high' })).toContain('furtherMeasures');
  });

  it('offers to leave out the PEP check only of a person whose status is not on record', () => {
    const offered = (facts: Parameters<typeof assessed>[0]) =>
      offeredFindings({ ...plain, ...facts }, assessed(facts), {}, ['NZL']);
    expect(offered({ riskLevel: 'low' })).toContain('pepCheckExcused');
    for (const pepStatus of ['none', 'foreign', 'domestic'] as const) {
      expect(offered({ riskLevel: 'low', pepStatus })).not.toContain('pepCheckExcused');
    }
    expect(offered({ ...company })).not.toContain('pepCheckExcused');
  });

  it('owners of 25 % and 75 %: the second is verified, by more than 25 %', () => {
    const parties = [
      { ...owner, id: 'a', effectivePercent: '25' },
      { ...owner, id: 'b', effectivePercent: '75' },
    ];
    const result = assessed({ ...company, parties }, { on: '2026-08-10' });
    expect(result.level).toBe('standard');
    expect(result.mustVerify.map(({ partyId }) => partyId)).toEqual(['b']);
  });

  it('a holder of a foreign office: enhanced, source, senior manager', () => {
    const result = assessed({ pepStatus: 'foreign', riskLevel: 'low' }, { on: '2026-08-10' });
    expect(result.level).toBe('enhanced');
    expect(required(result)).toEqual(expect.arrayContaining(['source.obtained', 'source.verified']));
    expect(approval(result)).toMatchObject({ settled: false, provision: 'NZ s22(2), s26(2)' });
  });

  it('a resident of a grey-listed country that the firm’s own list does not name: standard', () => {
    expect(assessed({ residenceCountry: 'KEN', originCountries: ['KEN'] }, { on: '2026-09-14' }).level).toBe(
      'standard',
    );
  });

  it('requires PEP checks and screening of owners, the first of which may follow', () => {
    const parties = [{ ...owner, pepStatus: 'notChecked' as const, sanctionsStatus: 'notChecked' as const }];
    const result = assessed({ ...company, parties });
    expect(item(result, 'party.pepChecked', 'politicalExposure')).toMatchObject({
      text: 'Establish whether Ngaio Example is a politically exposed person, as soon as practicable after the relationship starts.',
      settled: false,
      mayFollow: true,
      provision: 'NZ s26(1)',
      fix: { of: 'p1' },
    });
    expect(item(result, 'party.sanctionsChecked')).toMatchObject({
      text: 'Run sanctions screening on Ngaio Example.',
      settled: false,
      mayFollow: false,
      fix: { target: 'client.screening', of: 'p1' },
    });
    // An entity holds no office.
    const entity = assessed({ ...company, parties: [{ ...owner, kind: 'business' }] });
    expect(item(entity, 'party.pepChecked')).toBeUndefined();
  });

  it.each([
    ['legal', '2018-06-30', '2018-07-01'],
    ['conveyancing', '2018-06-30', '2018-07-01'],
    ['accounting', '2018-09-30', '2018-10-01'],
    ['realEstate', '2018-12-31', '2019-01-01'],
    ['finance', '2013-06-29', '2013-06-30'],
    ['trustAndCompanyService', '2013-06-29', '2013-06-30'],
    [null, '2013-06-29', '2013-06-30'],
  ] as const)('binds %s from its own day', (sector, dayBefore, firstDay) => {
    const packs = (on: string) => assessed({}, { company: { sector }, on }).packs.length;
    expect([packs(dayBefore), packs(firstDay)]).toEqual([0, 1]);
  });

  it('waives standard CDD for existing customers until a material change', () => {
    const existing = {
      preCommencement: true,
      relationshipStartedOn: '2018-09-30',
      preCommencementShownOn: '2018-09-30',
    } as const;
    const options = { company: accountant };
    expect(assessed(existing, options)).toMatchObject({
      initialCddRequired: false,
      waivers: [{ code: 'nz.legacy', provision: 'NZ s14(1)(c)' }],
    });
    expect(missing(assessed(existing, options))).toEqual(['sanctions.checked']);
    expect(assessed({ ...existing, significantChange: true }, options).initialCddRequired).toBe(true);
    expect(assessed({ ...existing, relationshipStartedOn: '2018-10-01' }, options).initialCddRequired).toBe(
      true,
    );
  });
});

describe('Australia', () => {
  const australia = { in: ['AUS'] as const, on: '2026-08-10' };

  it('a law firm’s new client on 30 June 2026: no pack; on 1 July: initial CDD', () => {
    const on = (day: string) => assessed({}, { in: ['AUS'], company: lawFirm, on: day });
    expect(on('2026-06-30')).toMatchObject({ packs: [], items: [], guards: [], mustVerify: [] });
    expect(on('2026-07-01')).toMatchObject({ level: 'standard', initialCddRequired: true });
    expect(missing(on('2026-07-01'))).toContain('identity.verified');
    // Finance was bound by the reformed Act three months earlier.
    expect(assessed({}, { in: ['AUS'], on: '2026-06-30' }).packs).toHaveLength(1);
  });

  it('owners of 25 % and 75 %: both are verified, by 25 % or more', () => {
    const parties = [
      { ...owner, id: 'a', effectivePercent: '25' },
      { ...owner, id: 'b', effectivePercent: '75' },
    ];
    const result = assessed({ ...company, parties }, australia);
    expect(result.mustVerify.map(({ partyId }) => partyId)).toEqual(['a', 'b']);
  });

  it('a domestic PEP at medium risk: the status is recorded, nothing more', () => {
    const result = assessed({ pepStatus: 'domestic', riskLevel: 'medium' }, australia);
    expect(result.level).toBe('standard');
    expect(approval(result)).toBeUndefined();
    expect(required(result).filter((code) => code.startsWith('source'))).toEqual([]);
  });

  it('the same at high risk: wealth and funds, senior manager', () => {
    const result = assessed({ pepStatus: 'domestic', riskLevel: 'high' }, australia);
    expect(result.level).toBe('enhanced');
    expect(item(result, 'source.wealth')?.provision).toBe('AU Rules 6-21, AU Rules 6-23');
    expect(item(result, 'source.funds')?.settled).toBe(false);
    expect(approval(result)).toMatchObject({ settled: false, provision: 'AU Rules 5-5(1)' });
    const verified = assessed({ pepStatus: 'domestic', riskLevel: 'high', sources: bothVerified }, australia);
    expect(missing(verified).filter((code) => code.startsWith('source'))).toEqual([]);
  });

  it('an attorney who is a foreign PEP: enhanced, without source or approval', () => {
    const result = assessed(
      { ...company, riskLevel: 'medium', parties: [{ ...acting, pepStatus: 'foreign' }] },
      australia,
    );
    expect(result.level).toBe('enhanced');
    expect(result.reasons).toMatchObject([{ code: 'au.cdd.foreignPep', provision: 'AU s32(c)' }]);
    expect(required(result).filter((code) => /source/i.test(code))).toEqual([]);
    expect(approval(result)).toBeUndefined();
  });

  it('an owner who is a foreign PEP: source on the owner’s record, and approval', () => {
    const parties = [{ ...owner, pepStatus: 'foreign' as const, sources: noSources }];
    const result = assessed({ ...company, parties }, australia);
    expect(item(result, 'party.sourceOfWealth')).toMatchObject({
      text: 'Obtain and verify Ngaio Example’s source of wealth.',
      settled: false,
      provision: 'AU Rules 6-23',
      fix: { target: 'client.funds', of: 'p1' },
    });
    expect(item(result, 'party.sourceOfFunds')?.settled).toBe(false);
    expect(required(result)).not.toContain('source.wealth');
    expect(approval(result)?.settled).toBe(false);
  });

  it('a conveyancer’s pre-commencement client, with those services alone: waived until its purpose and risk change', () => {
    const former = {
      preCommencement: true,
      relationshipStartedOn: '2019-03-01',
      preCommencementShownOn: '2019-03-01',
    } as const;
    const options = { in: ['AUS'] as const, company: { sector: 'conveyancing' } as const };
    expect(assessed(former, { ...options, on: '2026-07-01' })).toMatchObject({
      initialCddRequired: false,
      waivers: [{ code: 'au.legacy', provision: 'AU s36' }],
    });
    const changed = assessed(
      { ...former, significantChange: true, riskLevel: 'medium' },
      { ...options, on: '2026-08-03' },
    );
    expect(changed).toMatchObject({ level: 'standard', initialCddRequired: true });
    // A bank's client of 2019 was identified under the former law, not before it.
    expect(assessed(former, { in: ['AUS'] }).initialCddRequired).toBe(true);
  });

  it('a buyer formed in Myanmar: enhanced, wealth and funds', () => {
    const result = assessed(
      { ...company, clientType: 'overseasCompany', registrationCountry: 'MMR' },
      { in: ['AUS'], on: '2026-09-14' },
    );
    expect(result.level).toBe('enhanced');
    expect(result.reasons).toMatchObject([{ provision: 'AU s32(d)' }]);
    expect(item(result, 'source.wealth')?.provision).toBe('AU Rules 6-21');
    expect(result.riskFloor).toBe('high');
  });

  it('a listed company at low risk: simplified where the programme provides for it; no owners', () => {
    const listed = {
      ...company,
      clientType: 'listedIssuer',
      ownership: { traced: [], outcome: null, deemed: 'listedIssuer' },
      riskLevel: 'low',
      ratingReasonsRecorded: true,
      parties: [owner, acting],
    } as const;
    const options = { in: ['AUS'] as const, on: '2026-09-14' };
    const result = assessed(listed, options);
    expect(result.mustVerify.map(({ partyId }) => partyId)).toEqual(['p9']);
    expect(result.simplifiedAllowed).toBe(true);
    const simplified = assessed({ ...listed, simplifiedGround: 'Programme 4.2' }, options);
    expect(simplified).toMatchObject({ level: 'simplified', mustVerify: [] });
    expect(missing(simplified)).toContain('acting.authority');
    // The rating blocks at every level.
    const unrated = assessed({ ...listed, riskLevel: null, ratingReasonsRecorded: false }, options);
    expect(blocking(unrated)).toContain('risk.rated');
    const withoutReasons = { ...listed, simplifiedGround: 'Programme 4.2', ratingReasonsRecorded: false };
    expect(assessed(withoutReasons, options).level).toBe('simplified');
    expect(blocking(assessed(withoutReasons, options))).toContain('risk.rated');
  });

  it('a company without beneficial owners: recorded, and its chief executive identified', () => {
    const ownership = { traced: [], outcome: 'none', outcomeCounts: true, deemed: null } as const;
    const result = assessed({ ...company, ownership }, australia);
    expect(item(result, 'owners.determined')?.settled).toBe(true);
    expect(item(result, 'owners.chiefExecutive')).toMatchObject({
      settled: false,
      provision: 'AU Rules 6-8',
    });
    const chief = { ...owner, effectivePercent: null, roles: ['seniorManagingOfficial'] as const };
    const named = assessed({ ...company, ownership, parties: [chief] }, australia);
    expect(item(named, 'owners.chiefExecutive')?.settled).toBe(true);
    expect(named.mustVerify.map(({ partyId }) => partyId)).toEqual(['p1']);
    // Not of a trust, which always has somebody: neither outcome determines its owners.
    for (const outcome of ['none', 'unable'] as const) {
      const result = assessed({ ...trust, ownership: { ...ownership, outcome } }, australia);
      expect(item(result, 'owners.chiefExecutive')).toBeUndefined();
      expect(item(result, 'owners.determined')).toMatchObject({
        text: 'Determine the beneficial owners.',
        settled: false,
      });
    }
    const identified = { ...ownership, outcome: 'identified' } as const;
    expect(item(assessed({ ...trust, ownership: identified }, australia), 'owners.determined')?.settled).toBe(
      true,
    );
  });

  it('requirements of the Rules for each kind of customer', () => {
    const codes = (facts: Parameters<typeof assessed>[0]) =>
      required(assessed(facts, australia)).filter((code) => /^(entity|trust)/.test(code));
    expect(codes(company)).toEqual([
      'entity.identifier',
      'entity.existence',
      'entity.powers',
      'entity.governance',
      'entity.structure',
      'entity.natureOfBusiness',
    ]);
    expect(codes(trust)).toEqual([
      'entity.identifier',
      'entity.existence',
      'entity.powers',
      'entity.governance',
      'entity.structure',
      'entity.settlors',
      'entity.protectors',
      'entity.natureOfBusiness',
      'trust.trustees',
    ]);
    expect(codes({ clientType: 'government' })).toEqual([
      'entity.identifier',
      'entity.existence',
      'entity.governance',
      'entity.natureOfBusiness',
    ]);
    expect(codes({ clientType: 'soleTrader' })).toEqual(['entity.natureOfBusiness']);
    expect(codes({})).toEqual([]);
    const trader = { clientType: 'soleTrader', residenceCountry: 'AUS' } as const;
    expect(missing(assessed(trader, australia))).toContain('record.abn');
    expect(missing(assessed({ ...trader, filled: ['occupation'] }, australia))).not.toContain(
      'entity.natureOfBusiness',
    );
  });

  it('asks each kind of body for an identifier, which may not have been issued', () => {
    const kinds = [
      ['partnership', 'AU Rules 6-2'],
      ['society', 'AU Rules 6-2'],
      ['charity', 'AU Rules 6-2'],
      ['overseasCompany', 'AU Rules 6-2'],
      ['other', 'AU Rules 6-2'],
      ['trust', 'AU Rules 6-3'],
      ['government', 'AU Rules 6-4'],
    ] as const;
    for (const [clientType, provision] of kinds) {
      const facts = { clientType, registrationCountry: 'AUS' } as const;
      expect(item(assessed(facts, australia), 'entity.identifier')).toMatchObject({
        settled: false,
        provision,
        fix: { target: 'client.findings', id: 'entity' },
      });
      for (const known of [{ filled: ['abn'] as const }, { entity: { identifier: 'stated' } as const }]) {
        expect(item(assessed({ ...facts, ...known }, australia), 'entity.identifier')?.settled).toBe(true);
      }
    }
    // A register that numbers each of its companies is asked for the number itself.
    const registered = { clientType: 'company', registrationCountry: 'AUS' } as const;
    expect(item(assessed(registered, australia), 'entity.identifier')).toBeUndefined();
    expect(missing(assessed(registered, australia))).toContain('record.acn|abn');
  });

  it('asks of a company that acts for the client what it asks of a customer, on the company’s own record', () => {
    const information = {
      clientType: 'company',
      filled: ['legalName', 'addresses', 'registeredOffice', 'principalPlace', 'acn'],
      registrationCountry: 'AUS',
      entity: { existence: 'stated', powers: 'stated', structure: 'stated', natureOfBusiness: 'stated' },
      identityVerified: false,
      parties: [],
    } as const;
    const agent = { ...acting, kind: 'business', information } as const;
    const result = assessed({ ...company, parties: [agent] }, australia);
    expect(item(result, 'party.information')).toMatchObject({
      text: 'Complete Ngaio Example’s own record as that of a customer: 1 requirement outstanding.',
      settled: false,
      provision: 'AU Rules 6-5',
      fix: { target: 'client.findings', id: 'entity', of: 'p9' },
    });
    expect(blocking(result)).toContain('party.information');
    const governed = {
      ...agent,
      information: { ...information, parties: [{ roles: ['director'] as const }] },
    };
    expect(item(assessed({ ...company, parties: [governed] }, australia), 'party.information')?.settled).toBe(
      true,
    );
    expect(item(assessed({ ...company, parties: [agent] }), 'party.information')).toBeUndefined();
  });

  it('does not ask who is behind a customer that is no trust; of a trust it asks for beneficiaries', () => {
    const parties = [{ ...owner, id: 'p7', effectivePercent: null, roles: ['actingFor'] as const }];
    const person = assessed({ parties }, australia);
    expect(item(person, 'party.verified')).toBeUndefined();
    expect(person.mustVerify).toEqual([]);
    expect(item(assessed({ ...trust }, australia), 'beneficiaries.known')).toMatchObject({
      settled: false,
      provision: 'AU Rules 6-6(2)',
    });
  });
});

describe('both countries', () => {
  it('a New Zealand family trust at low risk: enhanced by New Zealand’s law alone, with the items of both', () => {
    const result = assessed({ ...trust, riskLevel: 'low' }, { in: ['NZL', 'AUS'], on: '2026-10-05' });
    expect(result.level).toBe('enhanced');
    expect(assessed({ ...trust, riskLevel: 'low' }, { in: ['AUS'], on: '2026-10-05' }).level).toBe(
      'standard',
    );
    expect(item(result, 'beneficiaries.known')?.provision).toBe('NZ s23(2), AU Rules 6-6(2)');
    expect(missing(result)).toEqual(expect.arrayContaining(['source.obtained', 'source.verified']));
  });
});

describe('politically exposed persons by the country of the office', () => {
  const officer = (endedOn: string | null = null) => ({ country: 'AUS', endedOn });
  const codes = (result: ReturnType<typeof assessed>) => result.reasons.map(({ code }) => code);

  it('an Australian minister at low risk is foreign in New Zealand: enhanced, source of wealth or funds, approval', () => {
    const minister = { pepStatus: 'foreign', pepOffice: officer(), riskLevel: 'low' } as const;
    const result = assessed(minister, { on: '2026-08-10' });
    expect(result.level).toBe('enhanced');
    expect(codes(result)).toContain('nz.cdd.pep');
    expect(missing(result)).toEqual(expect.arrayContaining(['source.obtained', 'source.verified']));
    expect(approval(result)?.settled).toBe(false);
  });

  it('the same in Australia is domestic: at medium risk the status alone, at high risk source and approval', () => {
    for (const pepStatus of ['domestic', 'foreign'] as const) {
      const minister = { pepStatus, pepOffice: officer() } as const;
      const medium = assessed({ ...minister, riskLevel: 'medium' }, { in: ['AUS'], on: '2026-08-10' });
      expect(medium.level).toBe('standard');
      expect(approval(medium)).toBeUndefined();
      const high = assessed({ ...minister, riskLevel: 'high' }, { in: ['AUS'], on: '2026-08-10' });
      expect(item(high, 'source.wealth')?.provision).toContain('AU Rules 6-23');
      expect(approval(high)?.settled).toBe(false);
    }
  });

  it('a domestic person of one country is foreign under the law of the other, where the company works under both', () => {
    const result = assessed(
      { pepStatus: 'domestic', pepOffice: officer(), riskLevel: 'low' },
      { in: ['NZL', 'AUS'], on: '2026-08-10' },
    );
    expect(codes(result)).toEqual(['nz.cdd.pep']);
  });

  it('a former office counts for 12 months in New Zealand, with its last day in the reason', () => {
    const former = { pepStatus: 'foreign', pepOffice: officer('2025-08-10'), riskLevel: 'low' } as const;
    const last = assessed(former, { on: '2026-08-10' });
    expect(last.reasons[0]?.text).toContain('PEP status applies until 10 Aug 2026');
    const after = assessed(former, { on: '2026-08-11' });
    expect(after.level).toBe('standard');
    expect(codes(after)).not.toContain('nz.cdd.pep');
    expect(
      assessed({ ...former, pepOffice: officer() }, { on: '2026-08-11' }).reasons[0]?.text,
    ).not.toContain('PEP status applies until');
  });

  it('Australia sets no end: a former foreign minister remains a PEP until another finding', () => {
    const former = { pepStatus: 'foreign', pepOffice: { country: 'NZL', endedOn: '2019-01-31' } } as const;
    const result = assessed({ ...former, riskLevel: 'low' }, { in: ['AUS'], on: '2026-08-10' });
    expect(codes(result)).toContain('au.cdd.foreignPep');
  });

  it('an owner counts by the office on the owner’s own record', () => {
    const parties = [{ ...owner, pepStatus: 'domestic' as const, pepOffice: officer() }];
    expect(codes(assessed({ ...company, parties }, { on: '2026-08-10' }))).toContain('nz.cdd.pep');
    const left = [{ ...owner, pepStatus: 'foreign' as const, pepOffice: officer('2024-01-31') }];
    expect(codes(assessed({ ...company, parties: left }, { on: '2026-08-10' }))).not.toContain('nz.cdd.pep');
  });
});

describe('political exposure applies to people', () => {
  const asks = (clientType: ClientType) =>
    required(assessed({ clientType }, { in: ['NZL', 'AUS'] })).filter((code) => code === 'pep.checked');

  it('requires a check of individuals, alone, in business or jointly, and of no entity or estate', () => {
    const asked = clientTypes.filter((clientType) => asks(clientType).length > 0);
    expect(asked).toEqual(['individual', 'soleTrader', 'joint']);
    for (const clientType of clientTypes) {
      expect(toVisiblePepStatus(clientType, 'notChecked')).toBe(
        asked.includes(clientType) ? 'Not checked' : null,
      );
    }
  });

  it('counts a finding recorded on an entity, and shows it', () => {
    const exposed = assessed({ ...company, pepStatus: 'foreign' }, { in: ['NZL', 'AUS'] });
    expect(exposed.level).toBe('enhanced');
    expect(approval(exposed)?.settled).toBe(false);
    expect(toVisiblePepStatus('company', 'foreign')).toBe('Foreign PEP');
  });

  it('requires a check of an entity’s owners and representatives, on each person’s record', () => {
    const unknown = { pepStatus: 'notChecked' } as const;
    const parties = [
      { ...owner, ...unknown },
      { ...acting, ...unknown },
    ];
    const result = assessed({ ...company, parties }, { in: ['AUS'] });
    const asked = result.items.filter(({ code }) => code === 'party.pepChecked').map(({ fix }) => fix.of);
    expect(asked).toEqual(['p1', 'p9']);
  });
});

describe('sources that are not relevant to the risk', () => {
  const both = { wealth: true, funds: true };

  it('a buyer formed in a country of the call for action: wealth and funds, each met by the reason (6-21)', () => {
    const buyer = { ...company, registrationCountry: 'MMR', sources: noSources, riskLevel: 'high' } as const;
    const open = assessed(buyer, { in: ['AUS'], on: '2026-09-14' });
    expect(open.level).toBe('enhanced');
    expect(item(open, 'source.wealth')).toMatchObject({ settled: false, provision: 'AU Rules 6-21' });
    const excused = assessed(
      { ...buyer, sourcesNotRelevant: { wealth: true, funds: false } },
      {
        in: ['AUS'],
        on: '2026-09-14',
      },
    );
    expect(item(excused, 'source.wealth')?.settled).toBe(true);
    expect(item(excused, 'source.funds')?.settled).toBe(false);
  });

  it('never excuses a politically exposed person’s sources (6-23), nor New Zealand’s', () => {
    const minister = {
      pepStatus: 'domestic',
      riskLevel: 'high',
      sources: noSources,
      sourcesNotRelevant: both,
    } as const;
    const result = assessed(minister, { in: ['NZL', 'AUS'], on: '2026-08-10' });
    expect(missing(result)).toEqual(
      expect.arrayContaining(['source.wealth', 'source.funds', 'source.obtained', 'source.verified']),
    );
    expect(item(result, 'source.wealth')?.text).toBe('Obtain and verify the source of wealth.');
  });
});
