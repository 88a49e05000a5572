import { describe, expect, it } from 'vitest';
import { australianRules } from '#rules/cdd-rule-packs/australia.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import type { OwnersDeemedGround } from '#rules/cdd-rule-packs/findings.ts';
import { newZealandRules } from '#rules/cdd-rule-packs/new-zealand.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { assessed, owner } from './client-facts.ts';

type Row = { hit: Partial<ClientFacts>[]; not: Partial<ClientFacts>[]; level?: 'standard' | 'enhanced' };

const actor = { ...owner, effectivePercent: null };
const beforeAustralia = {
  preCommencement: true,
  relationshipStartedOn: '2007-12-11',
  preCommencementShownOn: '2007-12-11',
};
const entityActor = {
  ...actor,
  kind: 'business',
  information: {
    clientType: 'company',
    filled: [],
    registrationCountry: 'NZL',
    identityVerified: false,
    parties: [],
  },
} as const;

/** Domain 7, row by row: facts that match a rule, and some near misses. */
const licensed = { traced: [], outcome: null, deemed: 'licensed' } as const;
const deemedAs = (deemed: OwnersDeemedGround) => ({ ownership: { ...licensed, deemed } });
const listed = { clientType: 'listedIssuer', ...deemedAs('listedIssuer') } as const;
const government = { clientType: 'government', ...deemedAs('government') } as const;
const rows: Record<string, Row> = {
  'nz.cdd.standard': { hit: [{}, { clientType: 'trust' }], not: [], level: 'standard' },
  'nz.cdd.who': { hit: [{}, { clientType: 'trust' }], not: [] },
  'nz.cdd.beneficiaries': {
    hit: [{ clientType: 'trust' }, { clientType: 'company', holdsPersonalAssets: true }],
    not: [{}, { clientType: 'company' }],
  },
  'nz.cdd.trust': {
    hit: [
      { clientType: 'trust' },
      { clientType: 'smsf' },
      { clientType: 'company', holdsPersonalAssets: true },
    ],
    not: [{}, { clientType: 'company' }, { clientType: 'charity' }],
    level: 'enhanced',
  },
  'nz.cdd.nonResident': {
    hit: [
      { residenceCountry: 'IRN' },
      { clientType: 'overseasCompany', registrationCountry: 'PRK', residenceCountry: null },
      { residenceCountry: 'DEU', originCountries: ['IRN'] },
      { residenceCountry: null, originCountries: ['MMR'] },
    ],
    not: [
      {},
      { residenceCountry: 'NZL', originCountries: ['IRN'] },
      { residenceCountry: 'DEU', originCountries: ['DEU'] },
      { residenceCountry: 'KWT' },
    ],
    level: 'enhanced',
  },
  'nz.cdd.nominee': {
    hit: [{ hasNomineeShareholders: true }, { hasBearerShares: true }],
    not: [{ clientType: 'company' }],
    level: 'enhanced',
  },
  'nz.cdd.unusual': { hit: [{ unusualActivity: true }], not: [{ writtenFindings: true }], level: 'enhanced' },
  'nz.cdd.pep': {
    hit: [
      { pepStatus: 'foreign' },
      { pepStatus: 'relativeOrAssociate' },
      { pepStatus: 'relativeOrAssociate', pepOf: 'foreign' },
      { parties: [{ ...owner, pepStatus: 'foreign' }] },
      { parties: [{ ...owner, effectivePercent: null, roles: ['controller'], pepStatus: 'foreign' }] },
      { parties: [{ ...actor, roles: ['actingFor'], pepStatus: 'foreign' }] },
    ],
    not: [
      { pepStatus: 'domestic' },
      { pepStatus: 'internationalOrganisation' },
      { pepStatus: 'relativeOrAssociate', pepOf: 'domestic' },
      { pepStatus: 'none' },
      { parties: [{ ...owner, effectivePercent: '25', pepStatus: 'foreign' }] },
      { parties: [{ ...actor, roles: ['director'], pepStatus: 'foreign' }] },
    ],
    level: 'enhanced',
  },
  'nz.cdd.newTech': {
    hit: [{ usesNewTechnology: true }],
    not: [{}, { technologyMeasures: true }],
    level: 'enhanced',
  },
  'nz.cdd.extra': {
    hit: [{ needsFurtherMeasures: true }],
    not: [{}, { furtherMeasuresTaken: true }],
    level: 'enhanced',
  },
  'nz.cdd.anonymous': { hit: [{ anonymousAccount: true }], not: [{}], level: 'standard' },
  'nz.anon': { hit: [{ anonymousAccount: true }], not: [{}, { anonymityEnded: true }] },
  'nz.cdd.nomineeNames': {
    hit: [{ clientType: 'company' }, { clientType: 'limitedPartnership' }, { clientType: 'other' }],
    not: [{}, { clientType: 'society' }, { clientType: 'trust' }, { clientType: 'partnership' }],
  },
  'au.kyc.entityParty': {
    hit: [
      { parties: [{ ...entityActor, roles: ['authorisedRepresentative'] }] },
      { clientType: 'trust', parties: [{ ...entityActor, roles: ['actingFor'] }] },
    ],
    not: [
      {},
      { parties: [{ ...actor, roles: ['authorisedRepresentative'] }] },
      // Of any other customer these count as established.
      { clientType: 'company', parties: [{ ...entityActor, roles: ['actingFor'] }] },
      { clientType: 'trust', parties: [{ ...entityActor, roles: ['beneficiary'] }] },
    ],
  },
  'au.actingLow': {
    hit: [{ clientType: 'company', actingExcused: true }],
    not: [{ actingExcused: true }, { clientType: 'company' }],
  },
  'au.old.acip': {
    hit: [{ earlierCdd: { ground: 'formerLaw', doneOn: '2026-03-30' } }],
    not: [
      {},
      { earlierCdd: { ground: 'formerLaw', doneOn: '2026-03-31' } },
      { earlierCdd: { ground: 'transferred', doneOn: '2026-03-30' } },
    ],
  },
  'au.old.procedures': {
    hit: [{ earlierCdd: { ground: 'oldProcedures', doneOn: '2026-03-31', lastDay: '2028-12-31' } }],
    not: [
      {},
      { earlierCdd: { ground: 'oldProcedures', doneOn: '2026-03-30', lastDay: '2028-12-31' } },
      { earlierCdd: { ground: 'oldProcedures', doneOn: '2026-03-31', lastDay: null } },
    ],
  },
  'au.done.elsewhere': {
    hit: [
      { earlierCdd: { ground: 'groupAbroad', doneOn: '2026-08-01' } },
      { earlierCdd: { ground: 'transferred', doneOn: '2019-08-01' } },
    ],
    not: [{}, { earlierCdd: { ground: 'formerLaw', doneOn: '2026-03-30' } }],
  },
  'au.cdd.nested': { hit: [{ nestedServices: true }], not: [{}], level: 'enhanced' },
  'nz.cdd.sar': { hit: [{ suspicionReported: true }], not: [{}], level: 'enhanced' },
  'nz.cdd.assessor': {
    hit: [{ assessorRequiresEnhanced: true }, { riskLevel: 'high' }],
    not: [{}, { riskLevel: 'medium' }],
    level: 'enhanced',
  },
  'nz.cdd.template': {
    hit: [{ templateCddLevel: 'enhanced' }],
    not: [{}, { templateCddLevel: 'standard' }, { templateCddLevel: 'simplified' }],
    level: 'enhanced',
  },
  'nz.cdd.simplified': {
    hit: [
      { clientType: 'government', registrationCountry: 'NZL' },
      { clientType: 'listedIssuer', registrationCountry: 'NZL' },
      { clientType: 'listedIssuer', registrationCountry: 'AUS', inListedClass: true },
    ],
    not: [
      {},
      { clientType: 'listedIssuer', registrationCountry: 'AUS' },
      { clientType: 'government', registrationCountry: null },
      { clientType: 'company', simplifiedGround: 'Well known to us' },
      { clientType: 'government', registrationCountry: 'NZL', templateCddLevel: 'standard' },
      { clientType: 'government', registrationCountry: 'NZL', anonymousAccount: true },
    ],
  },
  'nz.rating': {
    hit: [{}, { relationshipStartedOn: '2025-06-01' }, { preCommencement: true }],
    not: [{ relationshipStartedOn: '2025-05-31' }],
  },
  'nz.bo': {
    hit: [
      { parties: [owner] },
      { parties: [{ ...owner, effectivePercent: '25.0001' }] },
      { parties: [{ ...actor, roles: ['trustee'] }] },
    ],
    not: [
      {},
      { parties: [{ ...owner, effectivePercent: '25' }] },
      { parties: [{ ...owner, effectivePercent: '24.9999' }] },
      { parties: [{ ...actor, roles: ['director', 'nominee', 'beneficiary', 'shareholder'] }] },
    ],
  },
  'nz.pep.who': {
    hit: [
      { pepStatus: 'foreign' },
      { pepStatus: 'domestic', pepOffice: { country: 'AUS', endedOn: null } },
      { pepStatus: 'foreign', pepOffice: { country: null, endedOn: null } },
    ],
    not: [
      { pepStatus: 'foreign', pepOffice: { country: 'NZL', endedOn: null } },
      { pepStatus: 'foreign', pepOffice: { country: 'AUS', endedOn: '2001-01-31' } },
      { pepStatus: 'internationalOrganisation', pepOffice: { country: 'CHE', endedOn: null } },
    ],
  },
  'nz.cdd.pepCheck': { hit: [{}, { clientType: 'company' }], not: [] },
  'nz.cdd.address': { hit: [{}, { clientType: 'company' }], not: [] },
  'nz.cdd.legalPerson': {
    hit: [{ clientType: 'company' }, { clientType: 'limitedPartnership' }, { clientType: 'society' }],
    not: [{}, { clientType: 'partnership' }, { clientType: 'trust' }, { clientType: 'joint' }],
  },
  'nz.cdd.trustInfo': {
    hit: [{ clientType: 'trust' }, { clientType: 'smsf' }],
    not: [{ clientType: 'company' }, { clientType: 'estate' }],
  },
  'nz.bo.determined': {
    hit: [{ clientType: 'company' }, { clientType: 'partnership' }, { clientType: 'trust' }],
    not: [{}, { clientType: 'soleTrader' }, { clientType: 'joint' }, { clientType: 'estate' }],
  },
  'nz.cdd.nomineeOther': {
    hit: [{ clientType: 'company', hasNomineeManagers: true }],
    not: [{ hasNomineeShareholders: true }],
    level: 'enhanced',
  },
  'nz.legacy': {
    hit: [
      { preCommencement: true, relationshipStartedOn: '2013-06-29', preCommencementShownOn: '2013-06-29' },
      {
        preCommencement: true,
        relationshipStartedOn: '2013-06-29',
        preCommencementShownOn: '2013-06-29',
        riskLevel: 'high',
      },
    ],
    not: [
      {},
      { preCommencement: true },
      {
        preCommencement: true,
        relationshipStartedOn: '2013-06-29',
        preCommencementShownOn: '2013-06-29',
        significantChange: true,
      },
      {
        preCommencement: true,
        relationshipStartedOn: '2013-06-29',
        preCommencementShownOn: '2013-06-29',
        anonymousAccount: true,
      },
      { preCommencement: true, relationshipStartedOn: '2013-06-29' },
      { preCommencement: true, relationshipStartedOn: '2013-06-29', preCommencementShownOn: '2013-06-30' },
      { preCommencement: true, relationshipStartedOn: '2013-06-30', preCommencementShownOn: '2013-06-29' },
      { relationshipStartedOn: '2010-01-01', preCommencementShownOn: '2010-01-01' },
    ],
  },
  'nz.tfs.tsa': { hit: [{}, { sanctionsStatus: 'clear' }, { preCommencement: true }], not: [] },
  'nz.tfs.un': { hit: [{}, { preCommencement: true }], not: [] },
  'nz.tfs.russia': { hit: [{}, { preCommencement: true }], not: [] },
  'au.cdd.initial': { hit: [{}, { preCommencement: true }], not: [], level: 'standard' },
  'au.cdd.acting': { hit: [{}], not: [] },
  'au.simplified': {
    hit: [{ riskLevel: 'low' }],
    not: [{}, { riskLevel: 'medium' }, { clientType: 'government' }],
  },
  'au.source.pep': {
    hit: [
      { pepStatus: 'foreign' },
      { pepStatus: 'domestic', riskLevel: 'high' },
      { pepStatus: 'internationalOrganisation', riskLevel: 'high' },
      { pepStatus: 'relativeOrAssociate', pepOf: 'domestic', riskLevel: 'high' },
      { parties: [{ ...owner, pepStatus: 'foreign' }] },
      { clientType: 'trust', parties: [{ ...actor, roles: ['actingFor'], pepStatus: 'foreign' }] },
    ],
    not: [
      { pepStatus: 'domestic', riskLevel: 'medium' },
      { parties: [{ ...actor, roles: ['authorisedRepresentative'], pepStatus: 'foreign' }] },
      { parties: [{ ...actor, roles: ['actingFor'], pepStatus: 'foreign' }] },
      { ...listed, parties: [{ ...owner, pepStatus: 'foreign' }] },
    ],
  },
  'au.pep.approval': {
    hit: [{ pepStatus: 'foreign' }, { parties: [{ ...owner, pepStatus: 'domestic' }], riskLevel: 'high' }],
    not: [{}, { parties: [{ ...actor, roles: ['authorisedRepresentative'], pepStatus: 'foreign' }] }],
  },
  'au.cdd.unusual': { hit: [{ unusualActivity: true }], not: [{ writtenFindings: true }], level: 'enhanced' },
  'au.cdd.highRisk': {
    hit: [{ riskLevel: 'high' }],
    not: [{ riskLevel: 'medium' }, { riskLevel: null }],
    level: 'enhanced',
  },
  'au.cdd.foreignPep': {
    hit: [
      { pepStatus: 'foreign' },
      { pepStatus: 'relativeOrAssociate' },
      { parties: [{ ...owner, effectivePercent: '25', pepStatus: 'foreign' }] },
      { parties: [{ ...actor, roles: ['authorisedRepresentative'], pepStatus: 'foreign' }] },
      { parties: [{ ...actor, roles: ['actingFor'], pepStatus: 'foreign' }] },
    ],
    not: [
      { pepStatus: 'domestic' },
      { pepStatus: 'relativeOrAssociate', pepOf: 'internationalOrganisation' },
      { parties: [{ ...owner, effectivePercent: '24.9999', pepStatus: 'foreign' }] },
    ],
    level: 'enhanced',
  },
  'au.cdd.fatf': {
    hit: [
      { presentCountry: 'IRN' },
      { clientType: 'overseasCompany', registrationCountry: 'PRK' },
      { parties: [{ ...owner, presentCountry: 'MMR' }] },
      { parties: [{ ...owner, formationCountry: 'IRN' }] },
    ],
    not: [
      {},
      { presentCountry: 'KWT' },
      { residenceCountry: 'IRN', originCountries: ['IRN'] },
      { parties: [{ ...owner, effectivePercent: '10', presentCountry: 'IRN' }] },
    ],
    level: 'enhanced',
  },
  'au.cdd.smr': {
    hit: [{ suspicionReported: true }],
    not: [{}, { suspicionReported: true, relationshipEnded: true }],
    level: 'enhanced',
  },
  'au.cdd.assessor': { hit: [{ assessorRequiresEnhanced: true }], not: [{}], level: 'enhanced' },
  'au.cdd.template': {
    hit: [{ templateCddLevel: 'enhanced' }],
    not: [{}, { templateCddLevel: 'standard' }],
    level: 'enhanced',
  },
  'au.bo': {
    hit: [
      { parties: [owner] },
      { parties: [{ ...owner, effectivePercent: '25' }] },
      { parties: [{ ...owner, effectivePercent: '25.0001' }] },
      { parties: [{ ...actor, roles: ['appointor'] }] },
      { clientType: 'listedIssuer', parties: [owner] },
      { clientType: 'company', ...deemedAs('government'), parties: [owner] },
    ],
    not: [
      {},
      { parties: [{ ...owner, effectivePercent: '24.9999' }] },
      { parties: [actor] },
      // Their owners count as established.
      { ...listed, parties: [owner] },
      { ...government, parties: [owner] },
    ],
  },
  'au.kyc.soleTrader': { hit: [{ clientType: 'soleTrader' }], not: [{}, { clientType: 'company' }] },
  'au.kyc.body': {
    hit: [{ clientType: 'company' }, { clientType: 'partnership' }, { clientType: 'society' }],
    not: [{}, { clientType: 'trust' }, { clientType: 'government' }, { clientType: 'joint' }],
  },
  'au.kyc.trust': {
    hit: [{ clientType: 'trust' }, { clientType: 'smsf' }],
    not: [{}, { clientType: 'estate' }],
  },
  'au.kyc.gov': { hit: [{ clientType: 'government' }], not: [{}, { clientType: 'company' }] },
  'au.bo.none': {
    hit: [
      { clientType: 'company' },
      { clientType: 'trust' },
      { clientType: 'company', ownership: licensed },
      // The type alone establishes nothing, and neither does the ground of another type.
      { clientType: 'listedIssuer' },
      { clientType: 'government' },
      { clientType: 'company', ...deemedAs('listedIssuer') },
      { clientType: 'government', ...deemedAs('listedIssuer') },
    ],
    not: [
      {},
      listed,
      government,
      { clientType: 'company', ownership: { ...licensed, deemed: 'ownedByListed' } },
      { clientType: 'company', ownership: licensed, riskLevel: 'low' },
    ],
  },
  'au.bo.deemed': {
    hit: [
      listed,
      government,
      { clientType: 'company', ownership: licensed, riskLevel: 'low' },
      { clientType: 'company', ownership: { ...licensed, deemed: 'ownedByListed' }, riskLevel: 'high' },
    ],
    not: [{ clientType: 'company' }, { clientType: 'company', ownership: licensed, riskLevel: 'medium' }],
  },
  'au.legacy': {
    hit: [
      { ...beforeAustralia },
      { ...beforeAustralia, significantChange: true, riskLevel: 'low' },
      { ...beforeAustralia, riskLevel: 'high' },
    ],
    not: [
      {},
      { preCommencement: true },
      { preCommencement: true, relationshipStartedOn: '2007-12-11' },
      { preCommencement: true, relationshipStartedOn: '2007-12-11', preCommencementShownOn: '2007-12-12' },
      { preCommencement: true, relationshipStartedOn: '2007-12-12', preCommencementShownOn: '2007-12-11' },
      { ...beforeAustralia, significantChange: true, riskLevel: 'medium' },
      { ...beforeAustralia, significantChange: true, riskLevel: 'high' },
      { ...beforeAustralia, suspicionReported: true },
      { ...beforeAustralia, assessorRequiresEnhanced: true },
    ],
  },
};

