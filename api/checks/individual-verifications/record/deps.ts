import type { Kysely } from 'kysely';
import type { VerificationProvider } from '../../../integrations/verification-provider/provider.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import type { SealingKey } from './encryption.ts';

/** Dependencies of verifying individuals. */
/** Includes the keys for digests and sealed values of documents. */
export interface VerificationSettings extends SealingKey {
  provider: VerificationProvider;
  /** The API's webhook URL, as reachable by the provider. */
  callbackUrl: string;
  /** All of them verify a callback. */
  callbackSecrets: readonly string[];
  /** Called for errors in the background. */
  onError: (error: unknown) => void;
  /** Called with background work, for callers that must await it. */
  onQuery?: (asking: Promise<unknown>) => void;
}

export interface VerificationsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  verification: VerificationSettings;
}

/** Actor in a timeline: a member by id, or another kind. */
export type TimelineActor = { type: 'member'; id: string } | { type: 'client' | 'system' | 'provider' };
