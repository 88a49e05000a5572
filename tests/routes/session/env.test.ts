import { describe, expect, it } from 'vitest';
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
      trustProxy: false,
      isSandbox: false,
    });
  });

  it.each(Object.keys(complete))('reports %s when missing or blank', (name) => {
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
    expect(() => readAppEnv({ ...given, NODE_ENV: 'test' })).not.toThrow();
  });

  it('accepts plain http on this machine alone', () => {
    expect(readAppEnv({ ...complete, APP_URL: 'http://localhost:3000' }).isHttps).toBe(false);
    expect(() => readAppEnv({ ...complete, APP_URL: 'http://localhost.example.test' })).toThrow('APP_URL');
  });
});
