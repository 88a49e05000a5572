import { describe, expect, it } from 'vitest';
import { fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { clientTypes } from '#rules/clients/client-types.ts';
import { assessed, bothVerified, item, missing, noSources, owner } from './client-facts.ts';

const both = ['NZL', 'AUS'] as const;

describe('simplified CDD', () => {
  const council: Partial<ClientFacts> = {
    clientType: 'government',
    registrationCountry: 'NZL',
    simplifiedGround: 'A city council, local authority',
    inListedClass: true,
  };

  it('applies to a listed class with its ground recorded', () => {
    expect(assessed(council)).toMatchObject({ level: 'simplified', simplifiedAllowed: true });
    expect(assessed(council).reasons.map(({ code }) => code)).toEqual(['nz.cdd.simplified']);
    expect(assessed({ ...council, clientType: 'company', inListedClass: true }).level).toBe('simplified');
  });

  it('requires the ground', () => {
    for (const simplifiedGround of [null, '', '  ']) {
      expect(assessed({ ...council, simplifiedGround })).toMatchObject({
        level: 'standard',
        simplifiedAllowed: true,
      });
    }
  });

  it('waits for the listed class wherever New Zealand’s law answers, also of a type that is one', () => {
    for (const clientType of ['government', 'listedIssuer'] as const) {
      const unclassed = { ...council, clientType, inListedClass: false };
      expect(assessed(unclassed)).toMatchObject({ level: 'standard', simplifiedAllowed: true });
      const low = { ...unclassed, riskLevel: 'low', ratingReasonsRecorded: true } as const;
      expect(assessed(low, { in: both }).level).toBe('standard');
      expect(assessed(low, { in: ['AUS'] }).level).toBe('simplified');
    }
  });

  it('does not apply to any other class, whatever ground is recorded', () => {
    for (const clientType of clientTypes) {
      const result = assessed({
        clientType,
        registrationCountry: 'NZL',
        simplifiedGround: 'Well known to us',
      });
      expect(result.level).not.toBe('simplified');
      expect(result.simplifiedAllowed).toBe(clientType === 'government' || clientType === 'listedIssuer');
    }
  });

  it('does not apply with an enhanced trigger, or where an answer sets standard', () => {
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

  it('applies in Australia at low risk for any class, and still requires the rating', () => {
    expect(assessed(council, { in: ['AUS'] }).level).toBe('standard');
    expect(assessed(council, { in: both }).level).toBe('standard');
    const low: Partial<ClientFacts> = { riskLevel: 'low', ratingReasonsRecorded: true };
    expect(assessed({ ...council, ...low }, { in: both }).level).toBe('simplified');
    const person = { simplifiedGround: 'Programme 4.2: low risk residents', ...low };
    expect(assessed(person, { in: ['AUS'] }).level).toBe('simplified');
    expect(assessed({ ...person, riskLevel: 'medium' }, { in: ['AUS'] }).level).toBe('standard');
    // New Zealand has classes alone.
    expect(assessed(person, { in: both }).level).toBe('standard');
    expect(missing(assessed({ ...person, ratingReasonsRecorded: false }, { in: ['AUS'] }))).toContain(
      'risk.rated',
    );
  });

  it('does not require verified owners and representatives in Australia, but authority and screening', () => {
    const parties = [
      { ...owner, id: 'p1', sanctionsStatus: 'notChecked' as const },
      { ...owner, id: 'p2', effectivePercent: null, roles: ['authorisedRepresentative'] as const },
    ];
    const result = assessed(
      { clientType: 'company', simplifiedGround: 'Programme 4.2', riskLevel: 'low', parties },
      { in: ['AUS'] },
    );
    expect(result).toMatchObject({ level: 'simplified', mustVerify: [] });
    expect(item(result, 'party.verified')).toBeUndefined();
    expect(missing(result)).toEqual(expect.arrayContaining(['acting.authority', 'party.sanctionsChecked']));
  });

  it('still requires identity and authority of representatives, but no owners or rating', () => {
    const acting = {
      ...owner,
      effectivePercent: null,
      roles: ['authorisedRepresentative'] as const,
    };
    expect(missing(assessed(council))).toEqual(['relationship.purpose', 'acting.named', 'sanctions.checked']);
    const result = assessed({ ...council, parties: [acting, { ...owner, id: 'p2' }] });
    expect(missing(result).sort()).toEqual([
      'acting.authority',
      'party.verified',
      'relationship.purpose',
      'sanctions.checked',
    ]);
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
          sanctionsStatus: 'clear',
          parties: [{ ...acting, verified: true, authorityRecorded: true }],
        }),
      ),
    ).toEqual([]);
  });
});

