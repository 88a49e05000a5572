import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openJournal } from '../journal.ts';

/** A message that a sandbox service would have sent. */
export type Mail = {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Service and purpose, for example `sign-in code`. */
  kind: string;
  /** One-time code of the message, if any, for tests and the page. */
  code?: string;
  /** Main link of the message, if any. */
  link?: string;
};

export type SentEmail = Mail & {
  id: string;
  /** ISO time. */
  sentAt: string;
};

export type Outbox = {
  send(mail: Mail): SentEmail;
  /** Newest first. @param to an address or part of it, ignoring case; @param limit maximum number */
  list(filter?: { to?: string; limit?: number }): SentEmail[];
  get(id: string): SentEmail | undefined;
  close(): void;
};

const maxRetained = 500;

/** Email stored in `stateDir/outbox.jsonl`: the last 500 messages, retained across restarts and kills. */
export function openOutbox(deps: { stateDir: string; now: () => Date }): Outbox {
  const journal = openJournal(join(deps.stateDir, 'outbox.jsonl'));
  const mails = journal.collection<SentEmail>('mails');
  return {
    send(mail) {
      const sent: SentEmail = { ...mail, id: randomUUID(), sentAt: deps.now().toISOString() };
      const oldest = mails.values().slice(0, -(maxRetained - 1));
      journal.together(() => {
        for (const { id } of oldest) mails.remove(id);
        mails.put(sent.id, sent);
      });
      return sent;
    },
    list({ to = '', limit = maxRetained } = {}) {
      const wanted = to.trim().toLowerCase();
      return mails
        .values()
        .filter((mail) => mail.to.toLowerCase().includes(wanted))
        .reverse()
        .slice(0, limit);
    },
    get: (id) => mails.get(id),
    close: () => journal.close(),
  };
}
