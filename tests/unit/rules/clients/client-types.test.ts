import { describe, expect, it } from 'vitest';
import { clientFields } from '#rules/clients/client-fields.ts';
import {
  type CddStatus,
  type ClientStatus,
  cddLevelLabels,
  cddLevels,
  cddStatuses,
  cddStatusLabels,
  clientKindLabels,
  clientKinds,
  clientStatuses,
  clientStatusLabels,
  clientTypeLabels,
  clientTypes,
  displayStatuses,
  displayStatusLabels,
  formatClientStatus,
  getClientKind,
  getDisplayStatus,
  pepStatuses,
  pepStatusLabels,
  riskLevelLabels,
  riskLevels,
  sanctionsStatuses,
  sanctionsStatusLabels,
  trustTypeLabels,
  trustTypes,
} from '#rules/clients/client-types.ts';
import {
  dueDiligenceNeeds,
  fieldsToCreate,
  getClientFieldLabel,
  getFields,
  getIdentifierFields,
} from '#rules/clients/fields-by-type.ts';
import { clientTypeHints } from '../../../../app/routes/clients/form/client-type-hints.ts';

describe('client types and statuses', () => {
  it('has the fifteen types of domain 2', () => {
    expect(clientTypes.join(' ')).toBe(
      'individual soleTrader joint company overseasCompany partnership limitedPartnership trust smsf estate charity society government listedIssuer other',
    );
  });

  it.each([
    ['clientKinds', clientKinds, clientKindLabels],
    ['clientTypes', clientTypes, clientTypeLabels],
    ['clientTypes, hints', clientTypes, clientTypeHints],
    ['clientStatuses', clientStatuses, clientStatusLabels],
    ['displayStatuses', displayStatuses, displayStatusLabels],
    ['cddStatuses', cddStatuses, cddStatusLabels],
    ['cddLevels', cddLevels, cddLevelLabels],
    ['riskLevels', riskLevels, riskLevelLabels],
    ['pepStatuses', pepStatuses, pepStatusLabels],
    ['sanctionsStatuses', sanctionsStatuses, sanctionsStatusLabels],
    ['trustTypes', trustTypes, trustTypeLabels],
  ] as const)('%s: every value has a label, in the same order', (_, values, labels) => {
    expect(Object.keys(labels)).toEqual([...values]);
    expect(new Set(Object.values(labels)).size).toBe(values.length);
    for (const label of Object.values(labels)) expect(label).toMatch(/^[A-Z].*[^.]$/);
  });

  it('has one status of a client, which its approval decides before the relationship starts alone', () => {
    const label = (status: ClientStatus, cddStatus: CddStatus) => formatClientStatus({ status, cddStatus });
    expect(label('draft', 'inProgress')).toBe('Draft');
    expect(label('onboarding', 'readyForReview')).toBe('Awaiting approval');
    expect(label('draft', 'verified')).toBe('Approved');
    for (const status of clientStatuses) {
      for (const cddStatus of cddStatuses) {
        const isProspect = status === 'draft' || status === 'onboarding';
        if (!isProspect) expect(label(status, cddStatus)).toBe(clientStatusLabels[status]);
        expect(displayStatuses).toContain(getDisplayStatus({ status, cddStatus }));
      }
    }
  });

  it('an individual and a sole trader alone are individuals', () => {
    expect(clientTypes.filter((type) => getClientKind(type) === 'individual')).toEqual([
      'individual',
      'soleTrader',
    ]);
  });
});

