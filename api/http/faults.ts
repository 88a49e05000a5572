/** Codes of the network, and of PostgreSQL while it stops, starts, or takes no more connections. */
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

/** What node-postgres says, without a code, when a connection is not to be had or was lost. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Cannot use a pool after calling end',
];

/** True when a query failed because the database is away, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if ('code' in error && unavailableCodes.has(String(error.code))) return true;
  return unavailableMessages.some((message) => error.message.includes(message));
}
