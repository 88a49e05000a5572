import { screeningPurposes } from '../records/screening-engine/screening-env.ts';

/** Purpose of each variable, for error messages and the README. */
export const variablePurposes = {
  DATABASE_MIGRATION_URL:
    'the same PostgreSQL server, directly, as the login that migrates; without it the login of DATABASE_URL does',
  DATABASE_POOLER: 'transaction, if DATABASE_URL leads to a pooler in transaction mode such as PgBouncer',
  DATABASE_URL: 'the PostgreSQL server, 15 or newer; without it the database is embedded in DATA_DIR',
  DATA_DIR: 'data directory for the embedded database, files and generated secrets (default ./data)',
  FILE_STORAGE: 'where documents are stored: local (DATA_DIR/files, for one API server alone) or s3',
  S3_BUCKET: 'the bucket of documents, with FILE_STORAGE=s3',
  S3_REGION: 'the region of the bucket, with FILE_STORAGE=s3',
  S3_ENDPOINT: 'the address of the storage, where it is not Amazon’s',
  S3_ACCESS_KEY_ID: 'the key to the bucket, with FILE_STORAGE=s3',
  S3_SSE: 'server-side encryption to request of the bucket: AES256 or aws:kms',
  S3_KMS_KEY_ID: 'the KMS key for it, with S3_SSE=aws:kms',
  S3_SECRET_ACCESS_KEY: 'the secret of the key to the bucket, with FILE_STORAGE=s3',
  CLAMAV_URL: 'host:port of the ClamAV daemon that scans uploads; without it documents are not scanned',
  DNS_SERVER: 'name server that proofs of email domains are read from (default: the system’s)',
  DESCOPE_PROJECT_ID: 'the project at the identity service',
  DESCOPE_BASE_URL: 'the address of the identity service, where it is not the hosted one',
  DESCOPE_MANAGEMENT_KEY: 'management key for the identity service',
  VERIFICATION_PROVIDER_URL: 'the address of the gateway that checks identity documents',
  VERIFICATION_PROVIDER_TOKEN: 'the token of that gateway',
  VERIFICATION_CALLBACK_SECRET: 'callback signing secret, 32+ characters; comma-separated list for rotation',
  SMTP_URL: 'SMTP server, such as smtp://user:password@host:587 or smtps://host',
  MAIL_FROM: 'sender address of emails, such as Assay <no-reply@example.com>',
  AUDIT_SIGNING_KEY:
    'Ed25519 private key (PEM, or PKCS #8 in base64) that signs the audit log; former keys follow for rotation',
  AUDIT_HEADS_DIR:
    'folder outside the database for signed batches of the audit log (default DATA_DIR/audit-heads)',
  AUDIT_HEADS_URL: 'HTTP service that receives the signed batches of the audit log',
  AUDIT_HEADS_BUCKET: 'bucket that receives the signed batches of the audit log as new objects',
  AUDIT_HEADS_SECRET: 'authenticates what is sent to AUDIT_HEADS_URL, 32+ characters',
  AUDIT_KEY: 'verifies audit log heads signed by a former version, 32+ characters; comma-separated list',
  ID_HMAC_KEY:
    'HMAC key for identity document numbers, 32+ characters; comma-separated list for rotation, newest first',
  FILE_KEYS:
    'master keys that wrap the data keys of files, 32+ characters each; comma-separated, newest first',
  FIELD_KEYS:
    'master keys that wrap the data keys of sealed fields, 32+ characters each; comma-separated, newest first',
  NZBN_API_URL: 'the address of the NZBN register, where it is not the hosted one',
  NZBN_API_KEY: 'the key to the NZBN register; without it businesses of New Zealand are recorded manually',
  ABN_LOOKUP_URL: 'the address of ABN Lookup, where it is not the hosted one',
  ABN_LOOKUP_GUID: 'the key to ABN Lookup; without it businesses of Australia are recorded manually',
  COMPANY_EXTRACTS_URL: 'the service of Australian company extracts, if there is one',
  COMPANY_EXTRACTS_KEY: 'the key to the service of Australian company extracts',
  STRIPE_SECRET_KEY: 'the key to the payment service; without it no one can pay for a plan',
  STRIPE_WEBHOOK_SECRET: 'Stripe webhook signing secrets, comma-separated for rotation',
  STRIPE_API_BASE: 'the address of the payment service, where it is not the hosted one',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'price ID of the pay-as-you-go base plan (NZD and AUD)',
  STRIPE_PRICE_MONTHLY: 'the price of the monthly plan, in NZD and AUD',
  STRIPE_TAX_RATE_NZL: 'the tax rate that is New Zealand’s GST',
  STRIPE_TAX_RATE_AUS: 'the tax rate that is Australia’s GST',
  SALES_ADDRESS: 'email address for enterprise plan enquiries',
  ...screeningPurposes,
  WEB_SECRET:
    'signs the client address between web and API, the same on both; 32 characters or more; comma-separated list for rotation, newest first',
  APP_URL: 'public URL, used in email links and return URLs',
  SANDBOX: 'set to 1 for sandbox mode (demo accounts and mock services)',
  NODE_ENV:
    'production (also where it is not set, outside the sandbox), development or test; responses are validated against the contract outside production',
  HOST: 'the address to listen on when API_PORT is set (default 127.0.0.1)',
  API_PORT: 'the port of the API when it runs on its own (default: any free one)',
  TRUST_PROXY: 'how many proxies in front append to X-Forwarded-For (default 0: the header is ignored)',
  METRICS_TOKEN: 'lets a caller from another machine read /metrics',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (default info)',
} as const;

/** Name of a variable. */
export type Variable = keyof typeof variablePurposes;
