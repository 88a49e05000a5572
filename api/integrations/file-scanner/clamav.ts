import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FileScanner, FileScannerEnv, ScanResult } from './file-scanner.ts';

/** Longest time for one file, waiting for a connection included. */
const scanWithinMs = 15_000;
/** Scans at a time: ClamAV's own default is ten threads, for all its clients. */
const maxConcurrent = 4;
/** After a failure the scanner is not tried for this long, so that uploads do not wait for it one after the other. */
const pauseMs = 30_000;
const maxReplyBytes = 4096;
/** Longest name of malware that is stored. */
const maxThreatCharacters = 200;

const unreachable: ScanResult = { status: 'notScanned', threat: null, isReachable: false };

/** The reply to INSTREAM: `stream: OK`, `stream: <name> FOUND`, or an error such as a file above the scanner's own limit. */
function parseReply(reply: string): ScanResult {
  const text = reply.replace(/\0[\s\S]*$/, '').trim();
  if (text === 'stream: OK') return { status: 'clean', threat: null, isReachable: true };
  const threat = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (threat === undefined) return { status: 'notScanned', threat: null, isReachable: /ERROR$/.test(text) };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the name is shown on pages
  const name = threat.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, maxThreatCharacters);
  return { status: 'infected', threat: name, isReachable: true };
}

async function readReply(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket) {
    reply += String(chunk);
    if (reply.includes('\0') || reply.length > maxReplyBytes) break;
  }
  return reply;
}

/** Sends a stream in chunks, each after its length as four bytes, big-endian; a length of zero ends it. */
async function sendStream(socket: Socket, source: Readable, signal: AbortSignal): Promise<void> {
  const write = async (bytes: Buffer) => {
    if (!socket.write(bytes)) await once(socket, 'drain', { signal });
  };
  await write(Buffer.from('zINSTREAM\0', 'latin1'));
  for await (const chunk of source as AsyncIterable<Buffer>) {
    // It answers early when the file is above its limit, and closes.
    if (socket.destroyed || signal.aborted) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    await write(chunk);
  }
  socket.write(Buffer.alloc(4));
}

async function scanOnce({ host, port }: FileScannerEnv, source: Readable): Promise<ScanResult> {
  const ended = new AbortController();
  const socket = connect({ host, port });
  const timer = setTimeout(() => socket.destroy(new Error('The scan took too long.')), scanWithinMs);
  socket.once('close', () => ended.abort());
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: ended.signal });
    const replying = readReply(socket);
    replying.catch(() => undefined);
    // Once it has replied there is nothing more to send.
    await Promise.race([sendStream(socket, source, ended.signal), replying]);
    return parseReply(await replying);
  } catch {
    return unreachable;
  } finally {
    clearTimeout(timer);
    socket.destroy();
    source.destroy();
  }
}

/**
 * A ClamAV daemon, by its INSTREAM command over TCP. Source: ClamAV documentation, clamd protocol.
 * @param nowMs a monotonic clock, in milliseconds
 */
export function createClamavScanner(
  env: FileScannerEnv,
  nowMs: () => number = () => performance.now(),
): FileScanner {
  const waiting: (() => void)[] = [];
  let running = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;

  async function inLane<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    scan: (source) =>
      inLane(async () => {
        if (nowMs() < pausedUntilMs) {
          source.destroy();
          return unreachable;
        }
        const result = await scanOnce(env, source);
        if (!result.isReachable) pausedUntilMs = nowMs() + pauseMs;
        return result;
      }),
  };
}
