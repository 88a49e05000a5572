import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { inWork } from '../../kernel/command/work.ts';
import type { PersonCaller } from '../../kernel/http/bind-endpoint.ts';
import { type SessionDeps, toActor } from './sessions.ts';
import { updateOwnName } from './store.ts';

/** POST /account/name. Idempotent: the same name again is not recorded. */
export async function renameOwn(
  deps: SessionDeps,
  caller: PersonCaller,
  { name }: { name: string },
): Promise<{ name: string }> {
  const by = toActor(caller);
  const resourceType = by.companyId === null ? 'admin' : 'member';
  await inWork(deps, { ...by, ...ofRequest(caller.request) }, async ({ trx, at, record }) => {
    const { id } = by.actor;
    const before = await updateOwnName(trx, `${resourceType}s`, { id, name, at });
    if (before === name) return;
    record({
      action: `${resourceType}.renamed`,
      resourceType,
      resourceId: id,
      detail: { before, after: name },
    });
  });
  return { name };
}
