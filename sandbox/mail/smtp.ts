import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Outbox } from '../outbox/store.ts';
import { readMessage } from './message.ts';

export type EmailServerOptions = {
  /** Called for each recipient; a number rejects with that SMTP code, such as 450 (temporary) or 550 (permanent). */
  refuse?: (recipient: string) => number | undefined;
};

const maxEmailBytes = 1024 * 1024;

type DataStream = Parameters<NonNullable<SMTPServerOptions['onData']>>[0];

async function getBytes(stream: DataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * An SMTP server that stores messages in the outbox instead of delivering them. A message repeated under its Message-ID
 * is accepted and stored once.
 */
export async function startEmailServer({
  outbox,
  host,
  refuse,
}: EmailServerOptions & { outbox: Outbox; host: string }): Promise<{ url: string; close(): Promise<void> }> {
  const seen = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    size: maxEmailBytes,
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address);
      done(code === undefined ? null : Object.assign(new Error('refused here'), { responseCode: code }));
    },
    onData(stream, session, done) {
      getBytes(stream)
        .then((bytes) => {
          const { id, ...mail } = readMessage(bytes);
          const isKnown = id !== undefined && seen.has(id);
          if (id !== undefined) seen.add(id);
          for (const { address } of isKnown ? [] : session.envelope.rcptTo)
            outbox.send({ ...mail, to: address });
          done();
        })
        .catch((error: unknown) =>
          done(error instanceof Error ? error : new Error('The email cannot be read.')),
        );
    },
  });
  // Connection errors are the sender's to handle.
  server.on('error', () => undefined);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, host, () => {
      server.off('error', failed);
      listening();
    });
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
