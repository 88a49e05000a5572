import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asPlatform } from '../database/tenancy.ts';
import type { Identity } from './identity.ts';
import { activateAdmin, findMember, insertAdmin, lockAdmin } from './store.ts';

export interface GrantDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
}

export type Granted = 'created' | 'activated' | 'unchanged';

/**
 * Makes the person with a login id a platform admin, or active again. Granted twice it changes nothing.
 *
 * @throws Error in words for whoever runs the command: nobody has the login id, or a member of a company has it.
 */
export async function ensureAdmin(deps: GrantDeps, loginId: string, requestId: string): Promise<Granted> {
  const given = loginId.trim().toLowerCase();
  const user = await deps.identity.userByLoginId(given);
  if (user === undefined) {
    throw new Error(
      `The identity service knows nobody with the login id ${given}. Create the user there first.`,
    );
  }
  if ((await findMember(deps.db, user.userId)) !== undefined) {
    throw new Error(
      `${given} is a member of a company. A platform admin is an account of its own: use another login id.`,
    );
  }
  return asPlatform(deps.db, async (trx) => {
    const subject = user.userId;
    const known = await lockAdmin(trx, { loginId: given, subject });
    const at = deps.now().toISOString();
    if (known?.status === 'active' && known.identity_user_id === subject && known.login_id === given)
      return 'unchanged';
    const id = known?.id ?? uuidv7();
    if (known === undefined)
      await insertAdmin(trx, { id, subject, loginId: given, name: user.name || given, at });
    else await activateAdmin(trx, { id, subject, loginId: given, at });
    await recordEvent(trx, deps, {
      companyId: null,
      actor: { type: 'system', id: 'admin:grant', role: 'command' },
      action: 'admin.granted',
      resourceType: 'admin',
      resourceId: id,
      detail: {
        before: known === undefined ? null : { loginId: known.login_id, status: known.status },
        after: { loginId: given, status: 'active' },
      },
      requestId,
    });
    return known === undefined ? 'created' : 'activated';
  });
}
