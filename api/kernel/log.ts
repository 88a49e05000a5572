import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** SQLSTATE: the `code` of a PostgreSQL error. */
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Loggable part of an error. A database error's message and detail can quote the row, which is personal data, so only
 * the code and object names are included.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint, routine } = error as Error & Record<string, unknown>;
  const fromDatabase = typeof code === 'string' && sqlState.test(code);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(fromDatabase ? { table, constraint, routine } : { message: error.message }),
    frames: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .map((line) => line.trim()),
  };
}

/**
 * JSON lines: request ids, route patterns, statuses, times in milliseconds. Never tokens, bodies or query texts; errors
 * only as `describeError` returns them.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    serializers: { error: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}
