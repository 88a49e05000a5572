import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type RequestMailKind, requestMailText } from '#rules/document-requests/mail-text.ts';
import { waitsForRecipient } from '#rules/document-requests/progress.ts';
import { openAlert } from '../alerts/open-alerts.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import type { MailTransport } from '../mail/transport.ts';
import { hashOfTransactionId, type RequestLinks } from './links.ts';
import {
  insertMail,
  type MailRow,
  type RequestRow,
  readCompany,
  readItemRows,
  readRequestRow,
} from './store.ts';

type Trx = Transaction<Schema>;

const jobName = 'send-request-mails';

/** A mail that is under way belongs to whoever took it for so long; then it counts as not sent. */
const leaseSeconds = 10 * 60;

/** How long after each failed attempt the next one comes; after the last the mail has failed. */
const retryAfterMinutes = [1, 5, 15, 60, 240, 720] as const;

const mailsPerRun = 50;

/**
 * Writes a mail about a request that the transaction has locked, to be sent after the commit. Nothing happens where there is no address,
 * or where the same cause was mailed before.
 *
 * @returns whether a mail will go out.
 */
export async function queueMail(
  trx: Trx,
  deps: { now: () => Date },
  request: Pick<RequestRow, 'company_id' | 'id' | 'link_number' | 'recipient_email'>,
  { kind, cause }: { kind: RequestMailKind; cause: string },
): Promise<boolean> {
  if (request.recipient_email === null) return false;
  const at = deps.now();
  return insertMail(trx, {
    company_id: request.company_id,
    id: uuidv7({ msecs: at.getTime() }),
    request_id: request.id,
    link_number: request.link_number,
    kind,
    to_address: request.recipient_email,
    cause: `${request.link_number}:${cause}`,
    next_attempt_at: at.toISOString(),
    created_at: at.toISOString(),
  });
}

export interface SendMailDeps {
  db: Kysely<Schema>;
  links: RequestLinks;
  mail: MailTransport;
  now: () => Date;
}

/** Takes a mail for this process alone, or gives undefined where another has it or it is not due. */
async function claim(trx: Trx, id: string, now: Date): Promise<MailRow | undefined> {
  return trx
    .updateTable('document_request_mails')
    .set((eb) => ({
      status: 'sending',
      attempts: eb('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + leaseSeconds * 1000).toISOString(),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .where('next_attempt_at', '<=', now.toISOString())
    .returningAll()
    .executeTakeFirst();
}

async function settle(
  trx: Trx,
  id: string,
  changes: Partial<Pick<MailRow, 'status' | 'sent_at' | 'last_error' | 'next_attempt_at'>>,
): Promise<void> {
  await trx.updateTable('document_request_mails').set(changes).where('id', '=', id).execute();
}

/** What the mail says now; undefined where it has nothing to say any more: another link, or nothing is waited for. */
async function compose(trx: Trx, links: RequestLinks, mail: MailRow) {
  const request = await readRequestRow(trx, mail.request_id);
  if (request === undefined || request.link_number !== mail.link_number) return undefined;
  if (!waitsForRecipient(request.status) || request.link_seed === null) return undefined;
  const transactionId = links.transactionId(request.id, request.link_seed);
  // The server's key is another one than when the link was made: what would be sent leads nowhere.
  if (hashOfTransactionId(transactionId) !== request.link_hash) return undefined;
  const items = await readItemRows(trx, request.id);
  const missing = items.filter(({ status }) =>
    mail.kind === 'changes' ? status === 'rejected' : status === 'requested' || status === 'rejected',
  );
  if (missing.length === 0) return undefined;
  const company = await readCompany(trx);
  return requestMailText({
    kind: mail.kind,
    companyName: company.name,
    recipientName: request.recipient_name,
    message: request.message,
    dueOn: request.due_on,
    itemLabels: missing.map(({ label }) => label),
    link: links.url(transactionId),
  });
}

async function markFailed(
  deps: SendMailDeps,
  mail: MailRow,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  const minutes = isFinal ? undefined : retryAfterMinutes[mail.attempts - 1];
  const now = deps.now();
  await asTenant(deps.db, mail.company_id, async (trx) => {
    if (minutes !== undefined) {
      const next = new Date(now.getTime() + minutes * 60_000).toISOString();
      await settle(trx, mail.id, { status: 'queued', last_error: reason, next_attempt_at: next });
      return;
    }
    await settle(trx, mail.id, { status: 'failed', last_error: reason });
    const request = await readRequestRow(trx, mail.request_id);
    if (request === undefined) return;
    const by = {
      companyId: mail.company_id,
      actor: { type: 'system', id: jobName, role: 'job' },
      requestId: jobName,
    } as const;
    await openAlert(trx, deps, by, {
      type: 'other',
      resourceType: 'clients',
      resourceId: request.client_id,
      severity: 'medium',
      summary:
        'A mail about a document request could not be delivered. Check the address and send the request again, or hand the link over yourself.',
      dedupeKey: `requestMail:${mail.id}`,
    });
  });
}

type Outcome = 'sent' | 'failed' | 'dropped' | 'notOurs';

async function sendOne(
  deps: SendMailDeps,
  { company_id, id }: Pick<MailRow, 'company_id' | 'id'>,
): Promise<Outcome> {
  const taken = await asTenant(deps.db, company_id, async (trx) => {
    const mail = await claim(trx, id, deps.now());
    if (mail === undefined) return undefined;
    const words = await compose(trx, deps.links, mail);
    if (words === undefined) await settle(trx, id, { status: 'dropped' });
    return { mail, words };
  });
  if (taken === undefined) return 'notOurs';
  const { mail, words } = taken;
  if (words === undefined) return 'dropped';
  const outcome = await deps.mail.send({
    id: mail.id,
    to: mail.to_address,
    kind: 'document request',
    ...words,
  });
  if (!outcome.ok) {
    await markFailed(deps, mail, outcome);
    return 'failed';
  }
  const sentAt = deps.now().toISOString();
  await asTenant(deps.db, company_id, (trx) =>
    settle(trx, id, { status: 'sent', sent_at: sentAt, last_error: null }),
  );
  return 'sent';
}

/**
 * Sends the mails about document requests that are due, of every company. It may run twice and on several servers: each takes a mail for
 * itself first. A server that dies between the mail server's yes and its own note sends it once more, under the same Message-ID.
 */
export async function sendRequestMails(
  deps: SendMailDeps,
): Promise<Record<Exclude<Outcome, 'notOurs'>, number>> {
  const due = await asJobs(deps.db, (trx) =>
    trx
      .selectFrom('document_request_mails')
      .select(['company_id', 'id'])
      .where('status', 'in', ['queued', 'sending'])
      .where('next_attempt_at', '<=', deps.now().toISOString())
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(mailsPerRun)
      .execute(),
  );
  const counts = { sent: 0, failed: 0, dropped: 0 };
  for (const one of due) {
    const outcome = await sendOne(deps, one);
    if (outcome !== 'notOurs') counts[outcome] += 1;
  }
  return counts;
}
