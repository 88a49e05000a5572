import type { faultTexts } from '#rules/audit/audit-proofs.mjs';
import type { Trx } from '../database/tables/schema.ts';
import type { PublicSigningKey, SigningKeys } from './signing-keys.ts';

/** What is wrong with an event or a batch; `faultTexts` has the words. */
export type Fault = keyof typeof faultTexts;

/** The first invalid event, and the reason. */
export type Broken = { seq: number; fault: Fault };

/** Runs work in a short transaction that may read the chain: of its company, or of the jobs. */
export type Within = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/**
 * Batches as written outside the database: a digest of each by its number, null where two lines contradict each other.
 */
export interface PublishedHeads {
  byNumber: ReadonlyMap<number, string | null>;
}

/** Keys that verify the log, and what was written of it outside the database. */
export interface VerifyDeps {
  /** Shared keys of a former version, which signed heads of chains with them; current and past. Without any, these heads are not compared. */
  auditKeys: readonly string[];
  /** Public keys that batches may be signed with. */
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
  /** Private keys, which verify the heads of chains; without them heads are compared with events alone. */
  signingKeys?: SigningKeys | undefined;
  /** Batches as written outside the database. */
  published?: PublishedHeads | undefined;
  now: () => Date;
}
