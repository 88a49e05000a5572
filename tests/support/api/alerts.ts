import { consequences } from '#api/consequences.ts';
import { installConsequences, inWork } from '#api/kernel/command/work.ts';
import { type NewAlert, openAlerts } from '#api/records/alerts/inbox.ts';
import { readAlert } from '#api/records/alerts/store.ts';
import type { Alert } from '#contract/monitoring/alerts.ts';
import type { TestApi, TestCompany } from './api.ts';

// Journeys open alerts in a process of their own.
installConsequences(consequences);

/** Opens an alert as a command would. @returns it, or the open alert that its cause already has */
export function openedAlert(
  api: { database: Pick<TestApi['database'], 'db'>; clock: Pick<TestApi['clock'], 'now'> },
  company: Pick<TestCompany, 'id'>,
  alert: Partial<NewAlert> & { resourceId: string },
): Promise<Alert> {
  const whole: NewAlert = {
    type: 'riskRose',
    resourceType: 'clients',
    severity: 'high',
    summary: 'Risk increased.',
    dedupeKey: crypto.randomUUID(),
    ...alert,
  };
  const by = {
    companyId: company.id,
    actor: { type: 'system' as const, id: 'tests', role: 'job' },
    requestId: 'tests',
  };
  return inWork({ db: api.database.db, now: api.clock.now }, by, async (work) => {
    const { trx } = work;
    await openAlerts(work, [whole]);
    const there = await trx
      .selectFrom('alerts')
      .select('id')
      .where('dedupe_key', '=', whole.dedupeKey)
      .where('status', '!=', 'closed')
      .executeTakeFirst();
    const opened = there && (await readAlert(trx, there.id));
    if (!opened) throw new Error('The alert was not opened.');
    return opened;
  });
}
