import { z } from 'zod';
import { appUrlProblem } from '#contract/app-url.ts';
import { isProduction, sandboxProblem } from '#contract/operating-mode.ts';
import { trustedProxies } from '#contract/trusted-proxies.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const missing = { error: 'is missing' };
const secret = z.string(missing).min(16, { error: 'must have at least 16 characters' });

const variables = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    APP_URL: z.string(missing).pipe(url),
    SESSION_SECRET: z
      .string(missing)
      .transform((list) => list.split(',').map((part) => part.trim()))
      .pipe(z.array(secret).min(1)),
    WEB_SECRET: z
      .string(missing)
      .transform((list) => list.split(',').map((part) => part.trim()))
      .pipe(z.array(secret).min(1)),
    MAIN_API_URL: z.string(missing).pipe(url),
    DESCOPE_PROJECT_ID: z.string(missing).min(1, missing),
    DESCOPE_BASE_URL: url.optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis or rediss URL' }).optional(),
    ADDY_API_KEY: z.string(missing).min(1, missing),
    ADDY_NZL_URL: z.string(missing).pipe(url),
    ADDY_AUS_URL: z.string(missing).pipe(url),
    TRUST_PROXY: trustedProxies,
    PAYMENT_ORIGINS: z
      .string()
      .regex(/^https:\/\/[\w.-]+( https:\/\/[\w.-]+)*$/, {
        error: 'must be https origins with spaces between',
      })
      .default('https://checkout.stripe.com https://billing.stripe.com'),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:|https:\/\/)\S+$/, { error: 'must be a mailto: or https: URL' })
      .optional(),
    SECURITY_EXPIRES: z.iso.date({ error: 'must be a date, such as 2027-06-30' }).optional(),
    SANDBOX: z.enum(['0', '1', '']).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine(({ SECURITY_CONTACT, SECURITY_EXPIRES }) => !SECURITY_CONTACT === !SECURITY_EXPIRES, {
    path: ['SECURITY_EXPIRES'],
    error: 'must be set together with SECURITY_CONTACT',
  });

/** The web's environment, checked. */
export interface AppEnv {
  nodeEnv: 'production' | 'development' | 'test';
  /** Public origin, without a slash at the end. The only source of links in emails and of return URLs. */
  appUrl: string;
  isHttps: boolean;
  /** The first signs; every one is accepted, so that secrets can be rotated. */
  sessionSecrets: [string, ...string[]];
  /** Signs the person's address on the way to the API: the first of a list, all of which the API accepts. */
  webSecret: string;
  mainApiUrl: string;
  descope: { projectId: string; baseUrl?: string };
  redisUrl?: string;
  addy: { apiKey: string; urls: { NZL: string; AUS: string } };
  /** How many proxies of ours append to X-Forwarded-For; with 0 the X-Forwarded-* headers are ignored. */
  trustedProxies: number;
  /** Where the payment service shows its pages. */
  paymentOrigins: readonly string[];
  /** Where vulnerabilities are reported, and the date until which that is valid; published in security.txt. */
  securityContact?: { url: string; expiresOn: string };
  isSandbox: boolean;
  logLevel: string;
}

const givenIn = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));

const getFaults = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => ({ name: String(path[0]), text: message }));

const minProductionSecretLength = 32;

/** Settings that work and are unsafe where real people sign in: each with the reason. */
function unsafeSettings(
  { SANDBOX, APP_URL, SESSION_SECRET, WEB_SECRET }: z.output<typeof variables>,
  operatorsNodeEnv: string | undefined,
) {
  const mode = { NODE_ENV: operatorsNodeEnv, SANDBOX };
  if (!isProduction(mode)) return [];
  const sandbox = sandboxProblem(mode);
  const appUrl = appUrlProblem(APP_URL);
  const tooShort = (name: string, values: readonly string[]) =>
    values.some((value) => value.length < minProductionSecretLength)
      ? [{ name, text: `must have at least ${minProductionSecretLength} characters in production` }]
      : [];
  return [
    ...(sandbox === null ? [] : [{ name: 'SANDBOX', text: sandbox }]),
    ...(appUrl === null ? [] : [{ name: 'APP_URL', text: appUrl }]),
    ...tooShort('SESSION_SECRET', SESSION_SECRET),
    ...tooShort('WEB_SECRET', WEB_SECRET),
    ...(SESSION_SECRET.some((value) => WEB_SECRET.includes(value))
      ? [{ name: 'WEB_SECRET', text: 'must differ from SESSION_SECRET: each secret has one use' }]
      : []),
  ];
}

