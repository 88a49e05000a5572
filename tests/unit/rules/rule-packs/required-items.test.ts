import { describe, expect, it } from 'vitest';
import { clientTypes } from '#rules/client-types.ts';
import { fixTargetLabels } from '#rules/fix-targets.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import { assessed, item, missing, owner } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;

describe('simplified due diligence', () => {
  const council: Partial<ClientFacts> = {
    clientType: 'government',
    simplifiedGround: 'A city council, local authority',
  };

  it('applies to a listed class with its ground recorded', () => {
    expect(assessed(council)).toMatchObject({ level: 'simplified', simplifiedAllowed: true });
    expect(assessed(council).reasons.map(({ code }) => code)).toEqual(['nz.cdd.simplified']);
    expect(assessed({ ...council, clientType: 'company', inListedClass: true }).level).toBe('simplified');
  });

  it('waits for the ground', () => {
    for (const simplifiedGround of [null, '', '  ']) {
      expect(assessed({ ...council, simplifiedGround })).toMatchObject({
        level: 'standard',
        simplifiedAllowed: true,
      });
    }
  });

  it('does not apply to any other class, whatever ground is recorded', () => {
    for (const clientType of clientTypes) {
      const { level } = assessed({ clientType, simplifiedGround: 'Well known to us' });
      expect(level === 'simplified').toBe(clientType === 'government' || clientType === 'listedIssuer');
    }
  });

  it('does not apply beside any enhanced hit, or where an answer asks for standard', () => {
    const triggers: Partial<ClientFacts>[] = [
      { holdsPersonalAssets: true },
      { residenceCountry: 'IRN' },
      { hasBearerShares: true },
      { unusualActivity: true },
      { pepStatus: 'foreign' },
      { suspicionReported: true },
      { riskLevel: 'high' },
      { templateCddLevel: 'enhanced' },
    ];
    for (const trigger of triggers) {
      expect(assessed({ ...council, ...trigger })).toMatchObject({
        level: 'enhanced',
        simplifiedAllowed: false,
      });
    }
    expect(assessed({ ...council, templateCddLevel: 'standard' }).level).toBe('standard');
  });

  it('does not apply where Australian law applies as well', () => {
    expect(assessed(council, { in: both }).level).toBe('standard');
    expect(assessed(council, { in: ['AUS'] }).level).toBe('standard');
  });

  it('still wants whoever acts, their identity and authority; neither owners nor a rating', () => {
    const acting = {
      ...owner,
      effectivePercent: null,
      roles: ['authorisedRepresentative'] as const,
    };
    expect(missing(assessed(council))).toEqual(['acting.named', 'relationship.purpose']);
    const result = assessed({ ...council, parties: [acting, { ...owner, id: 'p2' }] });
    expect(missing(result).sort()).toEqual(['acting.authority', 'party.verified', 'relationship.purpose']);
    expect(item(result, 'party.verified')?.fix.id).toBe('p1');
    expect(result.mustVerify.map(({ partyId, reason }) => [partyId, reason])).toEqual([
      ['p1', 'acts for the client'],
    ]);
    expect(result.guards).toEqual([]);
    expect(
      missing(
        assessed({
          ...council,
          purposeRecorded: true,
          parties: [{ ...acting, verified: true, authorityRecorded: true }],
        }),
      ),
    ).toEqual([]);
  });
});

