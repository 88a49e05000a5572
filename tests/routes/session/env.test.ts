import { describe, expect, it } from 'vitest';
import { serverVariables } from '#api/env/server-env.ts';
import { readAppEnv } from '#app/env.server.ts';

const complete = {
  APP_URL: 'https://assay.example.test/',
  SESSION_SECRET: 'the-first-session-secret-of-these-tests, the-older-session-secret-of-these-tests',
  WEB_SECRET: 'web-secret-of-these-tests-of-variables',
  MAIN_API_URL: 'http://10.0.0.5:4000/',
  DESCOPE_PROJECT_ID: 'P2x',
  ADDY_API_KEY: 'key',
  ADDY_NZL_URL: 'https://nz.example.test',
  ADDY_AUS_URL: 'https://au.example.test',
};

describe('the web server’s environment', () => {
  it('has defaults', () => {
    expect(readAppEnv(complete)).toMatchObject({
      nodeEnv: 'production',
      appUrl: 'https://assay.example.test',
      isHttps: true,
      sessionSecrets: ['the-first-session-secret-of-these-tests', 'the-older-session-secret-of-these-tests'],
      mainApiUrl: 'http://10.0.0.5:4000',
      trustedProxies: 0,
      isSandbox: false,
    });
  });

  it.each([
    ['true', 1],
    ['false', 0],
    ['2', 2],
  ])('reads TRUST_PROXY=%s as %i trusted proxies, as the API does', (value, count) => {
    expect(readAppEnv({ ...complete, TRUST_PROXY: value }).trustedProxies).toBe(count);
    expect(serverVariables.shape.TRUST_PROXY.parse(value)).toBe(count);
  });

  it('refuses a TRUST_PROXY that is no number of proxies', () => {
    expect(() => readAppEnv({ ...complete, TRUST_PROXY: 'nginx' })).toThrow('TRUST_PROXY must be a number');
  });

  it.each(Object.keys(complete))('names %s when it is missing or blank', (name) => {
    expect(() => readAppEnv({ ...complete, [name]: undefined })).toThrow(name);
    expect(() => readAppEnv({ ...complete, [name]: '' })).toThrow(name);
  });

  it('reports every error at once, without values', () => {
    const read = () =>
      readAppEnv({ ...complete, SESSION_SECRET: 'tooshort', APP_URL: 'not-a-url', ADDY_API_KEY: '' });
    expect(read).toThrow(/APP_URL[\s\S]*SESSION_SECRET[\s\S]*ADDY_API_KEY|ADDY_API_KEY/);
    expect(read).not.toThrow(/tooshort|not-a-url/);
  });

  it.each([
    [
      'an address without encryption',
      { APP_URL: 'http://assay.example.test' },
      /APP_URL must be https in production/,
    ],
    [
      'a short session secret',
      { SESSION_SECRET: 'the-first-session-secret' },
      /SESSION_SECRET must have at least 32/,
    ],
    [
      'a short older secret',
      { SESSION_SECRET: `${complete.SESSION_SECRET},shorter-than-32-characters` },
      /SESSION_SECRET/,
    ],
    ['a short web secret', { WEB_SECRET: 'shorter-than-32-characters' }, /WEB_SECRET must have at least 32/],
    ['equal secrets', { SESSION_SECRET: complete.WEB_SECRET }, /WEB_SECRET must differ from SESSION_SECRET/],
  ])('rejects %s in production alone', (_title, change, message) => {
    const given = { ...complete, ...change };
    expect(() => readAppEnv({ ...given, NODE_ENV: 'production' })).toThrow(message);
    // The sandbox is no way around it, and not setting NODE_ENV is none either.
    expect(() => readAppEnv({ ...given, NODE_ENV: 'production', SANDBOX: '1' })).toThrow(message);
    expect(() => readAppEnv(given)).toThrow(message);
    expect(() => readAppEnv({ ...given, SANDBOX: '1' })).not.toThrow();
    expect(() => readAppEnv({ ...given, NODE_ENV: 'test' })).not.toThrow();
  });

  it('refuses the sandbox in production, by the word of the operator', () => {
    const fault = 'SANDBOX must not be 1 in production';
    const sandbox = { ...complete, SANDBOX: '1' };
    expect(() => readAppEnv({ ...sandbox, NODE_ENV: 'production' })).toThrow(fault);
    expect(readAppEnv({ ...sandbox, NODE_ENV: 'production' }, '').isSandbox).toBe(true);
    expect(() => readAppEnv({ ...sandbox, NODE_ENV: 'test' }, 'production')).toThrow(fault);
  });

  it('takes plain http on this machine alone', () => {
    expect(readAppEnv({ ...complete, APP_URL: 'http://localhost:3000' }).isHttps).toBe(false);
    expect(() => readAppEnv({ ...complete, APP_URL: 'http://localhost.example.test' })).toThrow('APP_URL');
  });
});
