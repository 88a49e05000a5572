import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJournal } from '#sandbox/journal.ts';
import { temporaryFolder } from './start.ts';

describe('journal', () => {
  it('restores saved records and not removed ones after reopening', async () => {
    const file = join(await temporaryFolder(), 'deep', 'journal.jsonl');
    const first = openJournal(file);
    const things = first.collection<{ name: string }>('things');
    things.put('a', { name: 'Kōwhai\nline two' });
    things.put('b', { name: 'gone' });
    things.put('a', { name: 'Kōwhai' });
    things.remove('b');
    first.close();

    const again = openJournal(file).collection<{ name: string }>('things');
    expect(again.values()).toEqual([{ name: 'Kōwhai' }]);
    expect(again.get('b')).toBeUndefined();
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('restores exactly the complete groups after truncation anywhere', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'journal.jsonl');
    const journal = openJournal(file);
    const pairs = journal.collection<number>('pairs');
    for (let number = 1; number <= 8; number += 1) {
      journal.together(() => {
        pairs.put('left', number);
        pairs.put('right', number);
      });
    }
    journal.close();
    const whole = await readFile(file);

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
        const cut = join(folder, 'cut.jsonl');
        await writeFile(cut, whole.subarray(0, length));
        const opened = openJournal(cut);
        const numbers = opened.collection<number>('pairs');
        const wholeLines = whole.subarray(0, length).toString().split('\n').length - 1;
        expect([numbers.get('left'), numbers.get('right')]).toEqual(
          wholeLines === 0 ? [undefined, undefined] : [wholeLines, wholeLines],
        );
        numbers.put('after', 1);
        opened.close();
        const reopened = openJournal(cut);
        expect(reopened.collection<number>('pairs').get('after')).toBe(1);
        reopened.close();
      }),
    );
  });

  it('writes nothing of a failed group and shows a group its own changes', async () => {
    const journal = openJournal(join(await temporaryFolder(), 'journal.jsonl'));
    const things = journal.collection<number>('things');
    things.put('a', 1);
    expect(() =>
      journal.together(() => {
        things.put('a', 2);
        expect(things.get('a')).toBe(2);
        things.remove('a');
        expect(things.get('a')).toBeUndefined();
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(things.get('a')).toBe(1);
  });

  it('rejects a file corrupted in the middle and names the line', async () => {
    const file = join(await temporaryFolder(), 'journal.jsonl');
    await appendFile(file, '[{"c":"x","k":"1","v":1}]\n{broken\n[{"c":"x","k":"2","v":2}]\n');
    expect(() => openJournal(file)).toThrow(/damaged at line 2/);
  });

  it('compacts repeated changes of a record', async () => {
    const file = join(await temporaryFolder(), 'journal.jsonl');
    const journal = openJournal(file);
    const counters = journal.collection<{ count: number }>('counters');
    for (let count = 1; count <= 10_000; count += 1) counters.put(`k${count % 3}`, { count });
    journal.close();
    expect((await stat(file)).size).toBeLessThan(150_000);
    const again = openJournal(file).collection<{ count: number }>('counters');
    expect(
      again
        .values()
        .map(({ count }) => count)
        .sort(),
    ).toEqual([10_000, 9_998, 9_999]);
  });
});
