import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { VerificationProvider } from '../verification-provider/provider.ts';

/** What verifying individuals needs of the surroundings. */
export interface VerificationSettings {
  provider: VerificationProvider;
  /** Makes fingerprints and seals of documents. */
  idHmacKey: string;
  /** Where the provider calls back: the API's webhook, as the provider reaches it. */
  callbackUrl: string;
  /** All of them verify a callback. */
  callbackSecrets: readonly string[];
  /** Told of what fails while nobody waits for it. */
  onError: (error: unknown) => void;
  /** Given what goes on in the background, for whoever has to wait for it. */
  onAsking?: (asking: Promise<unknown>) => void;
}

export interface VerificationsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  verification: VerificationSettings;
}

export type Trx = Transaction<Schema>;

/** Who acts, in a timeline: a member by id, or one of the others. */
export type TimelineActor = { type: 'member'; id: string } | { type: 'client' | 'system' | 'provider' };
