import { pbkdf2, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stageFile } from '#api/records/documents/staging.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-staging-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const megabyte = 1024 * 1024;

const turn = () => new Promise((resume) => setImmediate(resume));

/** Occupies the threads that write files, so that what is written next waits for them. */
function occupyThreads(): void {
  for (let thread = 0; thread < 8; thread += 1) pbkdf2('x', 'y', 20_000, 64, 'sha512', () => undefined);
}

/** Is interrupted while a chunk is being written. */
async function* interruptedAtAWrite() {
  yield Buffer.from('first');
  const isWritten = async () => {
    const [name = ''] = await readdir(folder);
    return name !== '' && (await stat(join(folder, name))).size > 0;
  };
  while (!(await isWritten())) await turn();
  occupyThreads();
  yield Buffer.from('second');
  await turn();
  throw new Error('The line was cut');
}

/** Is interrupted so many turns of the event loop after its first chunk: before, while or after it is written. */
async function* interruptedAfter(turns: number) {
  yield randomBytes(8 * megabyte);
  for (let passed = 0; passed < turns; passed += 1) await turn();
  throw new Error('The line was cut');
}

it('leaves nothing of a stream that is interrupted while a chunk is written', async () => {
  const source = Readable.from(interruptedAtAWrite());
  await expect(stageFile(folder, source, megabyte)).rejects.toThrow('The line was cut');
  expect(await readdir(folder)).toEqual([]);
});

it('leaves nothing of a stream that is interrupted at any moment', async () => {
  for (let turns = 0; turns < 10; turns += 1) {
    const source = Readable.from(interruptedAfter(turns));
    await expect(stageFile(folder, source, 20 * megabyte)).rejects.toThrow('The line was cut');
    expect(await readdir(folder), `after ${turns} turns`).toEqual([]);
  }
});

it('leaves nothing of a stream that ended before it was read', async () => {
  const source = new Readable({ read() {} });
  source.on('error', () => undefined);
  source.destroy(new Error('The line was cut'));
  await expect(stageFile(folder, source, megabyte)).rejects.toThrow('The line was cut');
  expect(await readdir(folder)).toEqual([]);
});

it('rejects what cannot be written while its sender still sends', async () => {
  const endless = new Readable({ read() {} });
  endless.push('first');
  // A folder that takes no new file, from nobody.
  await expect(stageFile('/proc', endless, megabyte)).rejects.toThrow(/^E[A-Z]+: /);
  expect(endless.destroyed).toBe(true);
});

it('writes at most the limit, reads the rest, and says so', async () => {
  const chunks = [randomBytes(600), randomBytes(300), randomBytes(200), randomBytes(10)];
  const staged = await stageFile(folder, Readable.from(chunks), 1000);
  expect(staged).toMatchObject({ size: 900, isTooLarge: true });
  expect(await readFile(staged.path)).toEqual(Buffer.concat(chunks.slice(0, 2)));
});
