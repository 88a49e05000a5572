import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '#api/records/documents/delete-orphaned-files.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';
import { samplePdf } from '#tests/support/sample-files.ts';
import { clientOwner, filesOnDisk, upload } from './support.ts';

const daySeconds = 24 * 60 * 60;

describe.each(testEngines)('deleting orphaned files on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  it('deletes files that no document names after a day, and nothing else', async () => {
    const { files, folder } = test.files;
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    await upload(test, a.staff, owner, [{ name: 'kept.pdf', bytes: samplePdf() }]);
    const named = (await filesOnDisk(test)).kept;
    const store = (key: string) => files.storage.putBytes(key, Buffer.from('x'), 'application/pdf');
    const now = test.clock.now().getTime();
    await store(`${a.id}/${uuidv7({ msecs: now - (daySeconds + 60) * 1000 })}/file`);
    await store(`${a.id}/${uuidv7({ msecs: now - (daySeconds - 60) * 1000 })}/file`);
    await store('something-of-somebody-else.txt');
    await mkdir(files.incomingFolder, { recursive: true });
    const left = join(folder, 'incoming', 'left');
    await writeFile(left, 'x');
    await utimes(left, new Date(now - 2 * daySeconds * 1000), new Date(now - 2 * daySeconds * 1000));

    const deps = { db: test.database.db, files, now: test.clock.now };
    expect(await sweepFiles(deps)).toEqual({ looked: 1, swept: 1, staged: 1 });
    expect((await filesOnDisk(test)).kept).toHaveLength(named.length + 2);
    // A day later the younger one is deleted as well; a file named by a document is never deleted.
    await test.clock.advance(daySeconds + 120);
    expect(await sweepFiles(deps)).toMatchObject({ swept: 1 });
    const rest = await filesOnDisk(test);
    expect(rest.kept).toEqual(expect.arrayContaining(named));
    expect(rest.kept).toHaveLength(named.length + 1);
    expect(rest.waiting).toEqual([]);
  });
});
