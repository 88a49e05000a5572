import { describe, expect, it } from 'vitest';
import {
  canBeSpelling,
  type Identity,
  identityChanges,
  identityEffects,
} from '#rules/clients/identity-changes.ts';

const person = (familyName: string, givenNames: string | null = 'Aroha', more: Partial<Identity> = {}) => ({
  name: { kind: 'individual' as const, givenNames, familyName },
  dateOfBirth: '1985-03-12',
  identifiers: {},
  ...more,
});

describe('an identity changes', () => {
  it.each([
    ['case', person('NGATA')],
    ['accents', person('Ngāta')],
    ['spacing', person('Nga ta')],
    ['a number where none was', person('Ngata', 'Aroha', { identifiers: { nzbn: '9429041561140' } })],
  ])('is unchanged by %s', (_what, after) => {
    expect(identityChanges(person('Ngata'), after)).toEqual([]);
  });

  it.each([
    ['name', person('Ngatai')],
    ['name', person('Aroha', 'Ngata')],
    ['name', { ...person(''), name: { kind: 'business' as const, legalName: 'Aroha Ngata' } }],
    ['birthDate', person('Ngata', 'Aroha', { dateOfBirth: null })],
    ['birthDate', person('Ngata', 'Aroha', { dateOfBirth: '1985-03-13' })],
  ])('changes with another %s', (change, after) => {
    expect(identityChanges(person('Ngata'), after)).toEqual([change]);
  });

  it('in scripts that are not folded, and in names of signs alone', () => {
    expect(identityChanges(person('王', '伟'), person('王', '芳'))).toEqual(['name']);
    expect(identityChanges(person('!!!', null), person('???', null))).toEqual(['name']);
  });

  it('by a number that is replaced or cleared', () => {
    const before = person('Ngata', 'Aroha', { identifiers: { abn: '51824753556' } });
    expect(identityChanges(before, person('Ngata'))).toEqual(['identifier']);
    expect(
      identityChanges(before, person('Ngata', 'Aroha', { identifiers: { abn: '53004085616' } })),
    ).toEqual(['identifier']);
  });
});

it.each([
  ['Smyth', true],
  ['Jones', false],
])('Smith can be a misspelt %s: %s', (familyName, expected) => {
  const [before, after] = [person('Smith'), person(familyName)];
  expect(canBeSpelling(identityChanges(before, after), before, after)).toBe(expected);
});

it.each(['potential', 'confirmed'] as const)('a %s match and an exposure stay under a new name', (status) => {
  const established = {
    status: 'active',
    cddStatus: 'verified',
    pepStatus: 'foreign',
    sanctionsStatus: status,
    isVerified: true,
  } as const;
  expect(identityEffects(['name'], established, { isSpelling: false })).toEqual({
    identity: true,
    screening: true,
    exposure: false,
    review: true,
    cddStatus: 'refreshDue',
    sanctionsStatus: status,
    pepStatus: 'foreign',
  });
});
