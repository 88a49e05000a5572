import { it } from 'vitest';
import { runBackupKills } from '#tests/support/processes/kill-backup-runs.ts';

it('a killed backup or restore leaves nothing half, and succeeds when it is run again', () =>
  runBackupKills({ clients: 60, files: 20, randomKills: 0 }));
