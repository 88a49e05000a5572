import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createDocumentRequest,
  type DocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import { sessionHeadersIn } from '#tests/support/processes/sign-in-cookie.ts';

export interface Link {
  /** Path of the page. */
  path: string;
  itemId: string;
  /** Each person has an address of their own. */
  ip: string;
}

/** Links of started document requests, one per person; a round has addresses of its own. */
export async function createLinks(
  origin: string,
  cookie: string,
  people: number,
  round: number,
): Promise<Link[]> {
  const headers = {
    ...sessionHeadersIn(cookie),
    'content-type': 'application/json',
  };
  const list = await fetch(`${origin}/api/v1/clients?type=individual&status=active`, { headers });
  const { items: clients } = (await list.json()) as { items: { id: string }[] };
  const links: Link[] = [];
  for (let n = 0; n < people; n += 1) {
    const client = clients[n % clients.length];
    const path = createDocumentRequest.path.replace(':id', client?.id ?? '');
    const made = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({
        recipientName: `Person ${n}`,
        dueOn: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
        items: [{ label: 'Passport', kind: 'document', documentType: 'passport' }],
      }),
    });
    const response = (await made.json()) as DocumentRequest;
    if (made.status !== 201)
      throw new Error(`A request answered ${made.status}: ${JSON.stringify(response)}`);
    const link = new URL(response.link ?? '');
    const ip = `198.51.${100 + round}.${n + 1}`;
    const started = await fetch(`${origin}${link.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'x-forwarded-for': ip },
      body: new URLSearchParams({ intent: 'start' }),
    });
    if (started.status !== 302) throw new Error(`Starting answered ${started.status}.`);
    links.push({ path: link.pathname, itemId: response.items[0]?.id ?? '', ip });
    // At most the commands per minute that one member may send.
    await pause(20);
  }
  return links;
}

/** A post of one picture by the page's form, of which nothing is sent yet, with what it has to send. */
export function openUpload(
  origin: string,
  link: Link,
  picture: readonly Buffer[],
): { post: ClientRequest; parts: Buffer[] } {
  const boundary = `----form${randomBytes(12).toString('hex')}`;
  const field = `Content-Disposition: form-data; name=`;
  const parts = [
    Buffer.from(
      `--${boundary}\r\n${field}"intent"\r\n\r\nsave:${link.itemId}\r\n--${boundary}\r\n${field}"${link.itemId}.file"; filename="passport.jpg"\r\n\r\n`,
    ),
    ...picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const post = request(`${origin}${link.path}?item=${link.itemId}`, {
    method: 'POST',
    agent: false,
    headers: {
      origin,
      'x-forwarded-for': link.ip,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': parts.reduce((sum, part) => sum + part.length, 0),
    },
  });
  return { post, parts };
}

/** Sends one picture by the page's form, as a browser without script does; retries when rate limited. */
export async function sendPicture(origin: string, link: Link, picture: readonly Buffer[]): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { post, parts } = openUpload(origin, link, picture);
    const answered = once(post, 'response') as Promise<[IncomingMessage]>;
    for (const part of parts) if (!post.write(part)) await once(post, 'drain');
    post.end();
    const [response] = await answered;
    response.resume();
    await once(response, 'close');
    if (response.statusCode === 302) return;
    if (response.statusCode !== 429) throw new Error(`An upload answered ${response.statusCode}.`);
    await pause(Number(response.headers['retry-after'] ?? 1) * 1000);
  }
  throw new Error('An upload was rate limited twenty times.');
}
