import { signOffLawChange as signOffEndpoint } from '#contract/cdd/law-changes.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { toLawChange } from './dto.ts';
import { type LawChangesDeps, signsOff } from './queries.ts';
import { lockLawChange, readLawChange, updateLawChange } from './store.ts';

const command = commandsFor<LawChangesDeps>();

async function show({ trx, params }: Work & { params: { id: string } }) {
  const row = await readLawChange(trx, params.id);
  if (row === undefined) throw new Error('A list that was just locked cannot be read.');
  return toLawChange(row);
}

/** POST /law-changes/:id/sign-off. Outstanding requirements of the clients stay outstanding. */
export const signOffLawChange = command(signOffEndpoint, {
  lock: async ({ trx, params }) => (await lockLawChange(trx, params.id)) ?? null,
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
  async change({ trx, at, caller, body }, { id, version }) {
    await updateLawChange(trx, id, {
      status: 'signedOff',
      signed_off_by: caller.member.id,
      signed_off_at: at,
      note: body.note,
      version: version + 1,
    });
  },
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
