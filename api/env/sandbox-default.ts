import type { Source } from './variable-problems.ts';

/** Variables that only a real installation sets. */
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
 * The environment with SANDBOX=1 by default: outside production, if no service or database is configured, so that trying
 * Assay out needs no configuration.
 */
export function withSandboxDefault(source: Source): Source {
  if (source.SANDBOX || source.NODE_ENV === 'production') return source;
  return realVariables.some((name) => source[name]) ? source : { ...source, SANDBOX: '1' };
}
