import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import {
  documentInput,
  startVerificationInput,
} from '#contract/individual-verifications/verification-inputs.ts';

const getPaths = (input: object) => {
  const parsed = startVerificationInput.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('the start of a verification', () => {
  it('requires the fields of each method', () => {
    expect(getPaths({})).toEqual(['method']);
    expect(getPaths({ method: 'electronicRemote' })).toEqual(['channel']);
    expect(getPaths({ method: 'electronicRemote', channel: 'email' })).toEqual(['email']);
    expect(getPaths({ method: 'electronicRemote', channel: 'sms', phone: ' ' })).toEqual(['phone']);
    expect(getPaths({ method: 'electronicRemote', channel: 'link' })).toEqual([]);
    expect(getPaths({ method: 'electronicInPerson' })).toEqual(['consent']);
    expect(getPaths({ method: 'electronicInPerson', consent: { given: false, how: 'inPerson' } })).toEqual([
      'consent.given',
    ]);
    expect(getPaths({ method: 'documentSighted' })).toEqual([]);
    expect(
      getPaths({
        method: 'exception',
        exception: {
          reason: ' ',
          stepsTaken: 'Asked the family',
          alternativeEvidence: 'A letter',
          policy: ' ',
          endsOn: '2026-02-30',
        },
      }),
    ).toEqual(['exception.reason', 'exception.policy', 'exception.endsOn']);
  });
});

describe('a document', () => {
  it('accepts only document fields, as short texts', () => {
    const of = (fields: object) => documentInput.safeParse({ type: 'nzPassport', fields }).success;
    expect(of({ number: 'LA123456', expiresOn: '1/2/2030' })).toBe(true);
    expect(of({})).toBe(true);
    expect(of({ password: 'x' })).toBe(false);
    expect(of({ number: 'x'.repeat(201) })).toBe(false);
  });
});

describe('the endpoints', () => {
  it('have an idempotency key if they change something', () => {
    const ofArea = endpoints.filter(({ id }) => id.startsWith('individualVerifications.'));
    expect(ofArea.length).toBeGreaterThan(10);
    const repeatable = ofArea.filter((endpoint) => endpoint.method === 'POST' && !('once' in endpoint));
    expect(repeatable.map(({ id }) => id)).toEqual(['individualVerifications.parseMrz']);
  });
});
