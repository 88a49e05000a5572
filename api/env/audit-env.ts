import { join } from 'node:path';
import { z } from 'zod';
import { isProduction } from '#contract/operating-mode.ts';
import type { HeadsReceivers } from '../kernel/audit/publish-heads.ts';
import { readSigningKeys, type SigningKeys } from '../kernel/audit/signing-keys.ts';
import { missing, type Source, type VariableProblem } from './variable-problems.ts';
import { keyList, secret, text, webAddress } from './variable-schemas.ts';

export const auditVariables = z.object({
  AUDIT_SIGNING_KEY: text
    .transform((value, context) => {
      try {
        return readSigningKeys(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be Ed25519 keys, the first one private' });
        return z.NEVER;
      }
    })
    .optional(),
  AUDIT_HEADS_DIR: text.optional(),
  AUDIT_HEADS_URL: webAddress.optional(),
  AUDIT_HEADS_SECRET: secret.optional(),
  AUDIT_HEADS_BUCKET: text.optional(),
  AUDIT_KEY: keyList.optional(),
});

/** Settings of the audit log. */
export interface AuditEnv {
  /** Shared keys of a former version, whose signatures they verify. */
  auditKeys: string[];
  /** Undefined if not configured: outside production it is generated in the data folder. */
  signingKeys: SigningKeys | undefined;
  /** Where signed batches are written outside the database. */
  auditHeads: Omit<HeadsReceivers, 'bucket'>;
  /** Bucket that receives them too, at the storage of the documents' bucket. */
  auditHeadsBucket: string | undefined;
}

/** Missing or unsafe variables of the audit log. */
export function auditProblems(variables: Source): VariableProblem[] {
  const { AUDIT_SIGNING_KEY, AUDIT_HEADS_URL, AUDIT_HEADS_SECRET, AUDIT_HEADS_BUCKET } = variables;
  return [
    ...(isProduction(variables) && AUDIT_SIGNING_KEY === undefined ? [missing('AUDIT_SIGNING_KEY')] : []),
    ...(isProduction(variables) && AUDIT_HEADS_URL?.startsWith('http:')
      ? [{ name: 'AUDIT_HEADS_URL' as const, text: 'must be a https URL in production' }]
      : []),
    ...(AUDIT_HEADS_URL !== undefined && AUDIT_HEADS_SECRET === undefined
      ? [missing('AUDIT_HEADS_SECRET')]
      : []),
    ...(AUDIT_HEADS_BUCKET !== undefined && variables.FILE_STORAGE !== 's3'
      ? [{ name: 'AUDIT_HEADS_BUCKET' as const, text: 'needs FILE_STORAGE=s3' }]
      : []),
    // The nightly sweep deletes what belongs to no document.
    ...(AUDIT_HEADS_BUCKET !== undefined && AUDIT_HEADS_BUCKET === variables.S3_BUCKET
      ? [{ name: 'AUDIT_HEADS_BUCKET' as const, text: 'must not be S3_BUCKET' }]
      : []),
  ];
}

/** @param dataDir contains the folder of signed batches by default */
export function auditEnv(values: z.output<typeof auditVariables>, dataDir: string): AuditEnv {
  const { AUDIT_HEADS_URL: url, AUDIT_HEADS_SECRET: secret } = values;
  return {
    auditKeys: values.AUDIT_KEY ?? [],
    signingKeys: values.AUDIT_SIGNING_KEY,
    auditHeads: {
      folder: values.AUDIT_HEADS_DIR ?? join(dataDir, 'audit-heads'),
      ...(url && secret ? { receiver: { url, secret } } : {}),
    },
    auditHeadsBucket: values.AUDIT_HEADS_BUCKET,
  };
}
