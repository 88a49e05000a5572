import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { australianStates } from '#rules/countries.ts';
import { checkAuDriverLicence, checkAuLicenceCard } from '#rules/identifiers/australian-licences.ts';
import {
  checkDocument,
  documentValidity,
  formatDocumentFingerprint,
  maskNumber,
} from '#rules/identity-verification/documents/documents.ts';
import { checkDocumentField, documentFieldLabel } from '#rules/identity-verification/documents/fields.ts';
import {
  documentTypeNames,
  identityDocumentTypes,
} from '#rules/identity-verification/documents/identity-document-types.ts';

const today = '2026-11-21';
const problems = (...given: Parameters<typeof checkDocument>) => {
  const checked = checkDocument(...given);
  return checked.ok ? [] : checked.problems.map(({ field }) => field);
};

function accepted(...given: Parameters<typeof checkDocument>) {
  const checked = checkDocument(...given);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

describe('documents as typed', () => {
  it('are normalised, with the fields that their issuer still requires', () => {
    expect(accepted('nzDriverLicence', { number: 'ab 123-456', expiresOn: '3/4/2030' }, today)).toEqual({
      type: 'nzDriverLicence',
      issuer: 'NZL',
      values: { number: 'AB123456', expiresOn: '2030-04-03' },
      expiresOn: '2030-04-03',
      assurance: 'formatOnly',
      warnings: [],
      missingForIssuer: ['version'],
    });
    expect(
      accepted(
        'medicare',
        {
          number: '2123 45670 1',
          person: '2',
          cardColour: 'Green',
          expiresMonth: '2/2028',
          nameOnCard: 'J  SMITH',
        },
        today,
      ),
    ).toMatchObject({
      assurance: 'checkDigit',
      expiresOn: '2028-02-29',
      missingForIssuer: [],
      values: { nameOnCard: 'J SMITH', cardColour: 'green' },
    });
  });

  it('are rejected field by field', () => {
    expect(problems('nzPassport', {}, today)).toEqual(['number', 'expiresOn']);
    expect(problems('medicare', { number: '2123 45671 1' }, today)).toEqual(['number']);
    expect(problems('medicare', { number: '2123 45670 1 2' }, today)).toEqual(['number']);
    expect(
      problems('medicare', { number: '2123456701', cardColour: 'blue', expiresMonth: '2028-03' }, today),
    ).toEqual(['expiresOn']);
    expect(
      problems('foreignPassport', { issuer: 'NZL', number: 'LA123456', expiresOn: '2030-01-01' }, today),
    ).toEqual(['issuer']);
    expect(problems('auDriverLicence', { state: 'WA', number: '12345' }, today)).toEqual(['number']);
    expect(problems('bankDocument', { issuer: 'NZL', issuedOn: '2026-11-22' }, today)).toEqual(['issuedOn']);
    expect(
      problems('other', { issuer: 'NZL', issuedOn: '2026-01-01', expiresOn: '2025-01-01' }, today),
    ).toEqual(['expiresOn']);
  });

  it('warn of an unusual format, and continue', () => {
    expect(accepted('auPassport', { number: 'X1', expiresOn: '2030-01-01' }, today).warnings).toHaveLength(1);
  });

  it('never throw on any input', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...documentTypeNames),
        fc.string({ maxLength: 130, unit: 'grapheme' }),
        (type, text) => {
          for (const { name } of identityDocumentTypes[type].fields) {
            expect(typeof checkDocumentField(type, name, text, { state: text, issuer: text }).ok).toBe(
              'boolean',
            );
            expect(documentFieldLabel(type, name)).not.toBe('');
          }
        },
      ),
    );
  });
});

describe('Australian licences', () => {
  it.each([
    ['ACT', '1234567890', 'A123456789'],
    ['NSW', '12AB34', '1234567890'],
    ['NT', '1234567', '123456'],
    ['QLD', '123456789', 'A123456789'],
    ['SA', 'A12345', 'AB1234567'],
    ['TAS', 'AB12345', 'AB1234567'],
    ['VIC', '123456789', 'P1234567'],
    ['WA', '1234567', 'AB12345678'],
  ] as const)('%s licences have these fields', (state, number, card) => {
    expect(checkAuDriverLicence(number, state)).toMatchObject({ ok: true, assurance: 'formatOnly' });
    expect(checkAuLicenceCard(card, state).ok).toBe(true);
    expect(checkAuDriverLicence(`${number}12345`, state).ok).toBe(false);
    expect(checkAuLicenceCard(`${card}123`, state).ok).toBe(false);
  });

  it('are never all zeros', () => {
    for (const state of australianStates) expect(checkAuDriverLicence('0000000', state).ok).toBe(false);
  });
});

describe('stored parts of a number', () => {
  it('are never more than a third of it', () => {
    expect(maskNumber('LA123456')).toBe('••••••56');
    expect(maskNumber('12')).toBe('••');
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (number) => {
        const shown = [...maskNumber(number)].filter(
          (character, i) => character !== '•' || [...number][i] === '•',
        );
        expect([...maskNumber(number)]).toHaveLength([...number].length);
        expect(shown.length * 3).toBeLessThanOrEqual(
          Math.max(3, [...number].length) + [...number].filter((c) => c === '•').length * 3,
        );
      }),
    );
  });

  it('identify the same document and distinguish people on one Medicare card', () => {
    const text = (...given: Parameters<typeof checkDocument>) =>
      formatDocumentFingerprint(accepted(...given));
    expect(text('nzPassport', { number: 'la 123456', expiresOn: '2030-01-01' }, today)).toBe(
      'passport:NZL:LA123456',
    );
    const medicare = { number: '2123456701' };
    expect(text('medicare', { ...medicare, person: '1' }, today)).not.toBe(
      text('medicare', { ...medicare, person: '2' }, today),
    );
    expect(text('birthCertificate', { issuer: 'NZL' }, today)).toBeNull();
  });
});

describe('expiry', () => {
  it('includes the last day and allows an Australian passport two more years in Australia only', () => {
    const standing = (type: 'auPassport' | 'nzPassport', expiresOn: string | null, country: 'NZL' | 'AUS') =>
      documentValidity({ type, expiresOn }, today, country);
    expect(standing('nzPassport', today, 'NZL')).toBe('current');
    expect(standing('nzPassport', '2026-11-20', 'NZL')).toBe('expired');
    expect(standing('auPassport', '2025-11-20', 'AUS')).toBe('withinGrace');
    expect(standing('auPassport', '2025-11-20', 'NZL')).toBe('expired');
    expect(standing('nzPassport', null, 'NZL')).toBe('undated');
  });
});
