import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreClusterTemplate, saveClusterTemplate } from '#api/kernel/database/ready-cluster.ts';

let root: string;
let made: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-ready-'));
  made = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A fake cluster with a note of its origin. */
const create = (origin: string) => async (folder: string) => {
  made.push(origin);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), '18');
  writeFileSync(join(folder, 'origin'), origin);
};
const saveTemplate = () => saveClusterTemplate(create('kept'), join(root, 'ready'));
const lay = () => restoreClusterTemplate(join(root, 'postgres'), create('made now'), join(root, 'ready'));
const origin = () => readFileSync(join(root, 'postgres/origin'), 'utf8');

describe('a first start', () => {
  it('copies the cluster stored by the build, which is created once', async () => {
    await saveTemplate();
    await saveTemplate();
    await lay();
    expect(origin()).toBe('kept');
    expect(made).toEqual(['kept']);
  });

  it('creates a cluster where none is stored', async () => {
    await lay();
    expect(origin()).toBe('made now');
  });

  it('replaces a stored cluster of other migrations or another engine', async () => {
    await saveTemplate();
    writeFileSync(join(root, 'ready/made-for'), 'another version');
    await lay();
    expect(origin()).toBe('made now');
    await saveTemplate();
    expect(made).toEqual(['kept', 'made now', 'kept']);
  });

  it('ignores a stored cluster whose creation was interrupted', async () => {
    const broken = saveClusterTemplate(
      async (folder) => {
        await create('half')(folder);
        throw new Error('broken off');
      },
      join(root, 'ready'),
    );
    await expect(broken).rejects.toThrow('broken off');
    await lay();
    expect(origin()).toBe('made now');
  });

  it('deletes what a killed first start left unfinished', async () => {
    mkdirSync(join(root, 'postgres.unfinished'));
    writeFileSync(join(root, 'postgres.unfinished/PG_VERSION'), 'half');
    await saveTemplate();
    await lay();
    expect(origin()).toBe('kept');
    expect(readFileSync(join(root, 'postgres/PG_VERSION'), 'utf8')).toBe('18');
    expect(existsSync(join(root, 'postgres.unfinished'))).toBe(false);
  });
});

it('a later start leaves the cluster unchanged', async () => {
  await lay();
  writeFileSync(join(root, 'postgres/origin'), 'people work here');
  await saveTemplate();
  await lay();
  expect(origin()).toBe('people work here');
});

it('a folder with other content is not overwritten', async () => {
  mkdirSync(join(root, 'postgres'));
  writeFileSync(join(root, 'postgres/holiday.jpg'), 'a picture');
  await expect(lay()).rejects.toThrow(/ENOTEMPTY/);
  expect(readFileSync(join(root, 'postgres/holiday.jpg'), 'utf8')).toBe('a picture');
});
