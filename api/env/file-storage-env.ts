import { join } from 'node:path';
import { z } from 'zod';
import type { FileStorageEnv } from '../records/documents/storage.ts';
import { missing, type Source, type VariableProblem } from './variable-problems.ts';
import { text, webAddress } from './variable-schemas.ts';

export const fileStorageVariables = z.object({
  FILE_STORAGE: z.enum(['local', 's3'], { error: 'must be local or s3' }).optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_SSE: z.enum(['AES256', 'aws:kms'], { error: 'must be AES256 or aws:kms' }).optional(),
  S3_KMS_KEY_ID: text.optional(),
});

const neededForS3 = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Missing S3 variables with FILE_STORAGE=s3, and a KMS key without that encryption. */
export const fileStorageProblems = (variables: Source): VariableProblem[] => [
  ...(variables.FILE_STORAGE === 's3'
    ? neededForS3.filter((name) => variables[name] === undefined).map(missing)
    : []),
  ...(variables.S3_KMS_KEY_ID !== undefined && variables.S3_SSE !== 'aws:kms'
    ? [{ name: 'S3_KMS_KEY_ID', text: 'needs S3_SSE=aws:kms' }]
    : []),
];

/** @param dataDir contains the folder of local files */
export function fileStorageEnv(
  values: z.output<typeof fileStorageVariables>,
  dataDir: string,
): FileStorageEnv {
  if (values.FILE_STORAGE !== 's3') return { kind: 'local', folder: join(dataDir, 'files') };
  const { S3_BUCKET = '', S3_REGION = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = values;
  return {
    kind: 's3',
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(values.S3_ENDPOINT === undefined ? {} : { endpoint: values.S3_ENDPOINT }),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(values.S3_SSE === undefined
      ? {}
      : { serverSide: { encryption: values.S3_SSE, kmsKeyId: values.S3_KMS_KEY_ID } }),
  };
}
