import { describe, expect, it } from 'vitest';
import { readAppEnv } from '#app/env.server.ts';

const complete = {
  APP_URL: 'https://assay.example.test/',
  SESSION_SECRET: 'the-first-session-secret, the-older-session-secret',
  WEB_SECRET: 'web-secret-of-the-tests',
  MAIN_API_URL: 'http://10.0.0.5:4000/',
  DESCOPE_PROJECT_ID: 'P2x',
  ADDY_API_KEY: 'key',
  ADDY_NZL_URL: 'https://nz.example.test',
  ADDY_AUS_URL: 'https://au.example.test',
};

describe('the web’s environment', () => {
  it('is read with its defaults', () => {
    expect(readAppEnv(complete)).toMatchObject({
      nodeEnv: 'production',
      appUrl: 'https://assay.example.test',
      isHttps: true,
      sessionSecrets: ['the-first-session-secret', 'the-older-session-secret'],
      mainApiUrl: 'http://10.0.0.5:4000',
      trustProxy: false,
      isSandbox: false,
    });
  });

  it.each(Object.keys(complete))('names %s when it is missing or blank', (name) => {
    expect(() => readAppEnv({ ...complete, [name]: undefined })).toThrow(name);
    expect(() => readAppEnv({ ...complete, [name]: '' })).toThrow(name);
  });

  it('names every fault at once and shows no value', () => {
    const read = () =>
      readAppEnv({ ...complete, SESSION_SECRET: 'tooshort', APP_URL: 'not-a-url', ADDY_API_KEY: '' });
    expect(read).toThrow(/APP_URL[\s\S]*SESSION_SECRET[\s\S]*ADDY_API_KEY|ADDY_API_KEY/);
    expect(read).not.toThrow(/tooshort|not-a-url/);
  });
});
