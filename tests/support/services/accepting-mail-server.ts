import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { readMessage } from '#sandbox/mail/message.ts';

export interface AcceptedEmail {
  to: string;
  messageId: string;
}

/** Steps of one delivery at which a test can intervene. */
export interface DeliverySteps {
  /** Before any part of the email has arrived; `to` is the recipient. */
  onRecipient(to: string): Promise<void>;
  /** The email is accepted, before the sender is notified. */
  onAccepted(to: string): Promise<void>;
  /** The reply to the sender is being sent. */
  onReplied(to: string): void;
}

export interface AcceptingEmailServer {
  /** `smtp://…`. */
  url: string;
  /** Accepted emails so far, repetitions included. */
  accepted: readonly AcceptedEmail[];
  close(): Promise<void>;
}

/** A mail server on a free port that accepts every email and records each acceptance: unlike the sandbox's, it hides no repetition. */
export async function startAcceptingEmailServer(steps: DeliverySteps): Promise<AcceptingEmailServer> {
  const accepted: AcceptedEmail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      steps.onRecipient(address).then(() => done(), done);
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      buffer(stream)
        .then(async (bytes) => {
          accepted.push({ to, messageId: readMessage(bytes).id ?? '' });
          await steps.onAccepted(to);
          done();
          steps.onReplied(to);
        })
        .catch(done);
    },
  });
  // Senders are killed in these tests: a broken connection is expected.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
