import type { Work } from '../../kernel/command/work.ts';
import { readPause } from '../../records/worklists/store.ts';
import { endPause, insertPause, requireCatchUp } from './store.ts';

export interface CompanyFlags {
  id: string;
  accessRestricted: boolean;
  subscriptionActive: boolean;
}

/** Reason monitoring is paused, or null. A restriction takes precedence over a missing subscription. */
function getReason({
  accessRestricted,
  subscriptionActive,
}: CompanyFlags): 'restricted' | 'subscription' | null {
  if (accessRestricted) return 'restricted';
  return subscriptionActive ? null : 'subscription';
}

/**
 * Keeps the start and reason of a company's monitoring pause in sync with its flags. After a pause, every worklist screens all its
 * clients once.
 * @returns whether monitoring is paused now.
 */
export async function syncMonitoringPause(
  { trx, time, at, record }: Work,
  company: CompanyFlags,
): Promise<boolean> {
  const open = await readPause(trx);
  const reason = getReason(company);
  if (reason === (open?.reason ?? null)) return reason !== null;
  // The start of the pause stays when its reason changes.
  const since = open?.since ?? at;
  if (open !== undefined) await endPause(trx, open.id, at);
  if (reason === null) await requireCatchUp(trx);
  else await insertPause(trx, { companyId: company.id, reason, since, now: time() });
  record({
    action: reason === null ? 'monitoring.resumed' : 'monitoring.paused',
    resourceType: 'company',
    resourceId: company.id,
    detail: { reason, since },
  });
  return reason !== null;
}
