/**
 * `npm start`: builds if sources changed, then serves. Without configuration it runs everything locally, with sandbox
 * versions of the hosted services; if one service variable is set, all are required instead.
 */
import { build } from './build.mjs';

const serviceVariables = [
  'ADDY_API_KEY',
  'ADDY_AUS_URL',
  'ADDY_NZL_URL',
  'DATABASE_URL',
  'DESCOPE_BASE_URL',
  'DESCOPE_MANAGEMENT_KEY',
  'DESCOPE_PROJECT_ID',
  'MAIN_API_URL',
  'REDIS_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'VERIFICATION_PROVIDER_TOKEN',
  'VERIFICATION_PROVIDER_URL',
];

const role = process.argv[2] ?? 'all';
const configured = serviceVariables.some((name) => process.env[name]);
if (
  role === 'all' &&
  !configured &&
  process.env.NODE_ENV !== 'production' &&
  process.env.SANDBOX === undefined
) {
  process.env.SANDBOX = '1';
}

try {
  await build({ logBudget: () => {} });
  const { run } = await import('../build/node/server.js');
  await run(role);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
