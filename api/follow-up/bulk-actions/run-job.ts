import { problemCodes } from '#contract/errors.ts';
import { can } from '#rules/permissions.ts';
import { inWork, type WorkActor, type WorkDeps } from '../../kernel/command/work.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { isApiError } from '../../kernel/http/api-error.ts';
import { hasAccessEnded } from '../../kernel/http/authenticate.ts';
import { actOn } from './acts.ts';
import { bulkEvent } from './events.ts';
import { readStarter } from './starter-store.ts';
import {
  countItems,
  endAction,
  lockAction,
  lockNextItem,
  readAction,
  runningActions,
  saveOutcome,
  shareAction,
} from './store.ts';

/** The job, as queue and audit trail name it. */
export const bulkActionsJob = 'run-bulk-actions';

/** How long one run works before it leaves the rest to the next minute's. */
const maxMs = 50_000;

/** Most clients of an action before the next action has its turn. */
const maxTurnClients = 50;

interface Running {
  companyId: string;
  id: string;
  actor: WorkActor;
}

/** Why an action may not go on: its starter has left, or may no longer change records. */
function whyNot(
  { isActive, caller }: Awaited<ReturnType<typeof readStarter>>,
  now: Date,
): string | undefined {
  const { member, company } = caller;
  if (!isActive || hasAccessEnded(member, now)) return `${member.name} no longer has access to this company.`;
  const decision = can({ kind: 'member', ...member }, 'records.write', company, now.toISOString());
  return decision.allowed ? undefined : decision.reason;
}

/** Ends an action that has nothing left to do, or may not go on. Others still working on it are waited for. */
async function finish(deps: WorkDeps, { id, actor }: Running, because?: string): Promise<void> {
  await inWork(deps, actor, async ({ trx, at, record }) => {
    const action = await lockAction(trx, id);
    if (action === null || action.status !== 'running') return;
    const counts = (await countItems(trx, [id])).get(id);
    if (because === undefined && counts?.waiting !== 0) return;
    const status = because === undefined ? 'done' : 'stopped';
    await endAction(trx, action, { status, at, ...(because === undefined ? {} : { because }) });
    const name = status === 'done' ? 'bulkAction.finished' : 'bulkAction.stopped';
    record(bulkEvent(name, id, { act: action.act, counts, ...(because === undefined ? {} : { because }) }));
  });
}

/** Number of the client acted on, with the error if it was not one of the rules. */
interface Step {
  number: number;
  error?: unknown;
}

/**
 * Acts on the next client in one transaction with its outcome, so that a process that is killed leaves either both or neither. Returns
 * undefined if nothing waits. After an unexpected error the client waits for the next run.
 */
async function doNext(deps: WorkDeps, { id, actor }: Running, after: number): Promise<Step | undefined> {
  let number: number | undefined;
  try {
    return await inWork(deps, actor, async (work) => {
      // Stopping the action waits for this client, so that an undo includes it.
      const action = await shareAction(work.trx, id);
      if (action?.status !== 'running') return undefined;
      const item = await lockNextItem(work.trx, id, after);
      if (item === undefined) return undefined;
      number = item.number;
      const { caller } = await readStarter(work.trx, action.created_by, id);
      await saveOutcome(work.trx, id, item.number, await actOn({ ...work, caller }, action.act, item));
      return { number: item.number };
    });
  } catch (error) {
    if (number === undefined) throw error;
    if (!isApiError(error)) return { number, error };
    const refused = number;
    const { fields = {}, detail } = error.details;
    const reason = Object.values(fields).flat()[0] ?? detail ?? problemCodes[error.code].title;
    await inWork(deps, actor, async ({ trx }) => {
      if ((await shareAction(trx, id))?.status !== 'running') return;
      await saveOutcome(trx, id, refused, { state: 'refused', reason });
    });
    return { number };
  }
}

/** Works on some clients of one action, those after a number. @returns what it has done, and the last of them if more may be left */
async function takeTurn(
  deps: WorkDeps,
  { company_id: companyId, id }: { company_id: string; id: string },
  { after, until }: { after: number; until: number },
): Promise<{ acted: number; last: number | undefined; errors: unknown[] }> {
  const starter = await asTenant(deps.db, companyId, async (trx) => {
    const action = await readAction(trx, id);
    return action === null ? undefined : readStarter(trx, action.created_by, id);
  });
  if (starter === undefined) return { acted: 0, last: undefined, errors: [] };
  const { member } = starter.caller;
  const running: Running = {
    companyId,
    id,
    actor: { companyId, actor: { type: 'user', id: member.id, role: member.role }, requestId: id },
  };
  const because = whyNot(starter, deps.now());
  if (because !== undefined) {
    await finish(deps, running, because);
    return { acted: 0, last: undefined, errors: [] };
  }
  let acted = 0;
  let last: number | undefined = after;
  const errors: unknown[] = [];
  do {
    const step: Step | undefined = await doNext(deps, running, last);
    last = step?.number;
    if (step?.error !== undefined) errors.push(step.error);
    else if (step !== undefined) acted += 1;
  } while (last !== undefined && acted + errors.length < maxTurnClients && Date.now() < until);
  await finish(deps, running);
  return { acted, last, errors };
}

/**
 * Runs bulk actions of every company: those just started, and those that a stopped process left. They take turns, so that a long one holds
 * up no other. Each client is done once, with its outcome, under the name of the member who started the action and only while that member
 * has access.
 */
export async function runBulkActions(
  deps: WorkDeps & { maxMs?: number },
): Promise<{ actions: number; clients: number }> {
  const until = Date.now() + (deps.maxMs ?? maxMs);
  /** The last client of each action; undefined once this run can do no more of it. */
  const reached = new Map<string, number | undefined>();
  const errors: unknown[] = [];
  let clients = 0;
  // Read again for each round: an action that was started meanwhile need not wait for the next run.
  const readWaiting = async () =>
    (await asJobs(deps.db, runningActions)).filter(
      ({ id }) => !reached.has(id) || reached.get(id) !== undefined,
    );
  for (let waiting = await readWaiting(); waiting.length > 0; waiting = await readWaiting()) {
    for (const action of waiting) {
      if (Date.now() >= until) break;
      try {
        const turn = await takeTurn(deps, action, { after: reached.get(action.id) ?? 0, until });
        reached.set(action.id, turn.last);
        clients += turn.acted;
        errors.push(...turn.errors);
      } catch (error) {
        // One company's error must not keep the actions of the others waiting.
        reached.set(action.id, undefined);
        errors.push(error);
      }
    }
    if (Date.now() >= until) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Clients of a bulk action wait for its next run.');
  return { actions: reached.size, clients };
}
