import { randomUUID } from 'node:crypto';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { findMember } from '#api/records/sign-in/store.ts';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoDeps } from './demo-company.ts';

/**
 * A member of the demo company as caller, so that the demo is seeded by the regular commands.
 *
 * @throws Error if the account has no member yet.
 */
export async function demoCaller(
  { database, callers }: DemoDeps,
  account: DemoAccount,
): Promise<MemberCaller> {
  const known = callers?.get(account.userId);
  if (known !== undefined) return known;
  const record = await findMember(database.db, account.userId, { now: new Date() });
  if (record === undefined) throw new Error(`The demo account ${account.loginId} is missing.`);
  const caller: MemberCaller = {
    kind: 'member',
    subject: account.userId,
    member: record.member,
    company: record.company,
    request: { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' },
  };
  callers?.set(account.userId, caller);
  return caller;
}
