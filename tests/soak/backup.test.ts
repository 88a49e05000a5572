import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import {
  backUp,
  getContents,
  openFilledApi,
  openTarget,
  restore,
  storedFiles,
} from '#tests/support/processes/backup-run.ts';
import { runBackupKills } from '#tests/support/processes/kill-backup-runs.ts';

const share = Number(process.env.ASSAY_SOAK ?? 1);
const size = { clients: Math.ceil(10_000 * share), files: Math.ceil(2_000 * share) };

describe.each(testEngines)('backup and restore at full size on %s', (engine) => {
  it('restores every row and file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
    const api = await openFilledApi(engine, size);
    const target = await openTarget(engine);
    try {
      const [file, key] = [join(folder, 'full.backup'), join(folder, 'key')];
      const identity = await generateIdentity();
      await writeFile(key, identity);
      const original = await getContents(api.database, await storedFiles(api));
      const made = performance.now();
      const said = await backUp(api, file, await identityToRecipient(identity));
      const restored = performance.now();
      const end = await restore(target, { from: file, identity: key });
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
      console.log(`${said} ${seconds(made, restored)} s. ${end} ${seconds(restored, performance.now())} s.`);
      expect(await getContents(target.database, target.storage)).toEqual(original);
    } finally {
      await target.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('restores that are killed at any moment leave nothing half', () =>
  runBackupKills({ clients: 300, files: 60, randomKills: Math.ceil(20 * share) }));