describe('what is missing and why', () => {
  it('of a plain person, New Zealand', () => {
    expect(
      assessed({}).items.map(({ code, provision, settled, fix }) => [code, provision, settled, fix.target]),
    ).toEqual([
      ['record.familyName', 'NZ s15', false, 'client.edit'],
      ['record.dateOfBirth', 'NZ s15', false, 'client.edit'],
      ['record.addresses', 'NZ s15', false, 'client.edit'],
      ['identity.verified', 'NZ s16', false, 'client.verifications'],
      ['pep.checked', 'NZ s26', false, 'client.findings'],
      ['relationship.purpose', 'NZ s17', false, 'client.edit'],
      ['risk.rated', 'NZ reg 12AC', false, 'client.assessments'],
    ]);
  });

  it('of a company under both laws, each thing once', () => {
    const result = assessed(
      { clientType: 'company', registrationCountry: 'NZL', residenceCountry: null, originCountries: [] },
      { in: both },
    );
    expect(result.items.map(({ code, provision }) => [code, provision])).toEqual([
      ['record.legalName', 'NZ s15, AU s28'],
      ['record.addresses', 'NZ s15, AU s28'],
      ['record.nzbn|nzCompanyNumber', 'NZ s15, AU s28'],
      ['identity.verified', 'NZ s16, AU s28(2)(a)'],
      ['pep.checked', 'NZ s26, AU s28(2)(e)'],
      ['relationship.purpose', 'NZ s17, AU s28(2)(f)'],
      ['risk.rated', 'NZ reg 12AC, AU s28'],
      ['sanctions.checked', 'AU s28(2)(e)'],
    ]);
    expect(result.guards.map(({ kind, provision }) => [kind, provision])).toEqual([
      ['approvedAssessment', 'NZ reg 12AC, AU s28'],
    ]);
  });

  it('nothing, once everything is there', () => {
    const settled: Partial<ClientFacts> = {
      filled: ['familyName', 'dateOfBirth', 'addresses'],
      identityVerified: true,
      purposeRecorded: true,
      pepStatus: 'foreign',
      sanctionsStatus: 'clear',
      sourceOfWealthOrFunds: true,
      unusualActivity: true,
      writtenFindings: true,
      seniorManagerApproved: true,
      riskLevel: 'high',
      ratingReasonsRecorded: true,
    };
    const result = assessed(settled, { in: both });
    expect(missing(result)).toEqual([]);
    expect(result.guards.every((guard) => guard.settled)).toBe(true);
    expect(result.level).toBe('enhanced');
    const without: [Partial<ClientFacts>, string][] = [
      [{ filled: ['familyName', 'addresses'] }, 'record.dateOfBirth'],
      [{ identityVerified: false }, 'identity.verified'],
      [{ purposeRecorded: false }, 'relationship.purpose'],
      [{ sanctionsStatus: 'potential' }, 'sanctions.checked'],
      [{ sourceOfWealthOrFunds: false }, 'source.wealthOrFunds'],
      [{ writtenFindings: false }, 'findings.written'],
      [{ ratingReasonsRecorded: false }, 'risk.rated'],
    ];
    for (const [facts, code] of without) {
      expect(missing(assessed({ ...settled, ...facts }, { in: both }))).toEqual([code]);
    }
  });

  it('of a trust’s beneficiaries: each by name, or the class where that will do', () => {
    const wanted = (facts: Partial<ClientFacts>) =>
      item(assessed({ clientType: 'trust', ...facts }), 'beneficiaries.known');
    const described: Partial<ClientFacts> = { filled: ['beneficiaryClassDescription'] };
    const count = (number: number) => ({ beneficiaries: { count: number, namedWithBirthDates: false } });
    expect(wanted({ trustType: 'fixed', ...described })).toMatchObject({
      settled: false,
      provision: 'NZ s23',
      text: 'Record the name and date of birth of each beneficiary.',
    });
    expect(wanted({ trustType: 'discretionary', ...described })?.settled).toBe(true);
    expect(wanted({ trustType: 'charitable', ...described })?.settled).toBe(true);
    expect(wanted({ trustType: 'discretionary' })?.settled).toBe(false);
    expect(wanted({ trustType: 'fixed', ...described, ...count(10) })?.settled).toBe(false);
    expect(wanted({ trustType: 'fixed', ...described, ...count(11) })?.settled).toBe(true);
    expect(
      wanted({ trustType: 'fixed', beneficiaries: { count: 2, namedWithBirthDates: true } })?.settled,
    ).toBe(true);
  });

  it('speaks in sentences and points to screens there are', () => {
    for (const clientType of clientTypes) {
      for (const registrationCountry of ['NZL', 'AUS', 'FRA']) {
        const parties = [{ ...owner, roles: ['authorisedRepresentative'] as const }];
        const result = assessed({ clientType, registrationCountry, parties }, { in: both });
        for (const { text, fix, provision } of [...result.items, ...result.guards]) {
          expect(text).toMatch(/^[A-Z].*\.$/);
          expect(Object.keys(fixTargetLabels)).toContain(fix.target);
          expect(provision).toMatch(/^(NZ|AU) /);
        }
        const things = result.items.map(({ code, fix }) => `${code} ${fix.id}`);
        expect(new Set(things).size).toBe(things.length);
      }
    }
  });
});
