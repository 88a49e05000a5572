import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withLimitedBody } from '#app/body-limit.server.ts';
import { clientAddressHeader, clientAddressSignature } from '#contract/clients/client-address.ts';
import { passOnToApi, reportReadiness } from '../../../server/pass-on.ts';

const webSecret = 'a secret of the web for this test alone';
const megabyte = 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'x');
const uploadPath = '/api/v1/documents/of/client/1';

/**
 * Most bytes between a sender and a receiver that does not read: the kernel's buffers of both connections (up to 10 MB each), and those of
 * the server.
 */
const mostUnderWay = 32 * megabyte;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The API of this test: each test decides how it responds. */
let api: Server;
let web: Server;
let handle: Handler;
/** Method and URL of what reached the API. */
let calls: string[] = [];
let connections: Socket[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listen(webApp: Hono<{ Bindings: HttpBindings }>): Promise<Server> {
  const server = serve({
    fetch: webApp.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  }) as Server;
  await once(server, 'listening');
  return server;
}

/** The web's port, as far as it passes on what is for the API. */
function openWeb(apiUrl: string): Promise<Server> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use('*', async (c, next) => {
    const limited = await withLimitedBody(c.req.raw);
    if (limited === undefined) return c.text('too large', 413);
    c.req.raw = limited;
    return next();
  });
  reportReadiness(app, apiUrl);
  passOnToApi(app, apiUrl, { trustedProxies: 0, webSecret });
  return listen(app);
}

beforeAll(async () => {
  api = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.on('error', () => undefined);
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  web = await openWeb(`http://127.0.0.1:${portOf(api)}`);
});
beforeEach(() => {
  calls = [];
  for (const socket of connections) socket.destroy();
  connections = [];
});
afterAll(() => {
  for (const socket of connections) socket.destroy();
  for (const server of [web, api]) {
    server.closeAllConnections();
    server.close();
  }
});

