import { Readable } from 'node:stream';

/** A request body being streamed to the API. */
export interface PassedBody {
  /** Content type, and content length if known. */
  headers: Record<string, string>;
  /** The bytes, read on demand. Cancelling leaves the request open. */
  body(): Readable;
  /**
   * Reads and discards the rest of a body that the API answered early: a browser that is cut off while sending shows no response. Stops
   * at a limit that no genuine request reaches.
   */
  readRest(): Promise<void>;
}

const maxRemainderBytes = 256 * 1024 * 1024;

/** The body of a request with files; it can be streamed once. */
export function passedBody({ headers, body }: Request): PassedBody {
  const reader = body?.getReader();
  let isOver = reader === undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    while (reader !== undefined && !isOver) {
      const { done, value } = await reader.read();
      isOver = done;
      if (value !== undefined) yield value;
    }
  }
  const known = ['Content-Type', 'Content-Length'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    headers: Object.fromEntries(known),
    body: () => Readable.from(chunks(), { objectMode: false }),
    async readRest() {
      let rest = 0;
      try {
        for await (const chunk of chunks()) {
          rest += chunk.length;
          if (rest > maxRemainderBytes) break;
        }
        if (!isOver) await reader?.cancel();
      } catch {
        // The client has disconnected.
      }
    },
  };
}