const getCountry = (code: string) => (code.startsWith('nz.') ? 'NZL' : 'AUS');

describe.each(Object.entries(rows))('%s', (code, { hit, not, level }) => {
  const options = { in: [getCountry(code)], wall: 'inside' } as const;

  it.each(hit.map((facts) => ({ facts })))('matches: $facts', ({ facts }) => {
    const result = assessed(facts, options);
    expect(result.hits).toContain(code);
    if (level === 'enhanced') {
      expect(result.level).toBe('enhanced');
      const reason = result.reasons.find((reason) => reason.code === code);
      expect(reason?.text).toMatch(/^[A-Z].*\.$/);
      expect(reason).toMatchObject({ source: 'rule', jurisdiction: getCountry(code) });
      expect(reason?.provision).toMatch(/^(NZ (s|reg )|AU (s|Rules ))\d/);
      expect(reason?.rulePackVersion).toMatch(/^(nz|au)-\d{4}-\d{2}-\d{2}$/);
    }
  });

  it.each(not.map((facts) => ({ facts })))('does not match: $facts', ({ facts }) => {
    const result = assessed(facts, options);
    expect(result.hits).not.toContain(code);
    expect(result.reasons.map((reason) => reason.code)).not.toContain(code);
  });

  it('is not in the other country’s rules', () => {
    const other = getCountry(code) === 'NZL' ? 'AUS' : 'NZL';
    for (const facts of hit) {
      expect(assessed(facts, { in: [other], wall: 'inside' }).hits).not.toContain(code);
      expect(assessed(facts, { in: ['NZL', 'AUS'], wall: 'inside' }).hits).toContain(code);
    }
  });
});

