import { rm } from 'node:fs/promises';
import { asJobs } from '#api/kernel/database/tenancy.ts';
import { importOperatorList, operatorList } from '#api/records/screening-lists/operator-import.ts';
import type { OperatorSourceKey } from '#api/records/screening-lists/sources.ts';
import { readListFor } from '#api/records/screening-lists/store.ts';
import { daysBefore } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { firstDaysAgo } from './relationships/roster.ts';

/** Lists of the sandbox's publishers, including all that the law requires. */
const demoListSources = [
  'un',
  'ofac',
  'dfat',
  'nzPolice',
  'nzRussia',
] as const satisfies readonly OperatorSourceKey[];

/**
 * The lists required by law, as published by the sandbox when the demo is created: active since before the first demo client, and current,
 * so that the next fetch finds nothing new. Without publishers there are none, and clients are screened incompletely.
 */
export const demoRequiredListsPart: DemoPart = {
  name: 'required-lists',
  steps: demoListSources.length,
  async isThere({ database }) {
    return asJobs(database.db, async (trx) => {
      for (const source of demoListSources) {
        if ((await readListFor(trx, operatorList(source))) !== undefined) return true;
      }
      return false;
    });
  },
  async make(deps, step) {
    const source = demoListSources[step];
    if (source === undefined || deps.publishedList === undefined) return;
    const { db } = deps.database;
    const files = await deps.publishedList(source);
    if (files.length === 0) return;
    try {
      for (const { now } of [daysBefore(deps, firstDaysAgo), deps]) {
        await importOperatorList(
          { db, now, storage: deps.storage },
          { source, files, receivedBy: 'schedule' },
        );
      }
    } finally {
      await Promise.all(files.map(({ path }) => rm(path, { force: true })));
    }
  },
};
