import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** SQLSTATE: what a PostgreSQL error carries as its `code`. */
const sqlState = /^[0-9A-Z]{5}$/;

/**
 * What may be said of an error in a log. A database error's message and detail can quote the row, which is
 * personal data, so of those only the code and the names of things are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
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
 * JSON lines: request ids, route patterns, statuses, times in milliseconds. Never tokens, bodies or the text
 * of queries; errors only as `describeError` gives them.
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
