import { createTransport } from 'nodemailer';

/** One mail in plain text. */
export interface OutgoingMail {
  /** Names it for ever: a mail sent twice carries the same Message-ID, by which mail servers tell it is one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** What it is, for whoever reads headers: `document request`. */
  kind: string;
}

export type MailOutcome =
  | { ok: true }
  /** `reason`: the mail server's code and the step, without what was sent. `isFinal`: trying again does not help. */
  | { ok: false; reason: string; isFinal: boolean };

export interface MailTransport {
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): void;
}

export interface MailEnv {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  smtpUrl: string;
  /** `Assay <no-reply@example.com>`. */
  from: string;
}

const timeoutMs = 15_000;

interface SmtpError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

/** A refusal by its codes alone: what a server says may repeat what was sent to it. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, command, responseCode } = (error ?? {}) as SmtpError;
  const said = [responseCode, code, command].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  const isFinal =
    typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600 && code !== 'EAUTH';
  return { ok: false, reason: said.join(' ') || 'no answer', isFinal };
}

/** The host that Message-IDs name: the one that mail is from. */
function hostOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** Mail over SMTP. It never throws for what a mail server does, and nothing of a mail is logged. */
export function createMailTransport({ smtpUrl, from }: MailEnv): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, kind }) {
      try {
        await transport.sendMail({
          from,
          // As an address and not as text to parse: a comma in it is no second recipient.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${hostOf(from)}>`,
          headers: { 'X-Assay-Kind': kind, 'Auto-Submitted': 'auto-generated' },
        });
        return { ok: true };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}
