import type { Kysely } from 'kysely';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { EmailKind } from './emails.ts';
import type { OutboxReceiver, OutboxReceivers } from './outbox-receivers.ts';
import { claimEmail, finaliseEmail, listDueEmails, type OutboxEmail } from './store.ts';

/** The queue of the job that sends the outbox, and its name in the audit log. */
export const sendOutboxJob = 'send-request-mails';

/** The table pairs each kind with its receiver, which the type of a row of any kind cannot say. */
const getReceiver = (receivers: OutboxReceivers, kind: EmailKind) =>
  receivers[kind] as OutboxReceiver<EmailKind> | undefined;

export interface SendOutboxDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Lease of a claimed email; after it expires the email counts as not sent. */
const leaseSeconds = 10 * 60;

/** Minutes until the next attempt, by the number of failed ones; after the last the email has failed. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

/** A run must end within the queue's time limit of a job, even if the mail server does not respond. */
const maxEmailsPerRun = 50;

/** Minutes until the next attempt after a number of failures; undefined after the last. */
function minutesUntilRetry(
  attempts: number,
  { isFinal, retriesForever }: { isFinal: boolean; retriesForever: boolean },
): number | undefined {
  if (retriesForever) return retryMinutes[attempts - 1] ?? retryMinutes.at(-1);
  return isFinal ? undefined : retryMinutes[attempts - 1];
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

type Outcome = 'sent' | 'failed' | 'dropped';

/** Claims one email and sends it; undefined if another process has it. */
async function sendOne(
  deps: SendOutboxDeps,
  receivers: OutboxReceivers,
  { companyId, id }: Pick<OutboxEmail, 'companyId' | 'id'>,
): Promise<Outcome | undefined> {
  const now = deps.now();
  const claimed = await asTenant(deps.db, companyId, async (trx) => {
    const email = await claimEmail(trx, id, { now: now.toISOString(), leaseEnd: after(now, leaseSeconds) });
    const receiver = email && getReceiver(receivers, email.kind);
    if (email === undefined || receiver === undefined) return undefined;
    const deliver = await receiver.prepare(trx, email);
    if (deliver === undefined) await finaliseEmail(trx, email, { status: 'dropped' });
    return { email, receiver, deliver };
  });
  if (claimed === undefined) return undefined;
  const { email, receiver, deliver } = claimed;
  if (deliver === undefined) return 'dropped';
  const outcome = await deliver();
  if (outcome.ok) {
    const sent_at = deps.now().toISOString();
    await asTenant(deps.db, companyId, async (trx) => {
      if (await finaliseEmail(trx, email, { status: 'sent', sent_at, last_error: null })) {
        await receiver.afterSent?.(trx, email);
      }
    });
    return 'sent';
  }
  const { reason: last_error, isFinal } = outcome;
  const minutes = minutesUntilRetry(email.attempts, {
    isFinal,
    retriesForever: receiver.retriesForever ?? false,
  });
  await inWork(deps, jobActor(companyId, sendOutboxJob), async (work) => {
    if (minutes !== undefined) {
      const due_at = after(deps.now(), minutes * 60);
      await finaliseEmail(work.trx, email, { status: 'queued', last_error, due_at });
      return;
    }
    if (await finaliseEmail(work.trx, email, { status: 'failed', last_error })) {
      await receiver.giveUp?.(work, email);
    }
  });
  return 'failed';
}

/**
 * Sends the due emails of all companies' outboxes, those about one record in order. Safe to run concurrently on several servers: each
 * claims an email first. If a server stops between the mail server's reply and saving the outcome, the email is sent again with the
 * same Message-ID.
 */
export async function sendOutbox(
  deps: SendOutboxDeps,
  receivers: OutboxReceivers,
): Promise<Record<Outcome, number>> {
  const kinds = (Object.keys(receivers) as EmailKind[]).filter((kind) => receivers[kind] !== undefined);
  const counts = { sent: 0, failed: 0, dropped: 0 };
  for (let claimed = 0; claimed < maxEmailsPerRun && kinds.length > 0; ) {
    const due = await listDueEmails(deps.db, {
      kinds,
      now: deps.now().toISOString(),
      limit: maxEmailsPerRun - claimed,
    });
    const before = claimed;
    for (const item of due) {
      const outcome = await sendOne(deps, receivers, item);
      if (outcome === undefined) continue;
      claimed += 1;
      counts[outcome] += 1;
    }
    // The remaining emails are being sent by other processes.
    if (claimed === before) break;
  }
  return counts;
}
