import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inWork } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { Identity } from './identity.ts';
import { activateAdmin, findMember, insertAdmin, isProvenDomain, lockAdmin } from './store.ts';

export interface GrantDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
}

/** Domains of login ids, each once and in one order, in which concurrent grants lock them. */
const domainsOf = (loginIds: readonly string[]): string[] =>
  [...new Set(loginIds.flatMap((loginId) => loginId.split('@')[1] ?? []))].sort();

export type Granted = 'created' | 'activated' | 'unchanged';

/**
 * Makes the person with a login id a platform admin, or reactivates them. Idempotent.
 *
 * @throws Error with a message for the operator: unknown login id, that of a company's member, and one of a domain
 * that a company has proven for single sign-on.
 */
export async function ensureAdmin(deps: GrantDeps, loginId: string, requestId: string): Promise<Granted> {
  const normalisedLoginId = loginId.trim().toLowerCase();
  const user = await deps.identity.userByLoginId(normalisedLoginId);
  if (user === undefined) {
    throw new Error(
      `The identity service has no user with the login ID ${normalisedLoginId}. Create the user there first.`,
    );
  }
  if ((await findMember(deps.db, user.userId, { now: deps.now() })) !== undefined) {
    throw new Error(
      `${normalisedLoginId} is a member of a company. A platform admin is an account of its own: use another login id.`,
    );
  }
  const actor = { type: 'system', id: 'admin:grant', role: 'command' } as const;
  return inWork(deps, { companyId: null, actor, requestId }, async ({ trx, at, record }) => {
    const subject = user.userId;
    const known = await lockAdmin(trx, { loginId: normalisedLoginId, subject });
    if (
      known?.status === 'active' &&
      known.identity_user_id === subject &&
      known.login_id === normalisedLoginId
    )
      return 'unchanged';
    for (const domain of domainsOf([normalisedLoginId, ...user.loginIds])) {
      if (!(await isProvenDomain(trx, domain))) continue;
      throw new Error(
        `A company has proven ${domain} for single sign-on, and its identity provider could sign in as ${normalisedLoginId}. Use an address of another domain, or have the company remove the domain first.`,
      );
    }
    const id = known?.id ?? uuidv7();
    if (known === undefined)
      await insertAdmin(trx, {
        id,
        subject,
        loginId: normalisedLoginId,
        name: user.name || normalisedLoginId,
        at,
      });
    else await activateAdmin(trx, { id, subject, loginId: normalisedLoginId, at });
    record({
      action: 'admin.granted',
      resourceType: 'admin',
      resourceId: id,
      detail: {
        before: known === undefined ? null : { loginId: known.login_id, status: known.status },
        after: { loginId: normalisedLoginId, status: 'active' },
      },
    });
    return known === undefined ? 'created' : 'activated';
  });
}
