import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import {
  agentWithin,
  type Network,
  type NetworkReach,
  publicReach,
  reachProblem,
} from '../../kernel/network-reach.ts';
import { listError } from './parsing/files/list-error.ts';
import type { ListFile } from './parsing/files/list-file.ts';

export interface DownloadLimits {
  bytes: number;
  timeMs: number;
}

export interface DownloadDeps {
  /** Folder for files while they are imported. */
  incomingFolder: string;
  /** Permitted addresses and protocols; default public addresses by https. */
  reach?: NetworkReach;
  /** Resolver and connections; default the system's. */
  network?: Network | undefined;
}

const addressProblems = {
  notUrl: 'It is not a URL.',
  protocol: 'The address does not start with https.',
  notPublic: 'The address is not a public one.',
} as const;

function getAddress(text: string, reach: NetworkReach): URL {
  const problem = reachProblem(text, reach);
  if (problem === undefined) return new URL(text);
  throw listError(problem === 'notUrl' ? 'The address' : new URL(text).host, null, addressProblems[problem]);
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
  { incomingFolder, reach = publicReach, network }: DownloadDeps,
  address: string,
  limits: DownloadLimits,
): Promise<ListFile> {
  const url = getAddress(address, reach);
  const name = basename(url.pathname) || url.host;
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
  const path = join(incomingFolder, randomUUID());
  const timeouts = { connectTimeoutMs: 10_000, bodyTimeout: 60_000, headersTimeout: 60_000 };
  const agent = agentWithin(reach, timeouts, network);
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
