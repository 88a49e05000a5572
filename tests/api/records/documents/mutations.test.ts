import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentFiles, discardFiles, receiveFile } from '#api/records/documents/receive-file.ts';
import { hostilePdfs } from '#tests/support/files/hostile-files.ts';

let folder: string;
let files: DocumentFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mutations-'));
  files = { storage: undefined as never, incomingFolder: folder };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The stored bytes of an upload, or the message that rejects it. */
async function receive(bytes: Uint8Array): Promise<{ stored: Buffer } | { message: string }> {
  const stream = Readable.from([Buffer.from(bytes)]);
  const file = await receiveFile(files, { field: 'file', fileName: 'a.pdf', stream });
  if (!file.ok) return { message: file.message };
  const stored = await readFile(file.path);
  await discardFiles([file]);
  return { stored };
}

/** Names that are active wherever they appear, the files of a filespec, and protection, of which no sample has a valid one. `/JS` alone is not executed. */
const active =
  /\/(?:JavaScript|Rendition|Launch|ImportData|GoToE|EmbeddedFiles?|FileAttachment|RichMedia|XFA)(?![^\s\0()<>[\]{}/%])|\/(?:EF|AA|Encrypt)(?:[\s\0]|%[^\r\n]*[\r\n])*(?:<<|\d+[\s\0]+\d+[\s\0]+R)/;

/** What opening the file does, written in place or in the object of that number; only showing a place in it is inactive. */
function opensActively(parts: readonly string[]): boolean {
  const blank = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`;
  const isPlace = (value: string) => {
    const bare = withoutStrings(value.slice(0, 400));
    return (
      /^[\s\0]*(?:\[|null)/.test(bare) ||
      (/^[\s\0]*<<[^>]*\/S[\s\0]*\/GoTo(?![^\s\0()<>[\]{}/%])/.test(bare) &&
        !/^[^>]*\/Next(?![^\s\0()<>[\]{}/%])/.test(bare))
    );
  };
  return parts.some((part) =>
    [...part.matchAll(/\/OpenAction(?![^\s\0()<>[\]{}/%])/g)].some(({ index }) => {
      const value = part.slice(index + '/OpenAction'.length);
      const object = new RegExp(`^${blank}(\\d+)${blank}\\d+${blank}R`).exec(value)?.[1];
      if (object === undefined) return !isPlace(value);
      return parts.some((other) =>
        [...other.matchAll(new RegExp(`(?<!\\d)${object}[\\s\\0]+0[\\s\\0]+obj`, 'g'))].some(
          (found) => !isPlace(other.slice(found.index + found[0].length)),
        ),
      );
    }),
  );
}

/** The text as a PDF reader sees it: names without escapes. */
const unescaped = (text: string) =>
  text.replace(/\/[^\s\0()<>[\]{}/%]+/g, (name) =>
    name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

/** A dictionary without its strings and comments, whose brackets close nothing. */
function withoutStrings(text: string): string {
  let [bare, depth] = ['', 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (depth > 0 && character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && character === '%') at += /^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0;
    else if (depth === 0) bare += character;
  }
  return bare;
}

/** Text of the object streams that a PDF reader unpacks. */
function objectStreams(text: string): string[] {
  return [...text.matchAll(/obj\b([\s\S]*?)stream(?:\r\n|\n|\r)([\s\S]*?)endstream/g)].flatMap(
    ([, dictionary = '', data = '']) => {
      const bare = unescaped(withoutStrings(dictionary));
      if (!/^[\s\0]*<<(?:[^<>]|<[^<>]+>)*>>[\s\0]*$/.test(bare) || !/\/First\b/.test(bare)) return [];
      try {
        return [unescaped(inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))];
      } catch {
        return [];
      }
    },
  );
}

/** Whether a PDF has active content, detected independently of the product. */
function isActive(pdf: Buffer): boolean {
  const text = pdf.toString('latin1');
  const parts = [unescaped(text), ...objectStreams(text)];
  return parts.some((part) => active.test(part)) || opensActively(parts);
}

type Mutation = (bytes: Buffer) => Buffer;

const between = (bytes: Buffer, at: number, removed: number, inserted: Uint8Array) => {
  const from = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + removed)]);
};
const spaces = ['\n', '\r\n', ' ', '\t', '\0', '%x\n', '%)>>\n', '/', '(', ')', '<<', '>>', '#'];

/** Writes one character of one name as `#xx`, an equivalent spelling. */
const escapeName =
  (name: number, character: number): Mutation =>
  (bytes) => {
    const names = [...bytes.toString('latin1').matchAll(/\/[A-Za-z]+/g)];
    const chosen = names[name % Math.max(1, names.length)];
    if (chosen === undefined) return bytes;
    const at = chosen.index + 1 + (character % (chosen[0].length - 1));
    const escaped = `#${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`;
    return between(bytes, at, 1, Buffer.from(escaped));
  };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat()).map(([name, character]) => escapeName(name, character)),
  fc.tuple(fc.nat(), fc.constantFrom(...spaces)).map(
    ([at, text]): Mutation =>
      (bytes) =>
        between(bytes, at, 0, Buffer.from(text)),
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(
    ([at, byte]): Mutation =>
      (bytes) =>
        between(bytes, at % Math.max(1, bytes.length), 1, Buffer.from([byte])),
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 40 })).map(
    ([at, length]): Mutation =>
      (bytes) =>
        between(bytes, at, length, Buffer.alloc(0)),
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 400 })).map(
    ([at, from, length]): Mutation =>
      (bytes) => {
        const start = from % Math.max(1, bytes.length);
        return between(bytes, at, 0, bytes.subarray(start, start + length));
      },
  ),
  fc.constant<Mutation>((bytes) => Buffer.concat([bytes, Buffer.from('\n%%EOF\n')])),
);

it('rejects every mutation of a hostile PDF, or stores an inactive one', async () => {
  const hostile = fc.constantFrom(...hostilePdfs);
  const mutations = fc.array(mutation, { maxLength: 5 });
  let [rejected, stored] = [0, 0];
  await fc.assert(
    fc.asyncProperty(hostile, mutations, async ([what, pdf], steps) => {
      const result = await receive(steps.reduce((bytes, step) => step(bytes), pdf));
      if ('message' in result) {
        rejected += 1;
        expect(result.message).toMatch(/\.$/);
        return;
      }
      stored += 1;
      expect(
        isActive(result.stored),
        `${what}: ${JSON.stringify(result.stored.toString('latin1').slice(150))}`,
      ).toBe(false);
    }),
    { numRuns: Number(process.env.MUTATION_RUNS ?? 1000) },
  );
  // Most mutations leave the file hostile.
  expect(rejected).toBeGreaterThan(stored);
});