describe('fields by type', () => {
  it.each([
    ['company', 'AUS', ['acn', 'abn']],
    ['company', 'NZL', ['nzbn', 'nzCompanyNumber']],
    ['company', 'FRA', []],
    ['overseasCompany', 'FRA', ['arbn', 'abn', 'nzbn', 'nzCompanyNumber']],
    ['overseasCompany', 'AUS', ['acn', 'abn', 'nzbn', 'nzCompanyNumber']],
    ['overseasCompany', 'NZL', ['nzbn', 'nzCompanyNumber', 'arbn', 'abn']],
    ['trust', 'AUS', ['abn']],
    ['trust', 'NZL', ['nzbn']],
    ['smsf', 'AUS', ['abn']],
    ['smsf', 'NZL', []],
    ['joint', 'AUS', []],
    ['individual', 'NZL', []],
    ['soleTrader', 'AUS', ['abn', 'nzbn']],
    ['soleTrader', 'NZL', ['nzbn', 'abn']],
    ['soleTrader', '', ['nzbn', 'abn']],
  ] as const)('%s registered in %s has %j', (type, country, identifiers) => {
    expect(getIdentifierFields(type, country)).toEqual(identifiers);
  });

  it('shows trust type for trusts, nominee shareholders and bearer shares for companies', () => {
    const having = (field: ReturnType<typeof getFields>[number]) =>
      clientTypes.filter((type) => getFields(type, 'NZL').includes(field));
    expect(having('trustType')).toEqual(['trust']);
    expect(having('beneficiaryClassDescription')).toEqual(['trust', 'estate', 'charity']);
    expect(having('hasNomineeShareholders')).toEqual(['company', 'overseasCompany', 'other']);
    expect(having('hasBearerShares')).toEqual(['company', 'overseasCompany', 'other']);
  });

  it('requires a name, and a country for a business, but no date of birth', () => {
    for (const type of clientTypes) {
      const needed = fieldsToCreate(type);
      expect(needed).toEqual(
        getClientKind(type) === 'individual' ? ['familyName'] : ['legalName', 'registrationCountry'],
      );
      for (const field of needed) expect(getFields(type, 'AUS')).toContain(field);
      expect(getFields(type, 'AUS')).toHaveLength(new Set(getFields(type, 'AUS')).size);
      expect(getClientFieldLabel('registrationCountry', clientFields.registrationCountry, type)).toMatch(
        /^Country/,
      );
    }
  });

  it('CDD requires only form fields, with the provision', () => {
    for (const type of clientTypes) {
      for (const country of ['AUS', 'NZL', 'FRA']) {
        for (const jurisdiction of ['AUS', 'NZL'] as const) {
          for (const need of dueDiligenceNeeds(type, country, jurisdiction)) {
            expect(need.provision).toMatch(
              jurisdiction === 'NZL' ? /^NZ s\d+$/ : /^(AU s28|AU Rules 6-[1-4]|Your policies)$/,
            );
            expect(need.anyOf.length).toBeGreaterThan(0);
            for (const field of need.anyOf)
              expect([...getFields(type, country), 'addresses']).toContain(field);
          }
        }
      }
    }
  });

  it.each([
    ['individual', 'NZL', 'Full name; Date of birth; Address'],
    ['company', 'NZL', 'Legal name; Address or registered office; Company identifier or registration number'],
    ['trust', 'AUS', 'Legal name; Address or registered office; Trust type'],
    ['joint', 'AUS', 'Legal name; Address or registered office'],
  ] as const)('%s in %s needs: %s', (type, country, texts) => {
    expect(
      dueDiligenceNeeds(type, country, country)
        .map(({ text }) => text)
        .join('; '),
    ).toBe(texts);
  });

  it.each([
    ['individual', 'AU s28; Your policies; Your policies'],
    ['soleTrader', 'AU Rules 6-1; Your policies; Your policies'],
    ['joint', 'AU s28; Your policies'],
    ['company', 'AU Rules 6-2; AU Rules 6-2; AU Rules 6-2'],
    ['trust', 'AU Rules 6-3; AU Rules 6-3; AU Rules 6-3'],
    ['government', 'AU Rules 6-4; AU Rules 6-4'],
  ] as const)('of %s are required in Australia by: %s', (type, provisions) => {
    const needs = dueDiligenceNeeds(type, 'AUS', 'AUS');
    expect(needs.map(({ provision }) => provision).join('; ')).toBe(provisions);
  });
});
