import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../kernel/command/work.ts';
import type { EmailKind, EmailPayloads } from './emails.ts';
import { insertEmail } from './store.ts';

export interface NewEmail<Kind extends EmailKind> {
  kind: Kind;
  /** Subject record, such as `documentRequest:` with the request's id. Emails about one record are sent in order. */
  record: string;
  /** Cause of the email: at most one email per record and cause. */
  cause: string;
  /** The client the email is about. Destroying the client's record deletes it. */
  clientId?: string;
  payload: EmailPayloads[Kind];
}

/**
 * Writes an email to the outbox, in the work's transaction: it is sent if and only if that commits. The record must be locked, so that
 * its emails are in the order of the commands.
 * @param wakeOutbox starts sending after the commit; without it the email is sent within a minute.
 * @returns whether an email will be sent: false if the same cause already has one.
 */
export async function enqueueEmail<Kind extends EmailKind>(
  { trx, by, time, at, afterCommit }: Work,
  { wakeOutbox }: { wakeOutbox?: (() => void) | undefined },
  { kind, record, cause, clientId, payload }: NewEmail<Kind>,
): Promise<boolean> {
  const { companyId } = by;
  if (companyId === null) throw new Error('An outbox email must belong to a company.');
  const id = uuidv7({ msecs: time().getTime() });
  const isNew = await insertEmail(trx, {
    companyId,
    id,
    record,
    kind,
    cause,
    clientId: clientId ?? null,
    payload,
    at,
  });
  if (isNew && wakeOutbox !== undefined) afterCommit(wakeOutbox);
  return isNew;
}
