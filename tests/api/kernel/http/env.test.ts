import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envProblems, readEnv } from '#api/env/read-env.ts';
import { withSandboxDefault } from '#api/env/sandbox-default.ts';
import { requestOrigin } from '#api/kernel/http/client-address.ts';
import { withSandboxSecrets } from '#api/sandbox-secrets.ts';
import { signedClientAddress } from '#contract/clients/client-address.ts';
import { newSigningKey } from '#tests/support/signing-keys.ts';

const secret = 's'.repeat(32);
const whole = {
  DATABASE_URL: 'postgres://assay@db.example.test/assay',
  DESCOPE_PROJECT_ID: 'P2example',
  DESCOPE_MANAGEMENT_KEY: 'key',
  FILE_STORAGE: 'local',
  VERIFICATION_PROVIDER_URL: 'https://checks.example.test',
  VERIFICATION_PROVIDER_TOKEN: 'token',
  VERIFICATION_CALLBACK_SECRET: `callback-${secret}`,
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'price_example_pay_as_you_go',
  STRIPE_PRICE_MONTHLY: 'price_example_monthly',
  STRIPE_TAX_RATE_NZL: 'txr_example_nzl',
  STRIPE_TAX_RATE_AUS: 'txr_example_aus',
  SMTP_URL: 'smtp://mail.example.test',
  MAIL_FROM: 'Assay <no-reply@example.test>',
  AUDIT_KEY: secret,
  AUDIT_SIGNING_KEY: newSigningKey(),
  ID_HMAC_KEY: `id-${secret}`,
  FILE_KEYS: `file-${secret}`,
  FIELD_KEYS: `field-${secret}`,
  WEB_SECRET: `web-${secret}`,
  APP_URL: 'https://assay.example.test',
};