/** A connection to the web's port, whose bytes are written as they are. */
async function dial(): Promise<Socket> {
  const socket = connect(portOf(web), '127.0.0.1');
  socket.on('error', () => undefined);
  connections.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Text of a request's head. */
function head(line: string, headers: readonly string[] = []): string {
  return [line, 'Host: assay.test', ...headers, '', ''].join('\r\n');
}

const uploadHead = (...headers: string[]) =>
  head(`POST ${uploadPath} HTTP/1.1`, ['Content-Type: multipart/form-data; boundary=form', ...headers]);

/** What arrives on a connection, until it matches. */
async function receive(socket: Socket, until: RegExp): Promise<string> {
  let text = '';
  for (;;) {
    const found = socket.read() as Buffer | null;
    if (found !== null) text += found.toString('latin1');
    if (until.test(text)) return text;
    if (socket.readableEnded || socket.destroyed) throw new Error(`The connection ended after: ${text}`);
    if (found === null) await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}

/** Writes as long as a connection accepts bytes. @returns the number of bytes accepted so far */
function sendEndlessly(socket: Writable, bytes: Buffer, most: number): () => number {
  let accepted = 0;
  const next = () => {
    while (accepted < most && !socket.destroyed) {
      accepted += bytes.length;
      if (!socket.write(bytes)) return void socket.once('drain', next);
    }
  };
  next();
  return () => accepted - socket.writableLength;
}

/** Bytes of buffers that something still refers to. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The next request to the API; it is not answered. */
function nextRequest(): Promise<IncomingMessage> {
  return new Promise((done) => {
    handle = (request) => done(request);
  });
}

it('sends no faster than the API reads, and holds nothing that the API has read', async () => {
  const most = 72 * megabyte;
  const arriving = nextRequest();
  const sender = await dial();
  sender.write(`${uploadHead(`Content-Length: ${most + 1}`)}x`);
  const request = await arriving;
  const before = heldBytes();
  const accepted = sendEndlessly(sender, piece, most);
  let received = 0;
  let ahead = 0;
  while (received < most) {
    const chunk = request.read() as Buffer | null;
    received += chunk?.length ?? 0;
    // The sender has many turns for each chunk that the API takes.
    for (let turns = 0; turns < 8; turns += 1) await turn();
    ahead = Math.max(ahead, accepted() - received);
  }
  expect(ahead).toBeLessThan(mostUnderWay);
  expect(heldBytes() - before).toBeLessThan(mostUnderWay);
});

it('reads a response no faster than the sender does, and passes on its first bytes at once', async () => {
  const most = 72 * megabyte;
  let accepted = () => 0;
  handle = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': most });
    accepted = sendEndlessly(response, piece, most);
  };
  const sender = await dial();
  sender.write(head('GET /api/v1/evidence-packs/1 HTTP/1.1'));
  let received = (await receive(sender, /\r\n\r\n/)).length;
  const before = heldBytes();
  let ahead = 0;
  while (received < most) {
    received += (sender.read() as Buffer | null)?.length ?? 0;
    for (let turns = 0; turns < 8; turns += 1) await turn();
    ahead = Math.max(ahead, accepted() - received);
  }
  expect(ahead).toBeLessThan(mostUnderWay);
  expect(heldBytes() - before).toBeLessThan(mostUnderWay);

  let end = () => undefined as unknown;
  handle = (_, response) => {
    response.write('first');
    end = () => response.end('last');
  };
  const export_ = await dial();
  export_.write(head('GET /api/v1/clients/export HTTP/1.1'));
  await receive(export_, /first/);
  end();
  expect(await receive(export_, /\r\n0\r\n\r\n$/)).toContain('last');
});

it('ends the API’s request when the sender disconnects, while sending and while waiting', async () => {
  for (const [length, cut] of [
    ['Content-Length: 1000', true],
    ['Transfer-Encoding: chunked', true],
    ['Content-Length: 4', false],
  ] as const) {
    const arriving = nextRequest();
    const sender = await dial();
    sender.write(`${uploadHead(length)}4\r\n\n`);
    const request = await arriving;
    const ended = new Promise((done) => request.socket.once('close', done));
    if (!cut) await bodyOf(request);
    else request.resume();
    sender.destroy();
    await ended;
    expect([length, request.complete]).toEqual([length, !cut]);
  }
});

it('ends the API’s response when the sender disconnects', async () => {
  const closed = new Promise((done) => {
    handle = (_, response) => {
      response.once('close', done);
      response.write('first');
    };
  });
  const sender = await dial();
  sender.write(head('GET /api/v1/clients/export HTTP/1.1'));
  await receive(sender, /first/);
  sender.destroy();
  await closed;
});

const refusal = '{"status":413,"code":"request.tooLarge"}';

/** Refuses a request of which it reads nothing. */
function refuse(response: ServerResponse, status = 413): void {
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': refusal.length,
  });
  response.end(refusal);
}