/** Variables that are missing, wrong or unsafe for the web. `operatorsNodeEnv`: NODE_ENV as the operator set it. */
export function appEnvProblems(
  source: Record<string, string | undefined>,
  operatorsNodeEnv = source.NODE_ENV,
): { name: string; text: string }[] {
  const parsed = variables.safeParse(givenIn(source));
  return parsed.success ? unsafeSettings(parsed.data, operatorsNodeEnv) : getFaults(parsed.error);
}

/**
 * Checks the given variables. Blank ones count as missing. Throws one Error that names every variable that is missing,
 * wrong or unsafe in production, and never contains a value.
 */
export function readAppEnv(
  source: Record<string, string | undefined>,
  operatorsNodeEnv = source.NODE_ENV,
): AppEnv {
  const problems = appEnvProblems(source, operatorsNodeEnv).map(({ name, text }) => `  ${name} ${text}`);
  if (problems.length > 0)
    throw new Error(`The web cannot start. Set these variables:\n${[...new Set(problems)].join('\n')}`);
  const env = variables.parse(givenIn(source));
  const [first, ...olderSecrets] = env.SESSION_SECRET;
  if (first === undefined) throw new Error('SESSION_SECRET is missing');
  const appUrl = new URL(env.APP_URL);
  return {
    nodeEnv: env.NODE_ENV,
    appUrl: appUrl.origin,
    isHttps: appUrl.protocol === 'https:',
    sessionSecrets: [first, ...olderSecrets],
    webSecret: env.WEB_SECRET[0] ?? '',
    mainApiUrl: env.MAIN_API_URL.replace(/\/+$/, ''),
    descope: {
      projectId: env.DESCOPE_PROJECT_ID,
      ...(env.DESCOPE_BASE_URL ? { baseUrl: env.DESCOPE_BASE_URL } : {}),
    },
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
    addy: { apiKey: env.ADDY_API_KEY, urls: { NZL: env.ADDY_NZL_URL, AUS: env.ADDY_AUS_URL } },
    trustedProxies: env.TRUST_PROXY,
    paymentOrigins: env.PAYMENT_ORIGINS.split(' '),
    ...(env.SECURITY_CONTACT && env.SECURITY_EXPIRES
      ? { securityContact: { url: env.SECURITY_CONTACT, expiresOn: env.SECURITY_EXPIRES } }
      : {}),
    isSandbox: env.SANDBOX === '1',
    logLevel: env.LOG_LEVEL,
  };
}

/** Place of the operator's NODE_ENV, in the process alone: no variable can stand in for it. The built pages have a copy of this module. */
const operatorsWord = Symbol.for('assay.operatorsNodeEnv');

/**
 * Keeps NODE_ENV as the operator set it, before a server of ours sets it to production for the quick builds of the libraries, also in
 * the sandbox.
 */
export function preserveNodeEnv(): void {
  Reflect.set(globalThis, operatorsWord, process.env.NODE_ENV ?? '');
}

/** The environment of this process, checked by the operator's NODE_ENV. Throws as `readAppEnv` does. */
function readOwnEnv(): AppEnv {
  const kept: unknown = Reflect.get(globalThis, operatorsWord);
  return readAppEnv(process.env, typeof kept === 'string' ? kept : process.env.NODE_ENV);
}

let current: AppEnv | undefined;

/** The environment of this process, read once. Throws like `readAppEnv`. */
export function appEnv(): AppEnv {
  current ??= readOwnEnv();
  return current;
}
