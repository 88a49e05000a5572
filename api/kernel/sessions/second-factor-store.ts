import { type Kysely, sql } from 'kysely';
import type { Instant } from '../database/tables/foundation-tables.ts';
import type { Schema } from '../database/tables/schema.ts';

type Db = Kysely<Schema>;

export interface SecondFactorRow {
  id: string;
  kind: 'totp' | 'passkey';
  label: string;
  /** Of a passkey: its id at the identity service. */
  credential_id: string | null;
  created_at: Instant;
  last_used_at: Instant | null;
  /** Of an authenticator app whose key is at the identity service: until when its codes count. */
  accepted_until: Instant | null;
}

/** Second factors of a person, oldest first. */
export async function listSecondFactors(db: Db, subject: string): Promise<SecondFactorRow[]> {
  const { rows } = await sql<SecondFactorRow>`
    SELECT id, kind, label, credential_id, created_at, last_used_at, accepted_until FROM second_factors_of(${subject})`.execute(
    db,
  );
  return rows;
}

/** Recovery codes of a person that are not used. */
export async function countRecoveryCodes(db: Db, subject: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`SELECT recovery_codes_left(${subject}) AS left`.execute(db);
  return rows[0]?.left ?? 0;
}

/** @returns false if the person has this passkey already */
export async function insertPasskey(
  db: Db,
  passkey: { id: string; subject: string; label: string; credentialId: string; at: Instant },
): Promise<boolean> {
  const { id, subject, label, credentialId, at } = passkey;
  const { rows } = await sql<{ added: boolean }>`
    SELECT add_passkey(${id}::uuid, ${subject}, ${label}, ${credentialId}, ${at}::timestamptz) AS added`.execute(
    db,
  );
  return rows[0]?.added === true;
}

export async function deleteSecondFactor(db: Db, subject: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ removed: boolean }>`
    SELECT remove_second_factor(${subject}, ${id}::uuid) AS removed`.execute(db);
  return rows[0]?.removed === true;
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(
  db: Db,
  subject: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`SELECT replace_recovery_codes(${subject}, ${[...hashes]}::text[])`.execute(db);
}

/** @returns true once for each code of the person */
export async function consumeRecoveryCode(
  db: Db,
  { subject, hash, at }: { subject: string; hash: string; at: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT use_recovery_code(${subject}, ${hash}, ${at}::timestamptz) AS used`.execute(db);
  return rows[0]?.used === true;
}

/** Records that a session has proved a second factor: a passkey by its id, an app, or a recovery code. */
export async function recordSecondFactor(
  db: Db,
  used: {
    subject: string;
    sessionId: string;
    kind: 'totp' | 'passkey' | 'recovery';
    credentialId: string | null;
    at: Instant;
  },
): Promise<void> {
  const { subject, sessionId, kind, credentialId, at } = used;
  await sql`SELECT record_second_factor(${subject}, ${sessionId}::uuid, ${kind}, ${credentialId}, ${at}::timestamptz)`.execute(
    db,
  );
}

/** Records that the session's person has entered their password again. */
export async function recordPasswordEntry(
  db: Db,
  { subject, sessionId, at }: { subject: string; sessionId: string; at: Instant },
): Promise<void> {
  await sql`SELECT record_password_entry(${subject}, ${sessionId}::uuid, ${at}::timestamptz)`.execute(db);
}
