import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What makes links, for the commands that send them and the job that mails them. */
export interface RequestLinks {
  /** A fresh half of a link, to be kept with the request. */
  newSeed(): string;
  /** The transaction id of a request's link: 256 bits as base64url. The same seed gives the same id. */
  transactionId(requestId: string, seed: string): string;
  /** The link itself. */
  url(transactionId: string): string;
}

/** 43 characters: 32 bytes in base64url. */
const wellFormed = /^[\w-]{43}$/;

/** What of a transaction id is kept: its SHA-256 in hex. */
export function hashOfTransactionId(transactionId: string): string {
  return createHash('sha256').update(transactionId).digest('hex');
}

/** The transaction id of an Authorization header; undefined where there is none that can be one. */
export function bearerTransactionId(authorization: string | undefined): string | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && wellFormed.test(token) ? token : undefined;
}

/**
 * Links are made of two halves: 128 random bits in the request's row, and a key that only the server has. A reminder days later can so
 * carry the same link although the database holds nothing but its hash; neither half alone gives a link. See docs/decisions.
 *
 * @param secret a secret of the server, from which the key is derived.
 * @param appUrl the address that people open.
 */
export function createRequestLinks({ secret, appUrl }: { secret: string; appUrl: string }): RequestLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'links of document requests', 32));
  return {
    newSeed: () => randomBytes(16).toString('base64url'),
    transactionId: (requestId, seed) =>
      createHmac('sha256', key).update(`${requestId}\n${seed}`).digest('base64url'),
    url: (transactionId) => `${appUrl.replace(/\/+$/, '')}/document_request/${transactionId}`,
  };
}
