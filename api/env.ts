import { join } from 'node:path';
import { z } from 'zod';
import type { PaymentsEnv } from './billing/payment-service.ts';
import type { MailEnv } from './mail/transport.ts';
import type { RegistriesEnv } from './registries/registries.ts';
import {
  type ScreeningEnv,
  screeningEnv,
  screeningPurposes,
  screeningVariables,
} from './screening/screening-env.ts';

/** What each variable is for, as the message about missing ones and the README say it. */
export const variablePurposes = {
  DATABASE_URL: 'the PostgreSQL server, 15 or newer; without it the database is embedded in DATA_DIR',
  DATA_DIR: 'the folder of the embedded database, files and made secrets (default ./data)',
  FILE_STORAGE: 'where documents are kept: local (DATA_DIR/files, for one API server alone) or s3',
  S3_BUCKET: 'the bucket of documents, with FILE_STORAGE=s3',
  S3_REGION: 'the region of the bucket, with FILE_STORAGE=s3',
  S3_ENDPOINT: 'the address of the storage, where it is not Amazon’s',
  S3_ACCESS_KEY_ID: 'the key to the bucket, with FILE_STORAGE=s3',
  S3_SECRET_ACCESS_KEY: 'the secret of the key to the bucket, with FILE_STORAGE=s3',
  DESCOPE_PROJECT_ID: 'the project at the identity service',
  DESCOPE_BASE_URL: 'the address of the identity service, where it is not the hosted one',
  DESCOPE_MANAGEMENT_KEY: 'lets the API look people up at the identity service',
  VERIFICATION_PROVIDER_URL: 'the address of the gateway that checks identity documents',
  VERIFICATION_PROVIDER_TOKEN: 'the token of that gateway',
  VERIFICATION_CALLBACK_SECRET:
    'verifies what that gateway calls back; 32 characters or more; after a comma, secrets of the past',
  SMTP_URL: 'the mail server, such as smtp://user:password@host:587 or smtps://host',
  MAIL_FROM: 'the address that mail comes from, such as Assay <no-reply@example.com>',
  AUDIT_KEY: 'signs the heads of the audit chains; 32 characters or more; after a comma, keys of the past',
  ID_HMAC_KEY: 'makes the fingerprints of identity document numbers; 32 characters or more',
  NZBN_API_URL: 'the address of the NZBN register, where it is not the hosted one',
  NZBN_API_KEY: 'the key to the NZBN register; without it businesses of New Zealand are recorded by hand',
  ABN_LOOKUP_URL: 'the address of ABN Lookup, where it is not the hosted one',
  ABN_LOOKUP_GUID: 'the key to ABN Lookup; without it businesses of Australia are recorded by hand',
  COMPANY_EXTRACTS_URL: 'the service of Australian company extracts, if there is one',
  COMPANY_EXTRACTS_KEY: 'the key to the service of Australian company extracts',
  STRIPE_SECRET_KEY: 'the key to the payment service; without it nobody can pay for a plan',
  STRIPE_WEBHOOK_SECRET: 'verifies what the payment service calls back; after a comma, secrets of the past',
  STRIPE_API_BASE: 'the address of the payment service, where it is not the hosted one',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'the monthly price of nothing that paying as one goes hangs on, in NZD and AUD',
  STRIPE_PRICE_MONTHLY: 'the price of the monthly plan, in NZD and AUD',
  STRIPE_TAX_RATE_NZL: 'the tax rate that is New Zealand’s GST',
  STRIPE_TAX_RATE_AUS: 'the tax rate that is Australia’s GST',
  SALES_ADDRESS: 'who is mailed when somebody asks for the enterprise plan',
  ...screeningPurposes,
  WEB_SECRET: 'signs the client address between web and API, the same on both; 32 characters or more',
  APP_URL: 'the address that people open, for links in mail and return addresses',
  SANDBOX: '1 for trying things out: demo accounts, stand-ins for outside services',
  NODE_ENV:
    'production where real people work; development or test to check every answer against the contract',
  HOST: 'the address to listen on when API_PORT is set (default 127.0.0.1)',
  API_PORT: 'the port of the API when it runs by itself (default: any free one)',
  TRUST_PROXY: 'how many proxies in front append to X-Forwarded-For (default 0: the header is ignored)',
  METRICS_TOKEN: 'lets a caller from another machine read /metrics',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (default info)',
} as const;

