import { type Kysely, sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import type { EmailKind, EmailPayloads } from './emails.ts';

/** An email of the outbox. */
export interface OutboxEmail<Kind extends EmailKind = EmailKind> {
  companyId: string;
  id: string;
  kind: Kind;
  payload: EmailPayloads[Kind];
  status: Schema['outbox']['status'];
  attempts: number;
  createdAt: string;
  sentAt: string | null;
}

const columns = [
  'company_id as companyId',
  'id',
  'kind',
  'payload',
  'status',
  'attempts',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const;

const unsent = ['queued', 'sending'] as const;

/** No earlier email about the same record waits to be sent. */
const isFirstUnsent = sql<boolean>`NOT EXISTS (
  SELECT FROM outbox e
   WHERE e.company_id = o.company_id AND e.record = o.record AND e.sequence < o.sequence
     AND e.status IN ('queued', 'sending'))`;

/** Inserts an email. @returns false if the same cause already has one. */
export async function insertEmail(
  trx: Trx,
  email: {
    companyId: string;
    id: string;
    record: string;
    kind: EmailKind;
    cause: string;
    clientId: string | null;
    payload: unknown;
    at: string;
  },
): Promise<boolean> {
  const written = await trx
    .insertInto('outbox')
    .values({
      company_id: email.companyId,
      id: email.id,
      record: email.record,
      kind: email.kind,
      cause: email.cause,
      client_id: email.clientId,
      payload: JSON.stringify(email.payload),
      status: 'queued',
      due_at: email.at,
      last_error: null,
      created_at: email.at,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'record', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Emails of one kind about a record, oldest first. */
export async function readEmailsFor<Kind extends EmailKind>(
  trx: Trx,
  kind: Kind,
  record: string,
): Promise<OutboxEmail<Kind>[]> {
  const rows = await trx
    .selectFrom('outbox')
    .select(columns)
    .where('record', '=', record)
    .where('kind', '=', kind)
    .orderBy('sequence')
    .execute();
  return rows as OutboxEmail<Kind>[];
}

/** Due emails of these kinds, of all companies, without an earlier unsent email about the same record. */
export function listDueEmails(
  db: Kysely<Schema>,
  { kinds, now, limit }: { kinds: readonly EmailKind[]; now: string; limit: number },
): Promise<{ companyId: string; id: string }[]> {
  return asJobs(db, (trx) =>
    trx
      .selectFrom('outbox as o')
      .select(['o.company_id as companyId', 'o.id'])
      .where('o.status', 'in', unsent)
      .where('o.due_at', '<=', now)
      .where('o.kind', 'in', kinds)
      .where(isFirstUnsent)
      .orderBy('o.due_at')
      .orderBy('o.id')
      .limit(limit)
      .execute(),
  );
}

/**
 * Claims an email for this process until the lease ends. Exactly one of several processes gets it.
 * @returns undefined if another process has it, it is not due, or an earlier email about its record is unsent.
 */
export async function claimEmail(
  trx: Trx,
  id: string,
  { now, leaseEnd }: { now: string; leaseEnd: string },
): Promise<OutboxEmail | undefined> {
  const free = await trx
    .selectFrom('outbox as o')
    .select('o.id')
    .where('o.id', '=', id)
    .where('o.status', 'in', unsent)
    .where('o.due_at', '<=', now)
    .where(isFirstUnsent)
    .forUpdate('o')
    .skipLocked()
    .executeTakeFirst();
  if (free === undefined) return undefined;
  const claimed = await trx
    .updateTable('outbox')
    .set((eb) => ({ status: 'sending', attempts: eb('attempts', '+', 1), due_at: leaseEnd }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return claimed as OutboxEmail;
}

/** Saves the outcome of an attempt. @returns false if the lease has ended and another process has claimed the email since. */
export async function finaliseEmail(
  trx: Trx,
  { id, attempts }: Pick<OutboxEmail, 'id' | 'attempts'>,
  outcome:
    | { status: 'dropped' }
    | { status: 'sent'; sent_at: string; last_error: null }
    | { status: 'failed'; last_error: string }
    | { status: 'queued'; last_error: string; due_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Drops the unsent emails of a company of one kind. */
export async function dropEmails(trx: Trx, companyId: string, kind: EmailKind): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ status: 'dropped' })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('status', 'in', unsent)
    .execute();
}
