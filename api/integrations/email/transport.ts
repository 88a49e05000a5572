import { createTransport } from 'nodemailer';

/** One plain-text email. */
export interface OutgoingEmail {
  /** Permanent id: a resent email has the same Message-ID, by which mail servers detect duplicates. */
  id: string;
  /** Its domain may be of any script; nodemailer sends it in ASCII. */
  to: string;
  subject: string;
  text: string;
  /** Kind of email, sent as a header: `document request`. */
  kind: string;
}

export type EmailOutcome =
  | { ok: true }
  /** `reason`: the mail server's code and the step, without any content. `isFinal`: retrying does not help. */
  | { ok: false; reason: string; isFinal: boolean };

export interface EmailTransport {
  send(mail: OutgoingEmail): Promise<EmailOutcome>;
  close(): void;
}

export interface EmailEnv {
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

/** A failure by its codes only: a server's message may repeat the content sent. */
function getOutcome(error: unknown): EmailOutcome {
  const { code, command, responseCode } = (error ?? {}) as SmtpError;
  const reasonParts = [responseCode, code, command].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  const isFinal =
    typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600 && code !== 'EAUTH';
  return { ok: false, reason: reasonParts.join(' ') || 'no answer', isFinal };
}

/** Host part of Message-IDs: the sender's domain. */
function getHost(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

/** Sends email over SMTP. Never throws for errors of the mail server, and logs no content of emails. */
export function createEmailTransport({ smtpUrl, from }: EmailEnv): EmailTransport {
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
          messageId: `<${id}@${getHost(from)}>`,
          headers: { 'X-Assay-Kind': kind, 'Auto-Submitted': 'auto-generated' },
        });
        return { ok: true };
      } catch (error) {
        return getOutcome(error);
      }
    },
    close: () => transport.close(),
  };
}
