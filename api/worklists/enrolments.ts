import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import type {
  Enrolment,
  enrolClient as enrolEndpoint,
  listEnrolments as listEndpoint,
  moveEnrolment as moveEndpoint,
} from '#contract/enrolments.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { enrolmentLifecycle } from '#rules/lifecycles/monitoring.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  currentEnrolment,
  type EnrolmentCandidate,
  endEnrolments,
  enrolmentPage,
  insertEnrolments,
  isOver,
  lockForEnrolment,
  readEnrolment,
  storedStatus,
} from './enrolment-store.ts';
import type { WorklistsDeps } from './service.ts';
import { readWorklist, type WorklistRow } from './store.ts';

type Trx = Transaction<Schema>;

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

/** A worklist that clients can be enrolled in; refuses any other beside `worklistId`. */
export async function requireWorklist(trx: Trx, id: number): Promise<WorklistRow> {
  const row = await readWorklist(trx, id);
  if (row !== undefined && row.archived_at === null) return row;
  throw invalid('Choose a worklist from the list', 'worklistId');
}

/** GET /worklists/:id/enrolments. */
export function showEnrolments(
  deps: WorklistsDeps,
  { company }: MemberCaller,
  worklistId: number,
  { status, after, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointAnswer<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readWorklist(trx, worklistId)) === undefined) throw refuse('record.notFound');
    const { rows, total } = await enrolmentPage(trx, { worklistId, status, after, limit });
    const items = rows.slice(0, limit);
    return { items, nextAfter: rows.length > limit ? (items.at(-1)?.clientId ?? null) : null, total };
  });
}

/** Why a client is not watched by anything; undefined where it may be. */
export function refusalOf({ status }: EnrolmentCandidate): string | undefined {
  return isOver(status) ? 'The relationship is over, so there is nothing to watch' : undefined;
}

/**
 * Has a worklist watch clients that the transaction has locked: whom another one watched is moved. An event for each client, because
 * the trail is read client by client.
 */
export async function enrolLocked(
  trx: Trx,
  deps: { now: () => Date },
  caller: MemberCaller,
  worklist: WorklistRow,
  clients: readonly EnrolmentCandidate[],
): Promise<void> {
  const at = deps.now();
  const moved = clients.filter(({ worklistId }) => worklistId !== null).map(({ id }) => id);
  await endEnrolments(trx, moved, { reason: 'moved', at: at.toISOString() });
  await insertEnrolments(trx, {
    companyId: caller.company.id,
    worklistId: worklist.id,
    clientIds: clients.map(({ id }) => id),
    at,
    by: caller.member.id,
  });
  for (const { id } of clients) {
    await recordMemberEvent(trx, deps, caller, {
      action: 'client.enrolled',
      resourceType: 'client',
      resourceId: id,
      detail: { changes: changesBetween({}, { worklist: worklist.name }) },
    });
  }
}

/** POST /clients/:id/enrolment. */
export function enrolOne(
  deps: WorklistsDeps,
  caller: MemberCaller,
  clientId: string,
  form: z.output<typeof enrolEndpoint.body>,
): Promise<Enrolment> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: form, status: 201 }, async () => {
      const [client] = await lockForEnrolment(trx, [clientId]);
      if (client === undefined) throw refuse('record.notFound');
      const worklist = await requireWorklist(trx, form.worklistId);
      const refusal = refusalOf(client);
      if (refusal !== undefined) throw invalid(`${refusal}.`);
      if (client.worklistId !== worklist.id) await enrolLocked(trx, deps, caller, worklist, [client]);
      const enrolment = await currentEnrolment(trx, clientId);
      if (enrolment === null) throw new Error('An enrolment that was just written cannot be read.');
      return enrolment;
    }),
  );
}

/** POST /enrolments/:id/moves. */
export function moveOne(
  deps: WorklistsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof moveEndpoint.body>,
): Promise<Enrolment> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await readEnrolment(trx, id, true);
      const stored = await storedStatus(trx, id);
      if (before === null || stored === undefined) throw refuse('record.notFound');
      if (before.version !== form.version) {
        throw refuse('record.stale', {
          detail: 'Somebody changed how this client is watched. Look at it as it is now, then try again.',
          current: before,
        });
      }
      const decision = mayMove(enrolmentLifecycle, stored.status, form.to);
      if (!decision.allowed) throw invalid(decision.reason);
      const at = deps.now().toISOString();
      if (form.to === 'ended') {
        await endEnrolments(trx, [before.clientId], { reason: 'manual', at });
      } else {
        await trx
          .updateTable('monitoring_enrolments')
          .set({
            status: form.to,
            paused_reason: form.to === 'paused' ? 'manual' : null,
            paused_at: form.to === 'paused' ? at : null,
            // Whoever was paused may have missed runs: screened at once on return.
            ...(form.to === 'active' ? { first_run_at: null } : {}),
            updated_at: at,
            version: before.version + 1,
          })
          .where('id', '=', id)
          .execute();
      }
      const after = await readEnrolment(trx, id);
      if (after === null) throw new Error('An enrolment that was just written cannot be read.');
      await recordMemberEvent(trx, deps, caller, {
        action: 'client.enrolmentMoved',
        resourceType: 'client',
        resourceId: before.clientId,
        detail: {
          changes: changesBetween(
            { monitoring: enrolmentLifecycle.labels[stored.status] },
            { monitoring: enrolmentLifecycle.labels[form.to] },
          ),
        },
      });
      return after;
    }),
  );
}
