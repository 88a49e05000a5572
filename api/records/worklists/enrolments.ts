import {
  type Enrolment,
  enrolClient as enrolEndpoint,
  enrolClients as enrolSelectedEndpoint,
  transitionEnrolment as transitionEndpoint,
} from '#contract/monitoring/enrolments.ts';
import { enrolmentLifecycle } from '#rules/lifecycles/monitoring.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { enrolBatch, enrolLocked, getRejection, requireWorklist } from './enrol.ts';
import {
  currentEnrolment,
  endEnrolments,
  enrolments,
  lockForEnrolment,
  readEnrolment,
  storedStatus,
} from './enrolment-store.ts';
import type { WorklistsDeps } from './queries.ts';

const command = commandsFor<WorklistsDeps>();

/** POST /clients/:id/enrolment. */
export const enrolClient = command(enrolEndpoint, {
  lock: async ({ trx, params }) => (await lockForEnrolment(trx, [params.id]))[0] ?? null,
  async change({ body, ...work }, client) {
    const worklist = await requireWorklist(work.trx, body.worklistId);
    const refusal = getRejection(client);
    if (refusal !== undefined) throw invalid(`${refusal}.`);
    if (client.worklistId !== worklist.id) await enrolLocked(work, worklist, [client]);
  },
  async read({ trx, params }) {
    const enrolment = await currentEnrolment(trx, params.id);
    if (enrolment === null) throw new Error('The enrolment just saved could not be read.');
    return enrolment;
  },
  again: ({ trx }, { id }) => readEnrolment(trx, id),
  events: () => [],
});

/** POST /clients/bulk-enrol: in one transaction. */
export const enrolSelected = command(enrolSelectedEndpoint, {
  async change({ body, ...work }) {
    const worklist = await requireWorklist(work.trx, body.worklistId);
    const ids = [...new Set(body.clientIds)];
    const clients = await lockForEnrolment(work.trx, ids);
    // Clients of other companies are treated as nonexistent.
    if (clients.length < ids.length) throw apiError('record.notFound');
    return enrolBatch(work, worklist, clients);
  },
  read: async (_context, _before, result) => result,
  again: receipt,
  events: () => [],
});

interface LockedEnrolment extends Enrolment {
  /** The stored status; displayed as paused while the company is. */
  stored: NonNullable<Awaited<ReturnType<typeof storedStatus>>>['status'];
}

async function lock({ trx, params }: Work & { params: { id: string } }): Promise<LockedEnrolment | null> {
  const enrolment = await enrolments.lock(trx, params.id);
  const stored = await storedStatus(trx, params.id);
  return enrolment === null || stored === undefined ? null : { ...enrolment, stored: stored.status };
}

/** POST /enrolments/:id/transitions. */
export const transitionEnrolment = command(transitionEndpoint, {
  lock,
  stale: {
    message: 'Someone else changed this enrolment. Review it and try again.',
    current: (_, { stored: _stored, ...enrolment }) => enrolment,
  },
  transition: { lifecycle: enrolmentLifecycle, from: ({ stored }) => stored, to: ({ body }) => body.to },
  async change(context, before) {
    const { trx, at, body } = context;
    const { to } = body;
    if (to === 'ended') await endEnrolments(trx, [before.clientId], { reason: 'manual', at });
    else if (to === 'paused') {
      await enrolments.update(context, before, { status: to, paused_reason: 'manual', paused_at: at });
    } else {
      // A resumed client may have missed runs, so it is screened at once.
      const resumed = { paused_reason: null, paused_at: null, first_run_at: null };
      await enrolments.update(context, before, { status: to, ...resumed });
    }
  },
  read: ({ trx }, { id }) => enrolments.reread(trx, id),
  again: ({ trx, params }) => readEnrolment(trx, params.id),
  events: ({ body: { to } }, { before }) => ({
    action: 'client.enrolmentStatusChanged',
    resourceType: 'client',
    resourceId: before.clientId,
    detail: {
      changes: changesBetween(
        { monitoring: enrolmentLifecycle.labels[before.stored] },
        { monitoring: enrolmentLifecycle.labels[to] },
      ),
    },
  }),
});
