import {
  readAdminMe as readAdminMeEndpoint,
  readMe as readMeEndpoint,
  renameOwnAccount as renameEndpoint,
} from '#contract/company/accounts.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { type SessionDeps, toActor } from './sessions.ts';
import { updateOwnName } from './store.ts';

const handler = handlersFor<SessionDeps>();

/** GET /me. */
export const readMe = handler(readMeEndpoint, async (_deps, _input, { member, company }) => ({
  member,
  company,
}));

/** GET /admin/me. */
export const readAdminMe = handler(readAdminMeEndpoint, async (_deps, _input, { admin }) => ({ admin }));

/** POST /account/name. Idempotent: the same name again is not recorded. */
export const renameOwnAccount = handler(renameEndpoint, async (deps, { body: { name } }, caller) => {
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
});
