import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEmailTransport } from '#api/integrations/email/transport.ts';

/** Accepts ASCII alone, as most mail servers do. */
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  hideSMTPUTF8: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume().on('end', () => done());
  },
});
/** What the client sent, as it was sent: the server itself reads Punycode back. */
let sent = '';
beforeAll(async () => {
  server.server.on('connection', (socket: Socket) => {
    socket.on('data', (bytes) => {
      sent += bytes.toString('latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
});
beforeEach(() => {
  sent = '';
});
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

it.each([
  ['ivy@sample.māori.nz', 'ivy@sample.xn--mori-qsa.nz'],
  ['b@例え.テスト', 'b@xn--r8jz45g.xn--zckzah'],
  ['info@FAß.example', 'info@xn--fa-hia.example'],
  ['b@ｓａｍｐｌｅ．nz', 'b@sample.nz'],
  ['ana@example.test', 'ana@example.test'],
])('an email to %s is sent in ASCII, to %s', async (to, address) => {
  const { port } = server.server.address() as AddressInfo;
  const transport = createEmailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@example.test',
  });
  const outcome = await transport.send({
    id: 'one',
    to,
    subject: 'Tēnā koe',
    text: 'Kia ora, Māia',
    kind: 'test',
  });
  transport.close();
  expect(outcome).toEqual({ ok: true });
  expect(sent).toContain(`RCPT TO:<${address}>\r\n`);
  expect(sent).toContain(`\r\nTo: ${address}\r\n`);
  expect(sent).toMatch(/^\p{ASCII}*$/u);
});
