import { z } from 'zod';
import { isProduction } from '#contract/operating-mode.ts';
import type { FileStorageEnv } from '../records/documents/storage.ts';
import { type AuditEnv, auditEnv, auditVariables } from './audit-env.ts';
import { fileStorageEnv, fileStorageVariables } from './file-storage-env.ts';
import { flag, keyList, text } from './variable-schemas.ts';

export const databaseVariables = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      hostname: /.*/,
      error: 'must be a URL such as postgres://user@host:5432/name',
    })
    .optional(),
  DATABASE_MIGRATION_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      hostname: /.*/,
      error: 'must be a URL such as postgres://migrator@host:5432/name',
    })
    .optional(),
  DATABASE_POOLER: z.enum(['transaction'], { error: 'must be transaction, or not set' }).optional(),
  DATA_DIR: text.default('./data'),
  ...auditVariables.shape,
});

export const storageVariables = z.object({
  ...databaseVariables.shape,
  SANDBOX: flag.default(false),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be a level such as info',
    })
    .default('info'),
  ID_HMAC_KEY: keyList,
  FILE_KEYS: keyList,
  FIELD_KEYS: keyList,
  ...fileStorageVariables.shape,
});

/** Settings by which the database and its audit log are read. */
export interface DatabaseEnv extends AuditEnv {
  databaseUrl?: string | undefined;
  migrationUrl?: string | undefined;
  pooler?: 'transaction' | undefined;
  dataDir: string;
}

/** Settings of a process that opens the database. */
export interface StorageEnv extends DatabaseEnv {
  sandbox: boolean;
  production: boolean;
  /** Validates every response against the contract, at a cost. */
  checkAnswers: boolean;
  logLevel: string;
  /** Newest first; the last one makes digests, so that they match those made before. */
  idHmacKeys: string[];
  /** Master keys that wrap the companies' data keys, newest first. */
  masterKeys: { files: string[]; fields: string[] };
  files: FileStorageEnv;
}

export function databaseEnv(values: z.output<typeof databaseVariables>): DatabaseEnv {
  return {
    databaseUrl: values.DATABASE_URL,
    migrationUrl: values.DATABASE_MIGRATION_URL,
    pooler: values.DATABASE_POOLER,
    dataDir: values.DATA_DIR,
    ...auditEnv(values, values.DATA_DIR),
  };
}

export function storageEnv(values: z.output<typeof storageVariables>): StorageEnv {
  return {
    ...databaseEnv(values),
    sandbox: values.SANDBOX,
    production: isProduction({ NODE_ENV: values.NODE_ENV, SANDBOX: values.SANDBOX ? '1' : undefined }),
    checkAnswers: values.NODE_ENV === 'development' || values.NODE_ENV === 'test',
    logLevel: values.LOG_LEVEL,
    idHmacKeys: values.ID_HMAC_KEY,
    masterKeys: { files: values.FILE_KEYS, fields: values.FIELD_KEYS },
    files: fileStorageEnv(values, values.DATA_DIR),
  };
}
