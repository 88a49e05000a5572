import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authenticatorUrl,
  matchCode,
  newAuthenticatorKey,
} from '#api/records/sign-in/authenticator-codes.ts';
import { totpCode } from '#sandbox/identity/totp-routes.ts';

const periodMs = 30_000;

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, appendix B', () => {
    // “12345678901234567890”; the last six of the appendix's eight digits.
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const;
    expect(vectors.map(([seconds, code]) => matchCode(key, code, new Date(seconds * 1000)))).toEqual(
      vectors.map(([seconds]) => ({ is: 'current', step: Math.floor(seconds / 30) })),
    );
  });

  it('are accepted one period before and after, and show a clock that is two to ten minutes wrong', () => {
    const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const instant = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 });
    // Codes of two periods are equal by chance, once in 24,000: a fixed seed has none.
    const options = { seed: 1, numRuns: 500 };
    fc.assert(
      fc.property(instant, fc.integer({ min: -30, max: 30 }), (ms, periods) => {
        const code = totpCode(key, new Date(ms + periods * periodMs));
        const match = matchCode(key, code, new Date(ms));
        const distance = Math.abs(periods);
        const step = Math.floor(ms / periodMs) + periods;
        if (distance <= 1) expect(match).toEqual({ is: 'current', step });
        else if (distance >= 4 && distance <= 20)
          expect(match).toEqual({ is: 'offClock', minutesAhead: Math.round(periods / 2) });
        else expect(match).toEqual({ is: 'wrong' });
      }),
      options,
    );
  });

  it('have keys of 160 random bits, which the URL of the QR code contains', () => {
    const keys = Array.from({ length: 100 }, newAuthenticatorKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const [key = ''] = keys;
    const url = new URL(authenticatorUrl(key, 'owner+aml@demo.test'));
    expect(decodeURIComponent(url.pathname)).toContain('Assay:owner+aml@demo.test');
    expect(url.searchParams.get('secret')).toBe(key);
  });
});
