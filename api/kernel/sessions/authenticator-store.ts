import { type Kysely, sql } from 'kysely';
import type { Instant } from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';

type Db = Kysely<Schema>;

/** The sealed key of an authenticator app. */
export interface SealedKey {
  masterKeyId: string;
  wrapped: string;
}

interface KeyRow {
  master_key_id: string;
  sealed_key: string;
}

const toSealedKey = ({ master_key_id: masterKeyId, sealed_key: wrapped }: KeyRow): SealedKey => ({
  masterKeyId,
  wrapped,
});

/** The key of a person's authenticator app; undefined without one, or if its key is at the identity service. */
export async function readAuthenticatorKey(db: Db, subject: string): Promise<SealedKey | undefined> {
  const { rows } = await sql<KeyRow>`
    SELECT master_key_id, sealed_key FROM authenticator_key_of(${subject})`.execute(db);
  return rows[0] && toSealedKey(rows[0]);
}

/**
 * Uses up the code of a period of 30 seconds, and with it those of earlier ones.
 * @returns true once, of several requests at once too
 */
export async function consumeAuthenticatorCode(db: Db, subject: string, step: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT use_authenticator_code(${subject}, ${step}::bigint) AS used`.execute(db);
  return rows[0]?.used === true;
}

/** A set-up of an authenticator app that no code has confirmed yet. */
interface SetUp {
  id: string;
  subject: string;
  sessionId: string;
  /** It replaces an app whose key is at the identity service, and was started with its code. */
  isRenewal: boolean;
  key: SealedKey;
  expiresAt: Instant;
}

/** Stores a set-up in place of the person's earlier one. */
export async function replaceSetUp(db: Db, setUp: SetUp): Promise<void> {
  const { id, subject, sessionId, isRenewal, key, expiresAt } = setUp;
  await sql`
    SELECT start_authenticator_set_up(${id}::uuid, ${subject}, ${sessionId}::uuid, ${isRenewal}, ${key.masterKeyId},
                                      ${key.wrapped}, ${expiresAt}::timestamptz)`.execute(db);
}

/** A set-up of the session; undefined if it has expired, was replaced, or was started in another session. */
export async function readSetUp(
  db: Db,
  { id, subject, sessionId, at }: { id: string; subject: string; sessionId: string; at: Instant },
): Promise<Pick<SetUp, 'isRenewal' | 'key'> | undefined> {
  const { rows } = await sql<KeyRow & { is_renewal: boolean }>`
    SELECT is_renewal, master_key_id, sealed_key
      FROM authenticator_set_up_of(${subject}, ${id}::uuid, ${sessionId}::uuid, ${at}::timestamptz)`.execute(
    db,
  );
  return rows[0] && { isRenewal: rows[0].is_renewal, key: toSealedKey(rows[0]) };
}

/**
 * Turns a set-up into the person's authenticator app, in place of one whose key is at the identity service.
 * @param app `step`: the period of the code that confirmed it, which is used up
 * @returns false if the set-up was replaced meanwhile, or the person has an app
 */
export async function insertAuthenticatorApp(
  db: Db,
  app: { id: string; subject: string; setUpId: string; step: number; label: string; at: Instant },
): Promise<boolean> {
  const { id, subject, setUpId, step, label, at } = app;
  const { rows } = await sql<{ added: boolean }>`
    SELECT add_authenticator_app(${id}::uuid, ${subject}, ${setUpId}::uuid, ${step}::bigint, ${label}, ${at}::timestamptz)
           AS added`.execute(db);
  return rows[0]?.added === true;
}

/**
 * Stores the authenticator app of the sandbox's demo admin, whose codes anyone may enter, again and again.
 * @param app `isNew`: false to replace one whose key is at the identity service, or seal the public key again, and otherwise do nothing
 * @throws an error of the database unless it is a sandbox's
 */
export async function setPublicAuthenticatorApp(
  db: Db,
  app: { id: string; subject: string; isNew: boolean; label: string; key: SealedKey; at: Instant },
): Promise<void> {
  const { id, subject, isNew, label, key, at } = app;
  await sql`
    SELECT set_public_authenticator_app(${id}::uuid, ${subject}, ${isNew}, ${label}, ${key.masterKeyId}, ${key.wrapped},
                                        ${at}::timestamptz)`.execute(db);
}

/**
 * Rewraps a batch of keys of apps and set-ups that another master key wraps, in one transaction.
 * @returns how many were rewrapped
 */
export function rewrapAuthenticatorKeys(
  db: Db,
  { newestId, limit }: { newestId: string; limit: number },
  rewrap: (subject: string, key: SealedKey) => SealedKey,
): Promise<number> {
  return asJobs(db, async (trx) => {
    const { rows } = await sql<KeyRow & { person: string; place: string }>`
      SELECT person, place, master_key_id, sealed_key
        FROM authenticator_keys_to_rewrap(${newestId}, ${limit})`.execute(trx);
    for (const row of rows) {
      const { masterKeyId, wrapped } = rewrap(row.person, toSealedKey(row));
      await sql`
        SELECT rewrap_authenticator_key(${row.person}, ${row.place}, ${row.sealed_key}, ${masterKeyId}, ${wrapped})`.execute(
        trx,
      );
    }
    return rows.length;
  });
}
