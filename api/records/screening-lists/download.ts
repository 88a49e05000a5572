import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { listError } from './parsing/list-error.ts';
import type { ListFile } from './parsing/list-format.ts';

/**
 * Addresses that downloads must not reach: loopback, private networks and reserved ranges. Source: IANA special-purpose
 * registries.
 */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}
// Everything but 2000::/3, the public range, and its ranges that map to IPv4.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is public. */
function isPublicAddress(address: string): boolean {
  return !notPublic.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

export interface DownloadLimits {
  bytes: number;
  timeMs: number;
}

export interface DownloadDeps {
  /** Folder for files while they are imported. */
  incomingFolder: string;
  /** Permitted addresses and protocols; default public addresses by https. */
  reach?: { isAllowed: (address: string) => boolean; protocols: readonly string[] };
}

const publicReach = { isAllowed: isPublicAddress, protocols: ['https:'] } as const;

/** Network reach in the sandbox: additionally its own publishers on this machine. */
export const sandboxReach: NonNullable<DownloadDeps['reach']> = {
  isAllowed: (address) => /^127\.|^::1$/.test(address) || isPublicAddress(address),
  protocols: ['https:', 'http:'],
};

/** Resolves a name to permitted addresses only; connecting to the checked address prevents DNS rebinding. */
function lookupWithin(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [disallowed] = addresses.filter(({ address }) => !isAllowed(address));
      const [first] = addresses;
      if (disallowed !== undefined || first === undefined) {
        const fault: NodeJS.ErrnoException = new Error('The address is not a public one.');
        fault.code = 'ENOTPUBLIC';
        return callback(fault, '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function getAddress(text: string, { isAllowed, protocols }: NonNullable<DownloadDeps['reach']>): URL {
  if (!URL.canParse(text)) throw listError('The address', null, 'It is not a URL.');
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!protocols.includes(url.protocol))
    throw listError(url.host, null, 'The address does not start with https.');
  // IP addresses are not resolved, so they are checked here.
  if (/^[\d.]+$|:/.test(host) && !isAllowed(host))
    throw listError(url.host, null, 'The address is not a public one.');
  return url;
}

function getReason(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  const codes = [code, cause?.code];
  if (codes.includes('ENOTPUBLIC')) return 'The address is not a public one.';
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return 'The download took too long.';
  }
  return 'The address cannot be reached, or the download was interrupted.';
}

/**
 * Downloads one file of a list to disk. Follows no redirect. The caller removes the file.
 *
 * @throws ListError, leaving no file behind.
 */
export async function downloadList(
  { incomingFolder, reach = publicReach }: DownloadDeps,
  address: string,
  limits: DownloadLimits,
): Promise<ListFile> {
  const url = getAddress(address, reach);
  const name = basename(url.pathname) || url.host;
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
  const path = join(incomingFolder, randomUUID());
  const agent = new Agent({
    connect: { lookup: lookupWithin(reach.isAllowed) },
    bodyTimeout: 60_000,
    headersTimeout: 60_000,
  });
  try {
    const signal = AbortSignal.timeout(limits.timeMs);
    const { statusCode, body } = await request(url, { dispatcher: agent, signal });
    // An aborted body emits a further error, which would end the process if unhandled.
    body.on('error', () => undefined);
    if (statusCode !== 200) {
      body.destroy();
      const redirects = statusCode >= 300 && statusCode < 400;
      throw listError(
        name,
        null,
        `The source responded with ${statusCode}${redirects ? ': redirects are not followed; set the address that it leads to' : ''}.`,
      );
    }
    let bytes = 0;
    async function* within(): AsyncGenerator<Buffer, void, undefined> {
      for await (const chunk of body as Readable & AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > limits.bytes) throw listError(name, null, 'The file is larger than a list may be.');
        yield chunk;
      }
    }
    await pipeline(Readable.from(within()), createWriteStream(path, { mode: 0o600, flags: 'wx' }), {
      signal,
    });
    return { path, name };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Error && 'code' in error && error.code === 'list.fault') throw error;
    throw listError(name, null, getReason(error));
  } finally {
    await agent.destroy();
  }
}
