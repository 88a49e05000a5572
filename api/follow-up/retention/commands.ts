import { v7 as uuidv7 } from 'uuid';
import {
  confirmDestruction as confirmEndpoint,
  liftLegalHold as liftEndpoint,
  setLegalHold as setEndpoint,
} from '#contract/views/retention.ts';
import { retentionDestroyedEvent } from '#rules/audit/event-names.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { zonedInstantFormatter } from '#rules/format/dates.ts';
import { destructionBasisLabels, soleConfirmationFrom } from '#rules/retention/retention.ts';
import { readDestroyedBy } from '../../kernel/audit/batch-store.ts';
import { getDestructionDigest } from '../../kernel/audit/destroyed-details.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { insertTombstones } from '../../records/documents/tombstones-store.ts';
import { countDestroyers } from '../../records/team/eligible.ts';
import { getDigest } from './certificates.ts';
import type { RetentionDeps } from './deps.ts';
import { dueAs } from './list-due-job.ts';
import {
  changeHold,
  changeListed,
  destroyClient,
  getListedClient,
  insertHold,
  lockCandidate,
  lockClientName,
  lockHold,
  lockListed,
  readHolds,
} from './store.ts';

const command = commandsFor<RetentionDeps>();

type Due = NonNullable<ReturnType<typeof dueAs>>;

interface LockedDestruction {
  listed: NonNullable<Awaited<ReturnType<typeof lockListed>>>;
  /** Basis on which the client is due today; undefined while it must be retained, and once it is destroyed. */
  due: Due | undefined;
}

/** The client first and its place on the list second, as the job that lists locks them. */
async function lockDestruction({
  trx,
  time,
  params,
  caller: { company },
}: Work & { params: { id: string }; caller: MemberCaller }): Promise<LockedDestruction | null> {
  const seen = await getListedClient(trx, params.id);
  if (seen === undefined) return null;
  const { id: companyId, timeZone, regulatedIn } = company;
  const client = await lockCandidate(trx, { companyId, timeZone, clientId: seen.client_id });
  const listed = await lockListed(trx, params.id);
  if (listed === undefined) return null;
  const { policy } = await readCompanyFacts(trx, companyId);
  const due =
    client && dueAs(client, { years: policy.retentionYears, regulatedIn }, companyDay(time(), timeZone));
  return { listed, due };
}

/** Throws if the record must be retained. The reason is not disclosed: the response must not reveal a hold. */
function requireDue({ listed, due }: LockedDestruction): Due {
  if (listed.destroyed_at !== null || due === undefined) {
    throw invalid('This record is no longer due for destruction.');
  }
  return due;
}

/** Whether two people of the company may confirm: then two must. */
async function hasSecondPerson(trx: Work['trx'], now: Date): Promise<boolean> {
  return (await countDestroyers(trx, now)) > 1;
}

/**
 * POST /retention/:id/confirmation: the first person confirms, the second destroys; where no one else may, the same person does so 24 hours
 * later. A record put on hold in between is rejected without
 * the reason. Files are deleted after the transaction; if that fails they are orphans, which the nightly sweep deletes.
 */
