import type { Kysely, Transaction } from 'kysely';
import type { VerificationProvider } from '../../integrations/verification-provider/provider.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';

/** What verifying individuals needs of the surroundings. */
export interface VerificationSettings {
  provider: VerificationProvider;
  /** Makes fingerprints and seals of documents. */
  idHmacKey: string;
  /** Where the provider calls back: the API's webhook, as the provider reaches it. */
  callbackUrl: string;
  /** All of them verify a callback. */
  callbackSecrets: readonly string[];
  /** Called for errors in the background. */
  onError: (error: unknown) => void;
  /** Called with background work, for callers that must await it. */
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