describe('missing items with reasons', () => {
  it('of an individual, New Zealand', () => {
    expect(
      assessed({}).items.map(({ code, provision, settled, fix }) => [code, provision, settled, fix.target]),
    ).toEqual([
      ['record.familyName', 'NZ s15', false, 'client.edit'],
      ['record.dateOfBirth', 'NZ s15', false, 'client.edit'],
      ['record.addresses', 'NZ s15', false, 'client.edit'],
      ['relationship.purpose', 'NZ s17', false, 'client.edit'],
      ['identity.verified', 'NZ s16', false, 'client.verifications'],
      [
        'sanctions.checked',
        'NZ Russia Sanctions Act 2022, NZ Terrorism Suppression Act 2002 s9, s10, NZ United Nations Act 1946',
        false,
        'client.screening',
      ],
      ['pep.checked', 'NZ s26(1)', false, 'client.findings'],
      ['risk.rated', 'NZ reg 12AC', false, 'client.assessments'],
    ]);
  });

  it('of a person whose assessment is awaiting approval: its status, with a link', () => {
    const rating = assessed({ submittedAssessmentId: 'a1' }).items.find(({ code }) => code === 'risk.rated');
    expect(rating).toMatchObject({
      text: 'The client’s risk assessment is awaiting approval.',
      settled: false,
      fix: { target: 'client.assessment', id: 'a1' },
    });
  });

  it('of a company under both laws, each item once', () => {
    const result = assessed(
      { clientType: 'company', registrationCountry: 'NZL', residenceCountry: null, originCountries: [] },
      { in: both },
    );
    expect(result.items.map(({ code, provision }) => [code, provision])).toEqual([
      ['record.legalName', 'NZ s15, AU Rules 6-2'],
      ['record.addresses', 'NZ s15, AU Rules 6-2'],
      ['record.nzbn|nzCompanyNumber', 'NZ s15, AU Rules 6-2'],
      ['record.registeredOffice', 'AU Rules 6-2'],
      ['record.principalPlace', 'AU Rules 6-2'],
      ['relationship.purpose', 'NZ s17, AU s28(2)(f)'],
      ['entity.existence', 'NZ reg 11, AU Rules 6-2'],
      ['entity.structure', 'NZ reg 11, AU Rules 6-2'],
      ['entity.powers', 'NZ reg 11, AU Rules 6-2'],
      ['entity.nominees', 'NZ reg 11'],
      ['entity.governance', 'AU Rules 6-2'],
      ['entity.natureOfBusiness', 'AU Rules 6-2'],
      ['identity.verified', 'NZ s16, AU s28(2)(a)'],
      ['owners.determined', 'NZ s11(1)(b), AU s28(2)(d)'],
      [
        'sanctions.checked',
        'NZ Russia Sanctions Act 2022, NZ Terrorism Suppression Act 2002 s9, s10, NZ United Nations Act 1946, AU s28(2)(e)(ii)',
      ],
      ['risk.rated', 'NZ reg 12AC, AU s28'],
    ]);
    expect(result.guards.map(({ kind, provision }) => [kind, provision])).toEqual([
      ['approvedAssessment', 'NZ reg 12AC, AU s28'],
    ]);
  });

  it.each([
    ['company', ['record.registeredOffice', 'record.principalPlace'], 'AU Rules 6-2'],
    ['partnership', ['record.principalPlace'], 'AU Rules 6-2'],
    ['trust', ['record.principalPlace'], 'AU Rules 6-3'],
    ['government', ['record.principalPlace'], 'AU Rules 6-4'],
    ['soleTrader', ['record.principalPlace'], 'AU Rules 6-1'],
    ['individual', [], ''],
  ] as const)(
    'of a %s in Australia with its address, each place by its kind: %s',
    (clientType, codes, provision) => {
      const places = ['record.registeredOffice', 'record.principalPlace'] as const;
      const found = (facts: Partial<ClientFacts>, country: 'AUS' | 'NZL') =>
        assessed({ clientType, ...facts }, { in: [country] }).items.filter(({ code }) =>
          (places as readonly string[]).includes(code),
        );
      const unsaid = found({ filled: ['addresses'] }, 'AUS');
      expect(unsaid.map(({ code, settled, provision }) => [code, settled, provision])).toEqual(
        codes.map((code) => [code, false, provision]),
      );
      const said = found({ filled: ['addresses', 'registeredOffice', 'principalPlace'] }, 'AUS');
      expect(said.every(({ settled }) => settled)).toBe(true);
      // New Zealand accepts either. s15(d)
      expect(found({ filled: ['addresses'] }, 'NZL')).toEqual([]);
    },
  );

  it('none once everything is met', () => {
    const settled: Partial<ClientFacts> = {
      filled: ['familyName', 'dateOfBirth', 'addresses'],
      identityVerified: true,
      purposeRecorded: true,
      pepStatus: 'foreign',
      sanctionsStatus: 'clear',
      sources: bothVerified,
      unusualActivity: true,
      writtenFindings: true,
      seniorManagerApproved: true,
      riskLevel: 'high',
      ratingReasonsRecorded: true,
      addressEvidence: 'verified',
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
      [{ writtenFindings: false }, 'findings.written'],
      [{ ratingReasonsRecorded: false }, 'risk.rated'],
      [{ addressEvidence: 'none' }, 'address.verified'],
    ];
    for (const [facts, code] of without) {
      expect(missing(assessed({ ...settled, ...facts }, { in: both }))).toEqual([code]);
    }
    expect(missing(assessed({ ...settled, sources: noSources }, { in: both }))).toEqual([
      'source.obtained',
      'source.verified',
      'source.wealth',
      'source.funds',
    ]);
  });

  it('of a trust’s beneficiaries: each by name, or the class where permitted', () => {
    const wanted = (facts: Partial<ClientFacts>) =>
      item(assessed({ clientType: 'trust', ...facts }), 'beneficiaries.known');
    const described: Partial<ClientFacts> = { filled: ['beneficiaryClassDescription'] };
    const count = (number: number) => ({ beneficiaries: { count: number, namedWithBirthDates: false } });
    expect(wanted({ trustType: 'fixed', ...described })).toMatchObject({
      settled: false,
      provision: 'NZ s23(2)',
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

  it('have a message and a link to an existing screen', () => {
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
