import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Creates links, for the commands that send them and the job that emails them. */
export interface RequestLinks {
  /** Generates the half of a link that is stored with the request. */
  newSeed(): string;
  /**
   * Transaction id of a request's link: 256 bits as base64url. Deterministic for a seed. `hash`: the stored one of a link that was made
   * before, perhaps under a former secret.
   */
  transactionId(requestId: string, seed: string, hash?: string | null): string;
  /** The link itself. */
  url(transactionId: string): string;
}

/** 43 characters: 32 bytes in base64url. */
const wellFormed = /^[\w-]{43}$/;

/** Stored form of a transaction id: its SHA-256 in hex. */
export function hashTransactionId(transactionId: string): string {
  return createHash('sha256').update(transactionId).digest('hex');
}

/** Transaction id of an Authorization header; undefined if absent or malformed. */
export function bearerTransactionId(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && wellFormed.test(token) ? token : undefined;
}

/**
 * Links consist of two halves: 128 random bits in the request's row, and a key that only the server has. A later reminder can thus
 * contain the same link although the database stores only its hash; neither half alone yields a link (decision 015).
 * @param secret a secret of the server, from which the key is derived.
 * @param pastSecrets those before it, whose links are still sent in reminders.
 * @param appUrl public URL of the app.
 */
export function createRequestLinks({
  secret,
  pastSecrets = [],
  appUrl,
}: {
  secret: string;
  pastSecrets?: readonly string[];
  appUrl: string;
}): RequestLinks {
  const keys = [secret, ...pastSecrets].map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'links of document requests', 32)),
  );
  return {
    newSeed: () => randomBytes(16).toString('base64url'),
    transactionId(requestId, seed, hash) {
      const ids = keys.map((key) =>
        createHmac('sha256', key).update(`${requestId}\n${seed}`).digest('base64url'),
      );
      return ids.find((id) => hashTransactionId(id) === hash) ?? ids[0] ?? '';
    },
    url: (transactionId) => `${appUrl.replace(/\/+$/, '')}/document_request/${transactionId}`,
  };
}