type Variable = keyof typeof variablePurposes;
type Source = Readonly<Record<string, string | undefined>>;

/** Variables that the sandbox fills in by itself; see sandbox-secrets.ts. */
export const secretVariables = ['AUDIT_KEY', 'ID_HMAC_KEY', 'WEB_SECRET'] as const;

const text = z.string().min(1);
const keyList = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key.length >= 32), { error: 'must have 32 characters or more' });
const secret = z.string().min(32, { error: 'must have 32 characters or more' });
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

const storage = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      hostname: /.*/,
      error: 'must be a URL such as postgres://user@host:5432/name',
    })
    .optional(),
  DATA_DIR: text.default('./data'),
  SANDBOX: flag.default(false),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be a level such as info',
    })
    .default('info'),
  AUDIT_KEY: keyList,
  ID_HMAC_KEY: secret,
  FILE_STORAGE: z.enum(['local', 's3'], { error: 'must be local or s3' }).optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a http or https URL' }).optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
});

const identityService = z.object({
  DESCOPE_PROJECT_ID: text,
  DESCOPE_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be a http or https URL' }).optional(),
  DESCOPE_MANAGEMENT_KEY: text,
});

const verificationProvider = z.object({
  VERIFICATION_PROVIDER_URL: z.url({ protocol: /^https?$/, error: 'must be a http or https URL' }),
  VERIFICATION_PROVIDER_TOKEN: text,
  VERIFICATION_CALLBACK_SECRET: keyList,
});

const mail = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.*/, error: 'must be a smtp or smtps URL' }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[\w.-]+>?$/, { error: 'must be an address, or a name and <an address>' }),
});

const webAddress = z.url({ protocol: /^https?$/, error: 'must be a http or https URL' });

/** A register that is not set up says so when it is asked; nothing else waits for it. */
const registries = z.object({
  NZBN_API_URL: webAddress.default('https://api.business.govt.nz/gateway/nzbn/v5'),
  NZBN_API_KEY: text.optional(),
  ABN_LOOKUP_URL: webAddress.default('https://abr.business.gov.au/json'),
  ABN_LOOKUP_GUID: text.optional(),
  COMPANY_EXTRACTS_URL: webAddress.optional(),
  COMPANY_EXTRACTS_KEY: text.optional(),
});

/** All of these or none. */
const payments = z.object({
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: webAddress.optional(),
  STRIPE_PRICE_PAY_AS_YOU_GO: text.optional(),
  STRIPE_PRICE_MONTHLY: text.optional(),
  STRIPE_TAX_RATE_NZL: text.optional(),
  STRIPE_TAX_RATE_AUS: text.optional(),
  SALES_ADDRESS: z.email({ error: 'must be an email address' }).optional(),
});

const server = z.object({
  WEB_SECRET: secret,
  APP_URL: z.url({ protocol: /^https?$/, error: 'must be a http or https URL' }),
  HOST: text.default('127.0.0.1'),
  API_PORT: z.coerce.number({ error: 'must be a port' }).int().min(0).max(65_535).optional(),
  TRUST_PROXY: z
    .preprocess(
      (value) => (value === 'true' ? '1' : value),
      z.coerce.number({ error: 'must be a number' }).int().min(0).max(10),
    )
    .default(0),
  METRICS_TOKEN: z.string().min(16, { error: 'must have 16 characters or more' }).optional(),
});

function parseWith<S extends z.ZodType>(schema: S, source: Source): z.output<S> {
  // A variable set to nothing counts as not set: that is what an empty line in an .env file means.
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]) as Variable;
    const problem = given[name] === undefined ? 'is missing' : message;
    return `  ${name} ${problem}: ${variablePurposes[name]}`;
  });
  throw new Error(`Assay cannot start. Set these environment variables:\n${[...new Set(lines)].join('\n')}`);
}

