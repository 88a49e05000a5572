import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv, withSandboxDefault } from '#api/env.ts';
import { clientAddress, signClientAddress } from '#api/http/client-address.ts';
import { withSandboxSecrets } from '#api/sandbox-secrets.ts';

const secret = 's'.repeat(32);
const whole = {
  DATABASE_URL: 'postgres://assay@db.example.test/assay',
  DESCOPE_PROJECT_ID: 'P2example',
  DESCOPE_MANAGEMENT_KEY: 'key',
  FILE_STORAGE: 'local',
  VERIFICATION_PROVIDER_URL: 'https://checks.example.test',
  VERIFICATION_PROVIDER_TOKEN: 'token',
  VERIFICATION_CALLBACK_SECRET: secret,
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'price_example_pay_as_you_go',
  STRIPE_PRICE_MONTHLY: 'price_example_monthly',
  STRIPE_TAX_RATE_NZL: 'txr_example_nzl',
  STRIPE_TAX_RATE_AUS: 'txr_example_aus',
  SMTP_URL: 'smtp://mail.example.test',
  MAIL_FROM: 'Assay <no-reply@example.test>',
  AUDIT_KEY: secret,
  ID_HMAC_KEY: secret,
  WEB_SECRET: secret,
  APP_URL: 'https://assay.example.test',
};

describe('the environment', () => {
  it('is read with its defaults', () => {
    expect(readEnv({ ...whole, NODE_ENV: 'production' })).toMatchObject({
      production: true,
      sandbox: false,
      checkAnswers: false,
      host: '127.0.0.1',
      apiPort: undefined,
      trustedProxies: 0,
      auditKeys: [secret],
      logLevel: 'info',
    });
    expect(readEnv({ ...whole, TRUST_PROXY: 'true', API_PORT: '3100', NODE_ENV: 'test' })).toMatchObject({
      trustedProxies: 1,
      apiPort: 3100,
      checkAnswers: true,
    });
  });

  it('keeps keys of the past beside the one that signs', () => {
    const older = 'o'.repeat(40);
    expect(readEnv({ ...whole, AUDIT_KEY: `${secret}, ${older}` }).auditKeys).toEqual([secret, older]);
    expect(() => readEnv({ ...whole, AUDIT_KEY: `${secret},short` })).toThrow(
      'AUDIT_KEY must have 32 characters',
    );
  });

  it('names all that is missing at once, an empty value included, and what each is for', () => {
    const message = (() => {
      try {
        readEnv({ ...whole, WEB_SECRET: '', APP_URL: undefined, DESCOPE_PROJECT_ID: undefined });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    })();
    for (const name of ['WEB_SECRET', 'APP_URL', 'DESCOPE_PROJECT_ID'])
      expect(message).toContain(`${name} is missing: `);
    expect(message).not.toContain('AUDIT_KEY');
    expect(message).not.toContain(secret);
  });

  it('says what is wrong with a value', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://db/assay'],
      ['APP_URL', 'assay.example.test'],
      ['API_PORT', '99999'],
      ['SANDBOX', 'yes'],
      ['LOG_LEVEL', 'loud'],
      ['WEB_SECRET', 'short'],
    ] as const) {
      expect(() => readEnv({ ...whole, [name]: value })).toThrow(name);
    }
  });

  it('wants a server database, and no sandbox, in production', () => {
    const production = { ...whole, NODE_ENV: 'production' };
    expect(() => readEnv({ ...production, DATABASE_URL: undefined })).toThrow('DATABASE_URL is missing');
    expect(() => readEnv({ ...production, SANDBOX: '1' })).toThrow('SANDBOX must not be 1');
  });

  it('is the sandbox for whoever sets nothing, and for nobody else', () => {
    expect(withSandboxDefault({ DATA_DIR: './d' }).SANDBOX).toBe('1');
    expect(withSandboxDefault({ DATABASE_URL: whole.DATABASE_URL }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ DESCOPE_PROJECT_ID: 'P2x' }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ NODE_ENV: 'production' }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ SANDBOX: '0' }).SANDBOX).toBe('0');
  });

  it('has its secrets made once in the sandbox, and never elsewhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
    try {
      const first = withSandboxSecrets({ SANDBOX: '1', DATA_DIR: folder });
      expect(first.AUDIT_KEY).toMatch(/^[\w-]{43}$/);
      expect(first.AUDIT_KEY).not.toBe(first.WEB_SECRET);
      expect(withSandboxSecrets({ SANDBOX: '1', DATA_DIR: folder })).toEqual(first);
      expect(withSandboxSecrets({ SANDBOX: '1', DATA_DIR: folder, WEB_SECRET: secret }).WEB_SECRET).toBe(
        secret,
      );
      expect(withSandboxSecrets({ DATA_DIR: folder }).AUDIT_KEY).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the address that a request counts against', () => {
  const now = new Date('2026-03-02T09:00:00Z');
  const seconds = now.getTime() / 1000;
  const signed = (ip: string, at = seconds, key = secret) =>
    `${ip};t=${at};s=${signClientAddress(ip, at, key)}`;
  const of = (header: string | undefined, trustedProxies = 0, forwardedFor?: string) =>
    clientAddress(
      { signed: header, forwardedFor, socket: '::ffff:192.0.2.1', now },
      { webSecret: secret, trustedProxies },
    );

  it('is the signed one while the signature is good and fresh', () => {
    expect(of(signed('203.0.113.7'))).toBe('203.0.113.7');
    expect(of(signed('2001:db8::1', seconds - 60))).toBe('2001:db8::1');
  });

  it.each([
    ['nothing', undefined],
    ['an old signature', signed('203.0.113.7', seconds - 61)],
    ['one from the future', signed('203.0.113.7', seconds + 61)],
    ['another key', signed('203.0.113.7', seconds, 'x'.repeat(32))],
    ['another address', signed('203.0.113.7').replace('.7;', '.8;')],
    ['another time', signed('203.0.113.7').replace(`t=${seconds}`, `t=${seconds - 1}`)],
    ['no address', signed('1:2')],
    ['no signature', '203.0.113.7'],
  ])('is the connection’s own with %s', (_, header) => {
    expect(of(header)).toBe('192.0.2.1');
  });

  it('is what the trusted proxies wrote, and nothing that the caller did', () => {
    expect(of(undefined, 0, '203.0.113.9')).toBe('192.0.2.1');
    expect(of(undefined, 1, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(of(undefined, 2, '198.51.100.1, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
    expect(of(undefined, 2, '203.0.113.9')).toBe('192.0.2.1');
    expect(of(undefined, 1, 'unknown')).toBe('192.0.2.1');
  });
});
