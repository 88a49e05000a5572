import { Readable } from 'node:stream';

/** A request's body on its way to the API. */
export interface PassedBody {
  /** What it is, and how long where that is known. */
  headers: Record<string, string>;
  /** The bytes, read as they are taken. Giving them up leaves the request as it is. */
  body(): Readable;
  /**
   * Reads and throws away what was not taken, where the API answered before the end: a browser that is cut off while it sends shows no
   * answer. What is more than anybody would send in earnest is cut all the same.
   */
  readRest(): Promise<void>;
}

const mostRestBytes = 256 * 1024 * 1024;

/** The body of a request with files; it can be passed on once. */
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
          if (rest > mostRestBytes) break;
        }
        if (!isOver) await reader?.cancel();
      } catch {
        // Whoever sent it is gone.
      }
    },
  };
}
