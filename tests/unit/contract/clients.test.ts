import { describe, expect, it } from 'vitest';
import { clientInput } from '#contract/clients/client-input.ts';

const person = (more: object) => ({
  clientType: 'individual',
  individual: { givenNames: 'Ana', familyName: 'Sample' },
  ...more,
});

function getPhone(input: object): string | undefined {
  const parsed = clientInput.safeParse(input);
  return parsed.success ? parsed.data.phone : parsed.error.issues.map(({ path }) => path.join('.')).join();
}

describe('the phone number of a client', () => {
  const address = (countryCode: string) => ({
    addresses: [{ countryCode, addressLine1: '1 Sample Street', state: 'NSW', postcode: '2000' }],
  });

  it.each([
    ['its address', person({ phone: '027 123 4567', ...address('NZL') }), '+64271234567'],
    ['its address', person({ phone: '(02) 7123 4567', ...address('AUS') }), '+61271234567'],
    [
      'its country of residence',
      {
        clientType: 'individual',
        phone: '0271234567',
        individual: { givenNames: 'Ana', familyName: 'Sample', residenceCountry: 'NZL' },
      },
      '+64271234567',
    ],
    [
      'its country of registration',
      {
        clientType: 'company',
        phone: '0271234567',
        business: { legalName: 'Sample', registrationCountry: 'AUS' },
      },
      '+61271234567',
    ],
  ])('is read by %s', (_where, input, expected) => {
    expect(getPhone(input)).toBe(expected);
  });

  it('requires a country for an ambiguous number', () => {
    expect(getPhone(person({ phone: '027 123 4567' }))).toBe('phone');
    expect(getPhone(person({ phone: '+64 27 123 4567' }))).toBe('+64271234567');
    expect(getPhone(person({ phone: '  ' }))).toBeUndefined();
  });
});

describe('kinds of address', () => {
  const line = { countryCode: 'AUS', addressLine1: '1 Sample Street', state: 'NSW', postcode: '2000' };
  const parsed = (clientType: string, kind: string | undefined) => {
    const nodeKindByClientType =
      clientType === 'company'
        ? { business: { legalName: 'Sample Pty Ltd', registrationCountry: 'AUS' } }
        : { individual: { givenNames: 'Ana', familyName: 'Sample' } };
    return clientInput.safeParse({ clientType, ...nodeKindByClientType, addresses: [{ ...line, kind }] });
  };
  const problems = (result: ReturnType<typeof parsed>) =>
    result.success ? [] : result.error.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each([
    ['company', 'registeredOffice'],
    ['company', 'registeredOfficeAndPrincipalPlace'],
    ['company', undefined],
    ['soleTrader', 'principalPlace'],
    ['individual', undefined],
  ])('a %s can have the address type %s', (clientType, kind) => {
    const result = parsed(clientType, kind);
    expect(problems(result)).toEqual([]);
    expect(result.data?.addresses).toEqual([expect.objectContaining({ addressLine1: '1 Sample Street' })]);
    expect(result.data?.addresses[0]?.kind).toBe(kind);
  });

  it.each([
    ['soleTrader', 'registeredOffice'],
    ['individual', 'other'],
  ])('a %s cannot have the address type %s', (clientType, kind) => {
    expect(problems(parsed(clientType, kind))).toEqual([
      ['addresses.0.kind', 'This client type has no address of this kind'],
    ]);
  });

  it('reject an unknown kind as a field error', () => {
    expect(problems(parsed('company', 'palace'))).toEqual([
      ['addresses.0.kind', 'Select an address type from the list'],
    ]);
  });
});
