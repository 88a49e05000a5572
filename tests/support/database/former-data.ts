import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { createFilledDatabase } from './database.ts';

/** Unpacks one of `tests/former-data` into a folder of its own. */
async function unpack(name: 'embedded' | 'postgres'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `assay-former-${name}-`));
  const tarFile = `${folder}.tar`;
  const archive = fileURLToPath(new URL(`../../former-data/${name}.tar.br`, import.meta.url));
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(tarFile));
  await promisify(execFile)('tar', ['-x', '-f', tarFile, '-C', folder]);
  await rm(tarFile);
  return folder;
}

export interface FormerData {
  /** The environment of a process that continues with the data. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

/** The data folder of a former version's embedded demo. */
export async function openFormerFolder(): Promise<FormerData> {
  const folder = await unpack('embedded');
  return {
    env: { DATA_DIR: folder },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The PostgreSQL database and the data folder of a former version's demo, restored from its dump. */
export async function openFormerServerData(): Promise<FormerData> {
  const folder = await unpack('postgres');
  const database = await createFilledDatabase(await readFile(join(folder, 'dump.sql'), 'utf8'));
  return {
    env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.databaseUrl },
    remove: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
