import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { EmailKind } from './emails.ts';
import type { OutboxEmail } from './store.ts';
import type { EmailOutcome, EmailTransport, OutgoingEmail } from './transport.ts';

/** Where rows of one kind go: an email to the mail server. This is all the job knows about a kind. */
export interface OutboxReceiver<Kind extends EmailKind> {
  /** Retries until the delivery succeeds, whatever the error. */
  retriesForever?: boolean;
  /** What to deliver, from the records as they are now; undefined where it is no longer needed. It is called in the transaction that claims the row. */
  prepare(trx: Trx, row: OutboxEmail<Kind>): Promise<(() => Promise<EmailOutcome>) | undefined>;
  /** What follows once a row is delivered, in the transaction that saves so. */
  afterSent?(trx: Trx, row: OutboxEmail<Kind>): Promise<void>;
  /** What follows once a row cannot be delivered. */
  giveUp?(work: Work, row: OutboxEmail<Kind>): Promise<void>;
}

/** Every kind with its receiver; undefined where this installation has no settings for it, and its rows wait. */
export type OutboxReceivers = { readonly [Kind in EmailKind]: OutboxReceiver<Kind> | undefined };

/** How one kind of email is sent. */
export interface EmailSender<Kind extends EmailKind>
  extends Pick<OutboxReceiver<Kind>, 'retriesForever' | 'afterSent' | 'giveUp'> {
  /** Names the kind in the email's headers: `document request`. */
  header: string;
  /** The email as it is now; undefined where it is no longer needed. */
  compose(
    trx: Trx,
    email: OutboxEmail<Kind>,
  ): Promise<Pick<OutgoingEmail, 'to' | 'subject' | 'text'> | undefined>;
}

/** Sends a kind of row as email. */
export function toEmailReceiver<Kind extends EmailKind>(
  mail: EmailTransport,
  { header, compose, retriesForever, afterSent, giveUp }: EmailSender<Kind>,
): OutboxReceiver<Kind> {
  return {
    ...(retriesForever === undefined ? {} : { retriesForever }),
    async prepare(trx, row) {
      const content = await compose(trx, row);
      return content && (() => mail.send({ id: row.id, kind: header, ...content }));
    },
    ...(afterSent === undefined ? {} : { afterSent }),
    ...(giveUp === undefined ? {} : { giveUp }),
  };
}