it.each([
  ['Content-Length', `Content-Length: ${8 * megabyte}`],
  ['chunks', 'Transfer-Encoding: chunked'],
])(
  'delivers an early response to a sender that reads once everything is sent, with %s',
  async (_, length) => {
    const apiEnded = new Promise((done) => {
      handle = (request, response) => {
        request.socket.once('close', done);
        refuse(response);
      };
    });
    const sender = await dial();
    const isChunked = length.startsWith('Transfer');
    const whole = isChunked
      ? Buffer.concat([Buffer.from(`${(8 * megabyte).toString(16)}\r\n`), Buffer.alloc(8 * megabyte, 'x')])
      : Buffer.alloc(8 * megabyte, 'x');
    sender.write(uploadHead(length));
    await new Promise((done) => sender.write(whole, done));
    if (isChunked) sender.write('\r\n0\r\n\r\n');
    const text = await receive(sender, /tooLarge"}/);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    await apiEnded;

    // The connection is whole: the next request on it is answered as itself.
    handle = (_, response) => response.end('the second');
    sender.write(head('GET /api/v1/second HTTP/1.1'));
    await receive(sender, /the second/);
    expect(calls).toEqual([`POST ${uploadPath}`, 'GET /api/v1/second']);
  },
);

it('closes the connection of a sender that goes on sending after the response', async () => {
  handle = (_, response) => refuse(response);
  const sender = await dial();
  sender.write(uploadHead(`Content-Length: ${1024 * megabyte}`));
  const accepted = sendEndlessly(sender, piece, 1024 * megabyte);
  expect(await receive(sender, /tooLarge"}/)).toMatch(/^HTTP\/1\.1 413 /);
  await new Promise((done) => sender.resume().once('close', done));
  // What is discarded for the sender's sake, and what was under way.
  expect(accepted()).toBeLessThan(16 * megabyte + mostUnderWay);
});

it('takes nothing of an unread body for another request', async () => {
  handle = (_, response) => refuse(response, 401);
  const smuggled = head('GET /api/v1/smuggled HTTP/1.1');
  const sender = await dial();
  sender.write(`${uploadHead(`Content-Length: ${smuggled.length}`)}${smuggled}`);
  expect(await receive(sender, /tooLarge"}/)).toMatch(/^HTTP\/1\.1 401 /);
  handle = (_, response) => response.end('the second');
  sender.write(head('GET /api/v1/second HTTP/1.1'));
  await receive(sender, /the second/);

  // Without a body in its method, a request has none for the API either.
  const reading = await dial();
  reading.write(
    head('GET /api/v1/third HTTP/1.1', [`Content-Length: ${smuggled.length}`]) +
      smuggled +
      head('GET /api/v1/fourth HTTP/1.1'),
  );
  await receive(reading, /the second[\s\S]*the second/);
  expect(calls).toEqual([
    `POST ${uploadPath}`,
    'GET /api/v1/second',
    'GET /api/v1/third',
    'GET /api/v1/fourth',
  ]);
});

it.each([
  ['two lengths', uploadHead('Content-Length: 4', 'Content-Length: 5')],
  ['a length and chunks', uploadHead('Content-Length: 4', 'Transfer-Encoding: chunked')],
  ['chunks that are not the last encoding', uploadHead('Transfer-Encoding: chunked, gzip')],
])('rejects a request with %s', async (_, text) => {
  const sender = await dial();
  sender.write(`${text}0\r\n\r\n`);
  expect(await receive(sender, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /);
  expect(calls).toEqual([]);
});

it('passes on whole bodies however they are framed, and their framing never', async () => {
  const received: { body: string; headers: IncomingMessage['headers'] }[] = [];
  handle = (request, response) => {
    void bodyOf(request).then((body) => {
      received.push({ body: body.toString(), headers: request.headers });
      response.end('{}');
    });
  };
  const chunked = '4\r\none \r\n3\r\ntwo\r\n0\r\nX-Trailer: 1\r\n\r\n';
  for (const [headers, body] of [
    [['Content-Length: 7'], 'one two'],
    [['Transfer-Encoding: chunked', 'Trailer: X-Trailer', 'TE: trailers'], chunked],
    [['Content-Length: 7', 'Expect: 100-continue'], 'one two'],
    [['Content-Length: 7', 'Connection: content-length'], 'one two'],
    [['Content-Length: 0'], ''],
  ] as const) {
    for (const type of ['multipart/form-data; boundary=form', 'application/json']) {
      const sender = await dial();
      sender.write(head(`POST ${uploadPath} HTTP/1.1`, [`Content-Type: ${type}`, ...headers]));
      // Byte by byte, as from a slow connection.
      for (const byte of body) {
        sender.write(byte);
        await turn();
      }
      expect(await receive(sender, /\{\}/)).toContain('HTTP/1.1 200 ');
    }
  }
  expect(received.map(({ body }) => body)).toEqual([...Array(8).fill('one two'), '', '']);
  for (const { headers } of received) {
    expect(headers['x-trailer'] ?? headers.trailer ?? headers.te ?? headers.expect).toBeUndefined();
    expect([headers['transfer-encoding'], headers['content-length']]).toSatisfy(
      ([coding, length]) => (coding === undefined) !== (length === undefined),
    );
  }
});

it('removes the headers of one connection in both directions, and replaces the address', async () => {
  let received: IncomingMessage['headers'] = {};
  let raw: string[] = [];
  handle = (request, response) => {
    received = request.headers;
    raw = request.rawHeaders;
    response.setHeader('Connection', 'X-Bar, keep-alive').setHeader('X-Bar', '1').setHeader('X-Kept', '1');
    response.setHeader('Set-Cookie', ['a=1', 'b=2']).end('{}');
  };
  const sender = await dial();
  const dropped = [
    'X-Foo: 1',
    'Keep-Alive: timeout=5',
    'Proxy-Authorization: Basic eA==',
    'Proxy-Connection: x',
  ];
  sender.write(
    head('GET /api/v1/login HTTP/1.1', [
      `Connection: x-foo, not a name,, ${clientAddressHeader}, keep-alive`,
      ...dropped,
      `${clientAddressHeader.toLowerCase()}: 203.0.113.9;t=1;s=00`,
      `${clientAddressHeader.toUpperCase()}: 203.0.113.9;t=1;s=00`,
      'X-Kept: 1',
    ]),
  );
  const text = await receive(sender, /\{\}/);
  expect(text).not.toMatch(/x-bar/i);
  expect(text.match(/set-cookie: [ab]=\d/gi)).toHaveLength(2);
  expect(text).toMatch(/x-kept: 1/i);
  for (const line of dropped) expect(received).not.toHaveProperty((line.split(':')[0] ?? '').toLowerCase());
  expect(received).toMatchObject({ 'x-kept': '1', connection: 'keep-alive' });
  const name = clientAddressHeader.toLowerCase();
  expect(raw.filter((each) => each.toLowerCase() === name)).toHaveLength(1);
  const [ip, time, signature] = String(received[name]).split(';');
  expect(ip).toBe('127.0.0.1');
  expect(signature).toBe(
    `s=${clientAddressSignature('127.0.0.1', Number(time?.slice(2)), webSecret, 'passedOn')}`,
  );
});

it('passes on compressed, empty and redirecting responses unmodified', async () => {
  const zipped = gzipSync('text '.repeat(1000));
  handle = (request, response) => {
    const [, status = '200'] = /status=(\d+)/.exec(request.url ?? '') ?? [];
    if (status === '302') response.setHeader('Location', '/api/v1/elsewhere');
    if (status !== '200') return void response.writeHead(Number(status)).end();
    response.setHeader('Content-Encoding', 'gzip').setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Content-Length', zipped.length).end(request.method === 'HEAD' ? undefined : zipped);
  };
  for (const method of ['GET', 'HEAD']) {
    const sender = await dial();
    sender.write(head(`${method} /api/v1/docs HTTP/1.1`, ['Accept-Encoding: gzip', 'Connection: close']));
    const chunks: Buffer[] = [];
    for await (const chunk of sender) chunks.push(chunk as Buffer);
    const whole = Buffer.concat(chunks);
    const at = whole.indexOf('\r\n\r\n');
    expect(whole.subarray(0, at).toString().toLowerCase()).toContain(
      `content-encoding: gzip\r\ncontent-length: ${zipped.length}`,
    );
    expect(whole.subarray(at + 4).equals(method === 'GET' ? zipped : Buffer.alloc(0))).toBe(true);
  }
  for (const status of [204, 302, 304]) {
    const response = await fetch(`http://127.0.0.1:${portOf(web)}/api/v1/x?status=${status}`, {
      redirect: 'manual',
    });
    expect([response.status, await response.text()]).toEqual([status, '']);
  }
});

it('reports that the API is away, to a sender of a body too, and breaks off a response that the API breaks off', async () => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const url = `http://127.0.0.1:${portOf(unused)}`;
  unused.close();
  const lonely = await openWeb(url);
  const isAway = async (response: Response) =>
    expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
      503,
      '2',
      expect.objectContaining({ code: 'server.unavailable' }),
    ]);
  const upload = (server: Server) =>
    fetch(`http://127.0.0.1:${portOf(server)}${uploadPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=form' },
      body: Buffer.alloc(2 * megabyte),
    });
  try {
    await isAway(await upload(lonely));
    await isAway(await fetch(`http://127.0.0.1:${portOf(lonely)}/readyz`));
  } finally {
    lonely.closeAllConnections();
    lonely.close();
  }
  let breakOff = () => undefined as unknown;
  handle = (request) => void request.once('data', () => request.destroy());
  await isAway(await upload(web));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  handle = (_, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('half');
    breakOff = () => response.destroy();
  };
  const reader = await dial();
  reader.write(head('GET /api/v1/clients/export HTTP/1.1'));
  await receive(reader, /half/);
  breakOff();
  await expect(receive(reader, /half$/)).rejects.toThrow('The connection ended');
  logged.mockRestore();
});
