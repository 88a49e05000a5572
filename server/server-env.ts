import { resolve } from 'node:path';
import { sandboxProblem } from '#contract/operating-mode.ts';
import { portFrom } from './process.ts';

/** Settings that decide how a process of the web starts, read once. What its pages need is in `readAppEnv`. */
export interface ServerEnv {
  port: number;
  host: string;
  /** Whether the sandbox runs beside the web: demo accounts, and stand-ins for the hosted services. */
  isSandboxed: boolean;
  /** Whether pages are built from their sources on request. */
  isDevelopment: boolean;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Whether the database is the embedded one, in the data folder. */
  hasEmbeddedDatabase: boolean;
}

/**
 * Reads the settings of a process with the given role.
 *
 * @throws Error for the operator if PORT is no port, or the sandbox is on in production.
 */
export function readServerEnv(source: NodeJS.ProcessEnv, role: 'all' | 'web'): ServerEnv {
  if (sandboxProblem(source) !== null) {
    throw new Error(
      'SANDBOX must not be 1 with NODE_ENV=production: demo accounts and mock services would be open to everyone. Unset one of them.',
    );
  }
  const port = portFrom(source.PORT);
  const isSandboxed = source.SANDBOX === '1' && role === 'all';
  return {
    port,
    host: source.HOST ?? (isSandboxed ? '127.0.0.1' : '0.0.0.0'),
    isSandboxed,
    isDevelopment: Boolean(source.ASSAY_DEV),
    dataDir: resolve(source.DATA_DIR ?? './data'),
    hasEmbeddedDatabase: !source.DATABASE_URL,
  };
}
