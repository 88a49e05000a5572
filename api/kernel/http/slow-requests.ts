import type { IncomingMessage, Server } from 'node:http';
import type { Endpoint } from '#contract/endpoint.ts';

/** Maximum time for a request other than an upload to arrive: 1 MB at 50 kbit/s takes 3 minutes. */
const patienceMinutes = 5;

/**
 * Closes the connections of requests that are still arriving after five minutes, so that forms sent byte by byte cannot hold them. Uploads
 * use the server's own, longer timeout.
 * @param mayBeSlow whether a request is an upload.
 * @param minuteMs length of a minute, shortened by tests
 */
export function closeSlowRequests(
  server: Server,
  mayBeSlow: (incoming: IncomingMessage) => boolean,
  minuteMs = 60_000,
): void {
  server.on('request', (incoming: IncomingMessage) => {
    if (incoming.method === 'GET' || incoming.method === 'HEAD' || mayBeSlow(incoming)) return;
    const late = setTimeout(() => incoming.destroy(), patienceMinutes * minuteMs);
    for (const event of ['end', 'close'] as const) incoming.once(event, () => clearTimeout(late));
  });
}

/** Recognises the contract's file uploads at the API, which may take longer. */
export function createUploadCheck(endpoints: readonly Endpoint[]): (incoming: IncomingMessage) => boolean {
  const paths = endpoints
    .filter(({ upload }) => upload)
    .map(({ path }) => new RegExp(`^/api/v1${path.replaceAll(/:[^/]+/g, '[^/]+')}$`));
  return ({ url = '', headers }) =>
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') &&
    paths.some((path) => path.test(url.split('?')[0] ?? ''));
}