export const confirmListed = command(confirmEndpoint, {
  lock: lockDestruction,
  async check({ trx, time, caller: { member, company } }, before) {
    requireDue(before);
    const { confirmed_by: confirmedBy, confirmed_at: confirmedAt } = before.listed;
    if (confirmedBy !== member.id || confirmedAt === null) return;
    if (await hasSecondPerson(trx, time())) {
      throw invalid('You have already confirmed. Another owner or compliance officer must confirm.');
    }
    const from = soleConfirmationFrom(confirmedAt);
    if (time().getTime() >= Date.parse(from)) return;
    throw invalid(
      `You have already confirmed, and no one else can. Confirm again from ${zonedInstantFormatter(company.timeZone)(from)}.`,
    );
  },
  async change({ trx, at, time, deps, caller: { member, company }, afterCommit }, before) {
    const { listed } = before;
    const { id, client_id: clientId, confirmed_by: confirmedBy } = listed;
    const { basis, keptUntil } = requireDue(before);
    if (confirmedBy === null) {
      await changeListed(trx, id, { confirmed_by: member.id, confirmed_at: at, identity_proofs: 1 });
      return {
        outcome: 'confirmed' as const,
        againFrom: (await hasSecondPerson(trx, time())) ? null : soleConfirmationFrom(at),
        event: {
          action: 'retention.confirmed',
          resourceType: 'client',
          resourceId: clientId,
          detail: { destruction: id, keptUntil, basis: destructionBasisLabels[basis] },
        },
      };
    }
    const { counts, files, digests } = await destroyClient(trx, clientId);
    await insertTombstones(trx, { companyId: company.id, keys: files, cause: 'destroyed', at });
    // The endpoint requires a recent proof of identity each time; a first confirmation under a former version may have had none.
    const proofs = listed.identity_proofs + 1;
    const certificate = {
      id,
      kind: listed.kind,
      clientId,
      basis,
      keptUntil,
      confirmedBy,
      destroyedBy: member.id,
      at,
      itemCounts: counts,
      ...(confirmedBy === member.id
        ? {
            confirmedAt: listed.confirmed_at,
            secondPerson: 'None eligible',
            identityConfirmed: proofs === 2 ? 'Both times' : 'Second time',
          }
        : {}),
    };
    const digest = getDigest({ ...certificate, files: digests });
    const detailsDigest = getDestructionDigest(await readDestroyedBy(trx, id));
    await changeListed(trx, id, {
      basis,
      kept_until: keptUntil,
      destroyed_by: member.id,
      destroyed_at: at,
      item_counts: JSON.stringify(counts),
      identity_proofs: proofs,
      digest,
    });
    const { storage } = deps.files;
    afterCommit(async () => {
      await Promise.allSettled(files.map((key) => storage.remove(key)));
    });
    return {
      outcome: 'destroyed' as const,
      againFrom: null,
      event: {
        action: retentionDestroyedEvent,
        resourceType: 'destruction',
        resourceId: id,
        detail: { ...certificate, files: files.length, digest, detailsDigest },
      },
    };
  },
  read: async (_context, _before, { outcome, againFrom }) => ({ outcome, againFrom }),
  events: (_context, { done: { event } }) => event,
});

/** POST /clients/:id/legal-hold. Rejects a client already on hold. */
export const placeHold = command(setEndpoint, {
  lock: async ({ trx, params }) => (await lockClientName(trx, params.id)) ?? null,
  async check({ trx, params }) {
    if ((await readHolds(trx, params.id)).length > 0) throw invalid('This client is already on legal hold.');
  },
  change: ({ trx, time, at, caller, params, body }) =>
    insertHold(trx, {
      company_id: caller.company.id,
      id: uuidv7({ msecs: time().getTime() }),
      client_id: params.id,
      reason: body.reason,
      set_by: caller.member.id,
      set_at: at,
    }),
  read: async ({ at, caller: { member }, params, body }, { name }) => ({
    client: { id: params.id, name },
    reason: body.reason,
    by: { id: member.id, name: member.name },
    at,
  }),
  events: ({ params, body }) => ({
    action: 'legalHold.set',
    resourceType: 'legalHold',
    resourceId: params.id,
    reason: body.reason,
    detail: { clientId: params.id },
  }),
});

/** POST /clients/:id/legal-hold/release. 404 for a client that is not on hold. */
export const liftHold = command(liftEndpoint, {
  lock: async ({ trx, params }) => (await lockHold(trx, params.id)) ?? null,
  change: ({ trx, at, caller, body }, { id }) =>
    changeHold(trx, id, { lifted_because: body.reason, lifted_by: caller.member.id, lifted_at: at }),
  read: async () => ({ lifted: true as const }),
  events: ({ params, body }) => ({
    action: 'legalHold.released',
    resourceType: 'legalHold',
    resourceId: params.id,
    reason: body.reason,
    detail: { clientId: params.id },
  }),
});
