import { type Kysely, sql } from 'kysely';
import type { Instant } from '../database/tables/foundation-tables.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';

type Db = Kysely<Schema> | Trx;

export interface NewBrowserSession {
  id: string;
  /** The identity service's user id. */
  subject: string;
  secretHash: string;
  /** The company in use; null for a platform admin, and for a member who has yet to select one. */
  companyId: string | null;
  /** Its member has yet to select a company. */
  isChoosing: boolean;
  at: Instant;
  /** IP address of the browser. */
  address: string;
  /** The browser's description of itself, at most 300 characters. */
  device: string;
}

/** A session in the list of a person's sessions. */
export interface BrowserSessionRow {
  id: string;
  company_id: string | null;
  started_at: Instant;
  last_seen_at: Instant;
  address: string;
  device: string;
}

export async function insertBrowserSession(db: Db, session: NewBrowserSession): Promise<void> {
  const { id, subject, secretHash, companyId, isChoosing, at, address, device } = session;
  await sql`SELECT start_browser_session(${id}::uuid, ${subject}, ${secretHash}, ${companyId}::uuid, ${isChoosing},
    ${at}::timestamptz, ${address.slice(0, 64)}, ${device.slice(0, 300)})`.execute(db);
}

/** The session of a secret, if it has not been ended; it may be past its limits. */
export async function findBrowserSession(
  db: Db,
  secretHash: string,
  at: Instant,
): Promise<
  | {
      subject: string;
      started_at: Instant;
      last_seen_at: Instant;
      idle_minutes: number | null;
      max_hours: number | null;
    }
  | undefined
> {
  const { rows } = await sql<{
    subject: string;
    started_at: Instant;
    last_seen_at: Instant;
    idle_minutes: number | null;
    max_hours: number | null;
  }>`
    SELECT subject, started_at, last_seen_at, idle_minutes, max_hours FROM browser_session_by_secret(${secretHash}, ${at}::timestamptz)`.execute(
    db,
  );
  return rows[0];
}

/** Records a request as the session's last. */
export async function touchBrowserSession(
  db: Db,
  { id, at, address }: { id: string; at: Instant; address: string },
): Promise<void> {
  await sql`SELECT touch_browser_session(${id}::uuid, ${at}::timestamptz, ${address.slice(0, 64)})`.execute(
    db,
  );
}

/** Ends a session of the person. @returns false if it is not theirs, or has ended */
export async function endBrowserSession(
  db: Db,
  { subject, id, at }: { subject: string; id: string; at: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT end_browser_session(${subject}, ${id}::uuid, ${at}::timestamptz) AS ended`.execute(db);
  return rows[0]?.ended === true;
}

/** Ends the session of the person with this secret, if there is one. */
export async function endSessionOfSecret(
  db: Db,
  { subject, secretHash, at }: { subject: string; secretHash: string | undefined; at: Instant },
): Promise<void> {
  if (secretHash === undefined) return;
  await sql`SELECT end_session_of_secret(${subject}, ${secretHash}, ${at}::timestamptz)`.execute(db);
}

/** Ends all sessions of the person, except the one with this secret. @returns how many */
export async function endBrowserSessions(
  db: Db,
  { subject, exceptHash, at }: { subject: string; exceptHash?: string | undefined; at: Instant },
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    SELECT end_browser_sessions(${subject}, ${exceptHash ?? null}, ${at}::timestamptz) AS ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/** Puts a session of the person in a company. @returns false for a company that the person cannot use */
export async function moveToCompany(
  db: Db,
  {
    subject,
    sessionId,
    companyId,
    at,
  }: { subject: string; sessionId: string; companyId: string; at: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    SELECT use_company(${subject}, ${sessionId}::uuid, ${companyId}::uuid, ${at}::timestamptz) AS moved`.execute(
    db,
  );
  return rows[0]?.moved === true;
}

/**
 * After a person's membership ended: their sessions in that company have to select another one; without another company, all their
 * sessions end.
 * @returns true if the person has another company
 */
export async function leaveCompany(
  db: Db,
  { subject, companyId, at }: { subject: string; companyId: string; at: Instant },
): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    SELECT leave_company(${subject}, ${companyId}::uuid, ${at}::timestamptz) AS elsewhere`.execute(db);
  return rows[0]?.elsewhere === true;
}

/** Sessions of the person that were not ended and were seen since, last seen first, at most 200. */
export async function listBrowserSessions(
  db: Db,
  subject: string,
  since: Instant,
): Promise<BrowserSessionRow[]> {
  const { rows } = await sql<BrowserSessionRow>`
    SELECT id, company_id, started_at, last_seen_at, address, device
      FROM browser_sessions_of(${subject}, ${since}::timestamptz)`.execute(db);
  return rows;
}

/** How the browsers describe themselves in which the person signed in during the last 30 days. */
export async function listDevices(db: Db, subject: string): Promise<string[]> {
  const { rows } = await sql<{ device: string }>`SELECT device FROM devices_of(${subject})`.execute(db);
  return rows.map(({ device }) => device);
}
