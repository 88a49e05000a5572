import type { Work } from '../../kernel/command/work.ts';
import { readPause } from '../../records/worklists/store.ts';
import { endPause, insertPause, requireCatchUp } from './store.ts';

export interface CompanyFlags {
  id: string;
  accessRestricted: boolean;
  subscriptionActive: boolean;
}

/** Reason monitoring is paused, or null. A restriction takes precedence over a missing subscription. Source: domain 5, second table. */
function getReason({
  accessRestricted,
  subscriptionActive,
}: CompanyFlags): 'restricted' | 'subscription' | null {
  if (accessRestricted) return 'restricted';
  return subscriptionActive ? null : 'subscription';
}

/**
 * Keeps since when a company's monitoring is paused, and why, in step with its flags. Once a pause is over, every worklist screens all
 * its clients once, whatever was missed.
 *
 * @returns whether it is paused now.
 */
export async function syncMonitoringPause(
  { trx, time, at, record }: Work,
  company: CompanyFlags,
): Promise<boolean> {
  const open = await readPause(trx);
  const reason = getReason(company);
  if (reason === (open?.reason ?? null)) return reason !== null;
  // A change of reason keeps the start of the pause.
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