describe('the rows', () => {
  const rules = [...newZealandRules, ...australianRules];

  it('are all covered above', () => {
    expect([...new Set(rules.map(({ code }) => code))].sort()).toEqual(Object.keys(rows).sort());
  });

  it('have their law, their source and their dates', () => {
    for (const rule of rules) {
      expect(rule.code.startsWith(rule.jurisdiction === 'NZL' ? 'nz.' : 'au.')).toBe(true);
      expect(rule.provision.startsWith(rule.jurisdiction === 'NZL' ? 'NZ ' : 'AU ')).toBe(true);
      expect(rule.sourceUrl).toMatch(/^https:\/\/[^ ]+$/);
      expect(isCalendarDate(rule.effectiveFrom)).toBe(true);
      if (rule.effectiveTo !== undefined) expect(rule.effectiveTo > rule.effectiveFrom).toBe(true);
      // A row that sets a level may not depend on the level.
      if (rule.cddLevel !== undefined) expect(rule.atLevels).toBeUndefined();
    }
  });

  it('never overlap with one code', () => {
    for (const rule of rules) {
      for (const other of rules) {
        if (rule === other || rule.code !== other.code) continue;
        const apart =
          (rule.effectiveTo ?? '9999-12-31') < other.effectiveFrom ||
          (other.effectiveTo ?? '9999-12-31') < rule.effectiveFrom;
        expect(apart).toBe(true);
      }
    }
  });
});
