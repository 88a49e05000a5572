import { randomUUID } from 'node:crypto';
import { writeCddLevels } from '#api/checks/cdd/sync-cdd-level.ts';
import { readClientIds } from '#api/checks/law-changes/store.ts';
import { inWork } from '#api/kernel/command/work.ts';
import { readCompanyFacts } from '#api/records/company-settings/store.ts';
import { demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';

/** More than the demo has. */
const maxClients = 5000;

/**
 * The levels of CDD of the day, after all other parts. Those whose history began before the Australian law applied to the company have the
 * level of then, and clients without any work were inserted without one.
 */
export const demoLevelsPart: DemoPart = {
  name: 'levels',
  steps: 1,
  isThere: async () => false,
  async make({ database: { db }, now }) {
    const by = {
      companyId: demoCompanyId,
      actor: { type: 'system', id: 'seed', role: 'seed' },
      requestId: randomUUID(),
    } as const;
    await inWork({ db, now }, by, async (work) => {
      const company = await readCompanyFacts(work.trx, demoCompanyId);
      const ids = await readClientIds(work.trx, { of: 'all', after: null, limit: maxClients });
      work.record(...(await writeCddLevels(work, company, ids)));
    });
  },
};
