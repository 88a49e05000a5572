import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openJournal } from '../journal.ts';

/** A message that a stand-in would have sent. */
export type Mail = {
  to: string;
  subject: string;
  /** Plain text, as the reader would see it. */
  text: string;
  /** What sent it and why, for example `sign-in code`. */
  kind: string;
  /** The one-time code in it, if any, so that tests and the page need not search the text. */
  code?: string;
  /** The one link that matters in it, if any. */
  link?: string;
};

export type SentMail = Mail & {
  id: string;
  /** ISO time. */
  sentAt: string;
};

export type Outbox = {
  send(mail: Mail): SentMail;
  /** Newest first. @param to whole address or a part of it, case does not matter; @param limit at most so many */
  list(filter?: { to?: string; limit?: number }): SentMail[];
  get(id: string): SentMail | undefined;
  close(): void;
};

const mostKept = 500;

/** Mail kept in `stateDir/outbox.jsonl`: the last 500, through restarts and kills. */
export function openOutbox(deps: { stateDir: string; now: () => Date }): Outbox {
  const journal = openJournal(join(deps.stateDir, 'outbox.jsonl'));
  const mails = journal.collection<SentMail>('mails');
  return {
    send(mail) {
      const sent: SentMail = { ...mail, id: randomUUID(), sentAt: deps.now().toISOString() };
      const oldest = mails.values().slice(0, -(mostKept - 1));
      journal.together(() => {
        for (const { id } of oldest) mails.remove(id);
        mails.put(sent.id, sent);
      });
      return sent;
    },
    list({ to = '', limit = mostKept } = {}) {
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
