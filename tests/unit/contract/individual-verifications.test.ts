import { describe, expect, it } from 'vitest';
import { individualVerificationEndpoints } from '#contract/individual-verifications.ts';
import { documentInput, startVerificationInput } from '#contract/verification-inputs.ts';

const pathsOf = (input: object) => {
  const parsed = startVerificationInput.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('the start of a verification', () => {
  it('asks each method for what it needs', () => {
    expect(pathsOf({})).toEqual(['method']);
    expect(pathsOf({ method: 'electronicRemote' })).toEqual(['channel']);
    expect(pathsOf({ method: 'electronicRemote', channel: 'email' })).toEqual(['email']);
    expect(pathsOf({ method: 'electronicRemote', channel: 'sms', phone: ' ' })).toEqual(['phone']);
    expect(pathsOf({ method: 'electronicRemote', channel: 'link' })).toEqual([]);
    expect(pathsOf({ method: 'electronicInPerson' })).toEqual(['consent']);
    expect(pathsOf({ method: 'electronicInPerson', consent: { given: false, how: 'inPerson' } })).toEqual([
      'consent.given',
    ]);
    expect(pathsOf({ method: 'documentSighted' })).toEqual([]);
    expect(
      pathsOf({
        method: 'exception',
        exception: { reason: ' ', alternativeEvidence: 'A letter', endsOn: '2026-02-30' },
      }),
    ).toEqual(['exception.reason', 'exception.endsOn']);
  });
});

describe('a document', () => {
  it('takes only the fields that documents have, as short texts', () => {
    const of = (fields: object) => documentInput.safeParse({ type: 'nzPassport', fields }).success;
    expect(of({ number: 'LA123456', expiresOn: '1/2/2030' })).toBe(true);
    expect(of({})).toBe(true);
    expect(of({ password: 'x' })).toBe(false);
    expect(of({ number: 'x'.repeat(201) })).toBe(false);
  });
});

describe('the endpoints', () => {
  it('have ids and paths of their own, and none that changes something acts twice', () => {
    const ids = individualVerificationEndpoints.map(({ id }) => id);
    const paths = individualVerificationEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(paths).size).toBe(paths.length);
    const repeatable = individualVerificationEndpoints.filter(
      (one) => one.method === 'POST' && !('once' in one),
    );
    expect(repeatable.map(({ id }) => id)).toEqual(['individualVerifications.readLines']);
  });
});
