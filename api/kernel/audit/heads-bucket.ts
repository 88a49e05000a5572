import type { HeadsReceivers } from './publish-heads.ts';

/** Where and with which credentials a bucket is written. */
export interface HeadsBucketEnv {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Opens the bucket for signed batches. Only new objects are written: with their whole content at once and a checksum, which a bucket with
 * object lock requires of each write.
 */
export async function openHeadsBucket({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: HeadsBucketEnv): Promise<NonNullable<HeadsReceivers['bucket']>> {
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    maxAttempts: 2,
  });
  return {
    async put(key, bytes) {
      const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: 'application/x-ndjson' };
      await client.send(new PutObjectCommand({ ...object, ContentLength: bytes.byteLength }));
    },
  };
}
