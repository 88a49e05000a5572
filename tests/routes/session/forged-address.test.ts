import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientAddressHeader, clientAddressSignature } from '#contract/clients/client-address.ts';
import { passOnToApi } from '../../../server/pass-on.ts';

const webSecret = 'a secret of the web for this test alone';

let api: Server;
let web: Server;
let received: IncomingHttpHeaders[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  api = createServer((request, response) => {
    received.push(request.headers);
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const app = new Hono<{ Bindings: HttpBindings }>();
  passOnToApi(app, `http://127.0.0.1:${portOf(api)}`, { trustedProxies: 0, webSecret });
  web = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  }) as Server;
  await once(web, 'listening');
});
afterAll(() => {
  for (const server of [web, api]) {
    server.closeAllConnections();
    server.close();
  }
});

it.each<Record<string, string>>([
  { [clientAddressHeader]: '203.0.113.9;t=1;s=00' },
  { [clientAddressHeader.toLowerCase()]: '203.0.113.9;t=1;s=00', 'X-Forwarded-For': '203.0.113.9' },
])('tells the API the address of the connection, whatever the caller sends: %j', async (headers) => {
  for (const path of ['/api/v1/login', '/api/v1/openapi.json']) {
    received = [];
    const response = await fetch(`http://127.0.0.1:${portOf(web)}${path}`, { headers });
    await response.arrayBuffer();
    const sent = String(received[0]?.[clientAddressHeader.toLowerCase()]);
    const [ip, time, signature] = sent.split(';');
    expect([path, ip]).toEqual([path, '127.0.0.1']);
    expect(signature).toBe(
      `s=${clientAddressSignature('127.0.0.1', Number(time?.slice(2)), webSecret, 'passedOn')}`,
    );
  }
});
