import { sqlState } from '../database/postgres-errors.ts';

/** Network errors, and PostgreSQL's while it stops, starts, or has no free connections. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** node-postgres's messages, without a code, for unavailable or lost connections. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Cannot use a pool after calling end',
];

/** The message of a write that the database refuses because the client is merged (migration 0100); null for other errors. */
export function mergedClientMessage(error: unknown): string | null {
  return sqlState(error) === 'AM001'
    ? 'This client was merged into another one and is no longer changed. Open the client into which it was merged.'
    : null;
}

/** Whether a query failed because the database is unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if ('code' in error && unavailableCodes.has(String(error.code))) return true;
  return unavailableMessages.some((message) => error.message.includes(message));
}
