import { describe, expect, it } from 'vitest';
import {
  comparableBusinessName,
  findMismatches,
  isSameAddress,
} from '#rules/registers/register-mismatches.ts';

const registered = { status: 'registered', statusText: 'Registered' };

describe('a record compared with its register', () => {
  it.each([
    ['Kōwhai Bay Trading Ltd', 'KOWHAI BAY TRADING LIMITED'],
    ['Wattle Lane Cafes Pty Ltd', 'WATTLE LANE CAFES PTY. LTD.'],
    ['Tui and Kererū Orchards Limited', 'TUI & KERERŪ ORCHARDS LIMITED'],
    ['The Bread Company Ltd.', 'BREAD CO LIMITED'],
  ])('%s is %s', (a, b) => {
    expect(comparableBusinessName(a)).toBe(comparableBusinessName(b));
    expect(findMismatches({ legalName: a }, { legalName: b, ...registered })).toEqual([]);
  });

  it.each([
    ['Kōwhai Bay Trading Limited', 'KŌWHAI BAY TRADERS LIMITED'],
    ['Rimu Capital Limited', 'RIMU CAPITAL LP'],
  ])('%s is not %s', (a, b) => {
    expect(findMismatches({ legalName: a }, { legalName: b, ...registered })).toMatchObject([
      { field: 'legalName', mustResolve: true },
    ]);
  });

  it.each([
    [
      'Level 4, 12 Queen St, Auckland 1010, New Zealand',
      'Level 4, 12 Queen Street, Auckland Central, Auckland, 1010, NZ',
      true,
    ],
    ['3/18 Eagle St Brisbane City QLD 4000', 'Unit 3, 18 Eagle Street, BRISBANE CITY QLD 4000', true],
    ['12 Queen Street Auckland 1010', '112 Queen Street Auckland 1010', false],
    ['12 Queen Street Auckland 1010', '12 King Street Auckland 1010', false],
    ['Auckland', '12 Queen Street Auckland 1010', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameAddress(a, b)).toBe(same);
    expect(isSameAddress(b, a)).toBe(same);
  });

  it('returns the discrepancies and their resolutions', () => {
    const found = findMismatches(
      {
        nzbn: '9429046393920',
        incorporatedOn: '2011-03-15',
        addresses: ['1 Low Street, Bluff 9814'],
        directors: ['Hana Ruataniwha', 'Oscar Lindqvist'],
      },
      {
        nzbn: '9429041561140',
        incorporatedOn: '2011-03-14',
        addresses: ['2 High Street, Bluff 9814'],
        directors: ['RUATANIWHA, Hana Marie', 'Thomas Elderslie'],
        status: 'inLiquidation',
        statusText: 'In Liquidation',
      },
    );
    expect(
      found.map(({ field, recorded, registry, mustResolve }) => [field, recorded, registry, mustResolve]),
    ).toEqual([
      ['nzbn', '9429046393920', '9429041561140', true],
      ['incorporatedOn', '2011-03-15', '2011-03-14', true],
      ['registryStatus', null, 'In Liquidation', true],
      ['registeredAddress', '1 Low Street, Bluff 9814', '2 High Street, Bluff 9814', false],
      ['directors', 'Oscar Lindqvist', 'Thomas Elderslie', false],
    ]);
    expect(findMismatches({}, { legalName: 'X', nzbn: '1', ...registered })).toEqual([]);
  });
});
