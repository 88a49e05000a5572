import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { openJournal } from '#sandbox/journal.ts';
import { temporaryFolder } from './start.ts';

const journalModule = fileURLToPath(new URL('../../sandbox/journal.ts', import.meta.url));

/** Puts numbered records without end and prints each number once it is stored; rewrites the file occasionally. */
const writer = `
import { openJournal } from ${JSON.stringify(journalModule)};
const journal = openJournal(process.argv[2]);
const numbers = journal.collection('numbers');
for (let number = 1; ; number += 1) {
  numbers.put(String(number % 400), { number });
  process.stdout.write(number + '\\n');
  if (number % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
}`;

it('retains everything acknowledged before kill -9', async () => {
  const folder = await temporaryFolder();
  const program = join(folder, 'writer.mjs');
  await build({
    stdin: { contents: writer, resolveDir: folder },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'silent',
  });
  for (const minAcknowledged of [1, 3_000, 5_000]) {
    const file = join(folder, `${minAcknowledged}.jsonl`);
    const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === minAcknowledged) child.kill('SIGKILL');
    }
    await ended;
    const journal = openJournal(file);
    const stored = journal.collection<{ number: number }>('numbers').values();
    journal.close();
    const highest = Math.max(...stored.map(({ number }) => number));
    expect(highest).toBeGreaterThanOrEqual(acknowledged);
    expect(stored).toHaveLength(Math.min(400, highest));
  }
});