describe('environment variables', () => {
  it('have defaults', () => {
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

  it('take the audit signing key as PEM or base64, with former keys after it, and require it in production', () => {
    const [current, former] = [newSigningKey(), newSigningKey()].map((pem) => createPrivateKey(pem));
    const der = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const spki = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    if (current === undefined || former === undefined) throw new Error('No keys.');
    const own = readEnv({ ...whole, AUDIT_SIGNING_KEY: der(current) }).signingKeys?.current.id;
    const pem = current.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of [
      `${pem}${spki(former)}`,
      `${pem}${spki(former)}`.replaceAll('\n', '\\n'),
      `${der(current)},${der(former)}`,
    ]) {
      const keys = readEnv({ ...whole, AUDIT_SIGNING_KEY: text }).signingKeys;
      expect([keys?.current.id, keys?.publicKeys.size]).toEqual([own, 2]);
    }
    for (const wrong of [
      'short',
      spki(current),
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    ])
      expect(() =>
        readEnv({
          ...whole,
          AUDIT_SIGNING_KEY:
            typeof wrong === 'string' ? wrong : wrong.export({ type: 'pkcs8', format: 'pem' }).toString(),
        }),
      ).toThrow('AUDIT_SIGNING_KEY must be Ed25519 keys, the first one private');
    expect(() => readEnv({ ...whole, AUDIT_SIGNING_KEY: '', NODE_ENV: 'production' })).toThrow(
      'AUDIT_SIGNING_KEY is missing',
    );
    expect(readEnv({ ...whole, AUDIT_SIGNING_KEY: '', NODE_ENV: 'test' }).signingKeys).toBeUndefined();
    expect(() => readEnv({ ...whole, AUDIT_HEADS_URL: 'https://heads.example.test' })).toThrow(
      'AUDIT_HEADS_SECRET is missing',
    );
    const bucket = { ...whole, AUDIT_HEADS_BUCKET: 'heads' };
    expect(() => readEnv(bucket)).toThrow('AUDIT_HEADS_BUCKET needs FILE_STORAGE=s3');
    const s3 = { FILE_STORAGE: 's3', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
    expect(() => readEnv({ ...bucket, ...s3, S3_BUCKET: 'heads' })).toThrow('must not be S3_BUCKET');
    expect(readEnv({ ...bucket, ...s3, S3_BUCKET: 'files' }).auditHeadsBucket).toBe('heads');
  });

  it('retain previous keys next to the signing one', () => {
    const older = 'o'.repeat(40);
    expect(readEnv({ ...whole, AUDIT_KEY: `${secret}, ${older}` }).auditKeys).toEqual([secret, older]);
    expect(() => readEnv({ ...whole, AUDIT_KEY: `${secret},short` })).toThrow(
      'AUDIT_KEY must have 32 characters',
    );
  });

  it('reports all missing variables at once, empty ones included, with their purpose', () => {
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

  it('reports variables missing in every part in one message', () => {
    const bare = { ...whole, NODE_ENV: 'production', FILE_STORAGE: 's3', WEB_SECRET: 'short' };
    const lacking = ['MAIL_FROM', 'DATABASE_URL', 'STRIPE_PRICE_MONTHLY', 'STRIPE_TAX_RATE_AUS'];
    const source = { ...bare, ...Object.fromEntries(lacking.map((name) => [name, undefined])) };
    const names = [...lacking, 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    const missing = envProblems(source).filter(({ text }) => text.startsWith('is missing: '));
    expect(missing.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(envProblems(source)).toContainEqual(
      expect.objectContaining({ name: 'WEB_SECRET', text: expect.stringContaining('32 characters') }),
    );
    for (const name of names) expect(() => readEnv(source)).toThrow(`  ${name} is missing: `);
    expect(envProblems({ ...whole, NODE_ENV: 'production' })).toEqual([]);
  });

  it('reports invalid values', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://db/assay'],
      ['APP_URL', 'assay.example.test'],
      ['API_PORT', '99999'],
      ['SANDBOX', 'yes'],
      ['LOG_LEVEL', 'loud'],
      ['WEB_SECRET', 'short'],
      ['CLAMAV_URL', 'clamav'],
      ['CLAMAV_URL', 'clamav:99999'],
      ['DNS_SERVER', 'ns.example.com'],
      ['S3_KMS_KEY_ID', 'alias/assay'],
    ] as const) {
      expect(() => readEnv({ ...whole, [name]: value })).toThrow(name);
    }
  });

  it('require a server database and no sandbox in production', () => {
    const production = { ...whole, NODE_ENV: 'production' };
    expect(() => readEnv({ ...production, DATABASE_URL: undefined })).toThrow('DATABASE_URL is missing');
    expect(() => readEnv({ ...production, SANDBOX: '1' })).toThrow('SANDBOX must not be 1');
    for (const lacking of ['DATABASE_URL', 'FILE_STORAGE', 'STRIPE_SECRET_KEY']) {
      expect(() => readEnv({ ...whole, [lacking]: undefined })).toThrow(`${lacking} is missing`);
    }
  });

  it('reject unencrypted URLs and equal secrets in production alone', () => {
    for (const [change, message] of [
      [{ APP_URL: 'http://assay.example.test' }, 'APP_URL must be https in production'],
      [{ WEB_SECRET: whole.AUDIT_KEY }, 'WEB_SECRET must differ from AUDIT_KEY'],
      [{ AUDIT_KEY: `${whole.AUDIT_KEY},${whole.ID_HMAC_KEY}` }, 'ID_HMAC_KEY must differ from AUDIT_KEY'],
      [{ SESSION_SECRET: whole.WEB_SECRET }, 'SESSION_SECRET must differ from WEB_SECRET'],
      [{ FIELD_KEYS: `${whole.FIELD_KEYS},${whole.FILE_KEYS}` }, 'FIELD_KEYS must differ from FILE_KEYS'],
    ] as const) {
      expect(() => readEnv({ ...whole, ...change, NODE_ENV: 'production' })).toThrow(message);
      // Not set is production, as in the web.
      expect(() => readEnv({ ...whole, ...change })).toThrow(message);
      expect(() => readEnv({ ...whole, ...change, SANDBOX: '1' })).not.toThrow();
      expect(() => readEnv({ ...whole, ...change, NODE_ENV: 'test' })).not.toThrow();
    }
    expect(() =>
      readEnv({ ...whole, APP_URL: 'http://localhost:3000', NODE_ENV: 'production' }),
    ).not.toThrow();
  });

  it('default to the sandbox only where none is set', () => {
    expect(withSandboxDefault({ DATA_DIR: './d' }).SANDBOX).toBe('1');
    expect(withSandboxDefault({ DATABASE_URL: whole.DATABASE_URL }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ DESCOPE_PROJECT_ID: 'P2x' }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ NODE_ENV: 'production' }).SANDBOX).toBeUndefined();
    expect(withSandboxDefault({ SANDBOX: '0' }).SANDBOX).toBe('0');
  });

  it('creates its secrets once in the sandbox, and never elsewhere', () => {
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

describe('the address used for rate limits', () => {
  const now = new Date('2026-03-02T09:00:00Z');
  const seconds = now.getTime() / 1000;
  const signed = (ip: string, at = seconds, key = secret) => signedClientAddress(ip, at, key, 'passedOn');
  const originOf = (header: string | undefined, trustedProxies = 0, forwardedFor?: string) =>
    requestOrigin(
      { signed: header, forwardedFor, socket: '::ffff:192.0.2.1', now },
      { webSecrets: ['a-newer-secret', secret], trustedProxies },
    );
  const of = (...request: Parameters<typeof originOf>) => originOf(...request).clientIp;

  it('is the signed one while the signature is valid and recent', () => {
    expect(of(signed('203.0.113.7'))).toBe('203.0.113.7');
    expect(of(signed('2001:db8::1', seconds - 60))).toBe('2001:db8::1');
  });

  it('says whose call it is by its signature', () => {
    const isOwn = (header: string | undefined) => originOf(header).isFromWeb;
    expect(isOwn(signedClientAddress('203.0.113.7', seconds, secret, 'web'))).toBe(true);
    expect(of(signedClientAddress('203.0.113.7', seconds, secret, 'web'))).toBe('203.0.113.7');
    expect(isOwn(signed('203.0.113.7'))).toBe(false);
    expect(isOwn(signedClientAddress('203.0.113.7', seconds - 61, secret, 'web'))).toBe(false);
    expect(isOwn(undefined)).toBe(false);
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
  ])('ignores X-Forwarded-For with %s', (_, header) => {
    expect(of(header)).toBe('192.0.2.1');
  });

  it('is the one set by trusted proxies, regardless of the caller’s header', () => {
    expect(of(undefined, 0, '203.0.113.9')).toBe('192.0.2.1');
    expect(of(undefined, 1, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(of(undefined, 2, '198.51.100.1, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
    expect(of(undefined, 2, '203.0.113.9')).toBe('192.0.2.1');
    expect(of(undefined, 1, 'unknown')).toBe('192.0.2.1');
  });
});
