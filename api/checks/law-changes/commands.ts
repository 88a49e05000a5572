import { signOffLawChange as signOffEndpoint } from '#contract/cdd/law-changes.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { toLawChange } from './dto.ts';
import { type LawChangesDeps, signsOff } from './queries.ts';
import { lawChanges } from './store.ts';

const command = commandsFor<LawChangesDeps>();

const show = async ({ trx, params }: Work & { params: { id: string } }) =>
  toLawChange(await lawChanges.reread(trx, params.id));

/** POST /law-changes/:id/sign-off. Outstanding requirements of the clients stay outstanding. */
export const signOffLawChange = command(signOffEndpoint, {
  lock: ({ trx, params }) => lawChanges.lock(trx, params.id),
  stale: {
    message: 'This list has changed since you opened it. Reload the page and check it again.',
    current: show,
  },
  async check({ trx, deps, caller }, { status }) {
    if (!(await signsOff(trx, deps, caller))) {
      throw apiError('role.forbidden', {
        detail: 'Your company has a compliance officer, who signs off this list.',
      });
    }
    if (status === 'checking') throw invalid('The clients are still being checked. Try again later.');
    if (status === 'noClients') throw invalid('No clients are affected, so there is nothing to sign off.');
    if (status === 'signedOff') throw invalid('This list has already been signed off.');
  },
  change: (context, before) =>
    lawChanges.update(context, before, {
      status: 'signedOff',
      signed_off_by: context.caller.member.id,
      signed_off_at: context.at,
      note: context.body.note,
    }),
  read: show,
  again: show,
  events: ({ params, body }, { before }) => ({
    action: 'lawChange.signedOff',
    resourceType: 'lawChange',
    resourceId: params.id,
    reason: body.note,
    detail: { effectiveOn: before.effective_on, clientsListed: before.clients_listed },
  }),
});
