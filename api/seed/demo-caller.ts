import { randomUUID } from 'node:crypto';
import { findMember } from '../accounts/store.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoDeps } from './demo-company.ts';

/**
 * A person of the demo company as the services know whoever calls, so that what is seeded came about as people's work does.
 *
 * @throws Error where the account has no member yet.
 */
export async function demoCaller({ database }: DemoDeps, account: DemoAccount): Promise<MemberCaller> {
  const record = await findMember(database.db, account.userId);
  if (record === undefined) throw new Error(`The demo account ${account.loginId} is missing.`);
  return {
    kind: 'member',
    subject: account.userId,
    member: record.member,
    company: record.company,
    request: { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' },
  };
}