function checkProduction({ NODE_ENV, DATABASE_URL, SANDBOX, FILE_STORAGE }: z.output<typeof storage>) {
  if (NODE_ENV !== 'production') return;
  const problems = [
    ...(DATABASE_URL === undefined
      ? [
          `  DATABASE_URL is missing: ${variablePurposes.DATABASE_URL}. In production the embedded database does not do.`,
        ]
      : []),
    ...(SANDBOX ? ['  SANDBOX must not be 1 in production.'] : []),
    // Chosen knowingly: what one server keeps in its folder the others do not see.
    ...(FILE_STORAGE === undefined ? [`  FILE_STORAGE is missing: ${variablePurposes.FILE_STORAGE}`] : []),
  ];
  if (problems.length > 0)
    throw new Error(`Assay cannot start. Set these environment variables:\n${problems.join('\n')}`);
}

/** Where documents are kept. */
export type FileStorageEnv =
  | { kind: 'local'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      endpoint?: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export interface StorageEnv {
  databaseUrl?: string;
  dataDir: string;
  sandbox: boolean;
  production: boolean;
  /** Every answer is held against the contract, which costs time. */
  checkAnswers: boolean;
  logLevel: string;
  /** The first signs, all of them verify. */
  auditKeys: string[];
  idHmacKey: string;
  files: FileStorageEnv;
}

export interface IdentityEnv {
  descopeProjectId: string;
  descopeBaseUrl?: string;
  descopeManagementKey: string;
}

export interface VerificationEnv {
  verificationProviderUrl: string;
  verificationProviderToken: string;
  /** All of them verify. */
  verificationCallbackSecrets: string[];
}

export interface ServerEnv {
  webSecret: string;
  appUrl: string;
  host: string;
  apiPort?: number;
  trustedProxies: number;
  metricsToken?: string;
}

export type Env = StorageEnv &
  IdentityEnv &
  VerificationEnv &
  ServerEnv & {
    registries: RegistriesEnv;
    screening: ScreeningEnv;
    mail: MailEnv;
    /** Left out where nobody can pay. */
    payments?: PaymentsEnv | undefined;
    salesAddress?: string | undefined;
  };

function registriesEnv(values: z.output<typeof registries>): RegistriesEnv {
  const withoutSlash = (url: string) => url.replace(/\/+$/, '');
  const { COMPANY_EXTRACTS_URL: url, COMPANY_EXTRACTS_KEY: key } = values;
  return {
    nzbn: { url: withoutSlash(values.NZBN_API_URL), key: values.NZBN_API_KEY },
    abn: { url: withoutSlash(values.ABN_LOOKUP_URL), guid: values.ABN_LOOKUP_GUID },
    ...(url && key ? { extracts: { url: withoutSlash(url), key } } : {}),
  };
}

/** Whoever sets one of them up sets all of them up; in production companies have to be able to pay. */
function paymentsEnv(
  values: z.output<typeof payments> & { NODE_ENV?: string | undefined },
): PaymentsEnv | undefined {
  const needed = [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PAY_AS_YOU_GO',
    'STRIPE_PRICE_MONTHLY',
    'STRIPE_TAX_RATE_NZL',
    'STRIPE_TAX_RATE_AUS',
  ] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length === needed.length && values.NODE_ENV !== 'production') return undefined;
  if (missing.length > 0) {
    const lines = missing.map((name) => `  ${name} is missing: ${variablePurposes[name]}`);
    throw new Error(`Assay cannot start. Set these environment variables:\n${lines.join('\n')}`);
  }
  return {
    secretKey: values.STRIPE_SECRET_KEY ?? '',
    webhookSecrets: (values.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    ...(values.STRIPE_API_BASE === undefined ? {} : { apiBase: values.STRIPE_API_BASE }),
    prices: {
      payAsYouGo: values.STRIPE_PRICE_PAY_AS_YOU_GO ?? '',
      monthly: values.STRIPE_PRICE_MONTHLY ?? '',
    },
    taxRates: { NZL: values.STRIPE_TAX_RATE_NZL ?? '', AUS: values.STRIPE_TAX_RATE_AUS ?? '' },
  };
}

function fileStorageEnv(values: z.output<typeof storage>): FileStorageEnv {
  if (values.FILE_STORAGE !== 's3') return { kind: 'local', folder: join(values.DATA_DIR, 'files') };
  const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    const lines = missing.map((name) => `  ${name} is missing: ${variablePurposes[name]}`);
    throw new Error(`Assay cannot start. Set these environment variables:\n${lines.join('\n')}`);
  }
  const { S3_BUCKET = '', S3_REGION = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = values;
  return {
    kind: 's3',
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(values.S3_ENDPOINT === undefined ? {} : { endpoint: values.S3_ENDPOINT }),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function storageEnv(values: z.output<typeof storage>): StorageEnv {
  checkProduction(values);
  return {
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    sandbox: values.SANDBOX,
    production: values.NODE_ENV === 'production',
    checkAnswers: values.NODE_ENV === 'development' || values.NODE_ENV === 'test',
    logLevel: values.LOG_LEVEL,
    auditKeys: values.AUDIT_KEY,
    idHmacKey: values.ID_HMAC_KEY,
    files: fileStorageEnv(values),
  };
}

function identityEnv(values: z.output<typeof identityService>): IdentityEnv {
  return {
    descopeProjectId: values.DESCOPE_PROJECT_ID,
    descopeBaseUrl: values.DESCOPE_BASE_URL,
    descopeManagementKey: values.DESCOPE_MANAGEMENT_KEY,
  };
}

/**
 * The environment of an API process, checked.
 *
 * @throws Error with one message that names every variable that is missing or wrong, and what it is for.
 */
export function readEnv(source: Source): Env {
  const values = parseWith(
    z.object({
      ...storage.shape,
      ...identityService.shape,
      ...registries.shape,
      ...screeningVariables.shape,
      ...payments.shape,
      ...verificationProvider.shape,
      ...mail.shape,
      ...server.shape,
    }),
    source,
  );
  return {
    ...storageEnv(values),
    ...identityEnv(values),
    registries: registriesEnv(values),
    screening: screeningEnv(values),
    payments: paymentsEnv(values),
    salesAddress: values.SALES_ADDRESS,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    verificationProviderUrl: values.VERIFICATION_PROVIDER_URL,
    verificationProviderToken: values.VERIFICATION_PROVIDER_TOKEN,
    verificationCallbackSecrets: values.VERIFICATION_CALLBACK_SECRET,
    webSecret: values.WEB_SECRET,
    appUrl: values.APP_URL,
    host: values.HOST,
    apiPort: values.API_PORT,
    trustedProxies: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
  };
}

/** What a command needs that opens the database itself. */
export function readStorageEnv(source: Source): StorageEnv {
  return storageEnv(parseWith(storage, source));
}

/** What a command needs that asks the identity service. */
export function readIdentityEnv(source: Source): IdentityEnv {
  return identityEnv(parseWith(identityService, source));
}

/** Any of these means that somebody set up a real installation. */
const realVariables = [
  'DATABASE_URL',
  'DESCOPE_PROJECT_ID',
  'DESCOPE_BASE_URL',
  'DESCOPE_MANAGEMENT_KEY',
  'S3_BUCKET',
  'VERIFICATION_PROVIDER_URL',
  'VERIFICATION_PROVIDER_TOKEN',
  'STRIPE_SECRET_KEY',
  'SMTP_URL',
] as const;

/**
 * The environment with SANDBOX=1 where nothing says otherwise: no service variable, no database, not
 * production. A person who tries Assay out sets nothing.
 */
export function withSandboxDefault(source: Source): Source {
  if (source.SANDBOX || source.NODE_ENV === 'production') return source;
  return realVariables.some((name) => source[name]) ? source : { ...source, SANDBOX: '1' };
}
