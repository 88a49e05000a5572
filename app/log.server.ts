import { type Logger, pino } from 'pino';
import { appEnv } from './env.server.ts';

let current: Logger | undefined;

/**
 * The web server's log: JSON lines on standard output. Request ids, route patterns and paths without their query; never
 * a token, a cookie or user input.
 */
export function log(): Logger {
  current ??= pino({
    name: 'assay-web',
    level: appEnv().logLevel,
    redact: ['*.headers', '*.cookie', '*.authorization'],
  });
  return current;
}
