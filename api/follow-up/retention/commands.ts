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
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { insertTombstones } from '../../records/documents/tombstones-store.ts';
import { readOtherDestroyers } from '../../records/team/eligible.ts';
import { readPresentMember } from '../../records/team/people-store.ts';
import { lockTeam } from '../../records/team/team-store.ts';
import { getDigest } from './certificates.ts';
import type { RetentionDeps } from './deps.ts';
import { getHold } from './legal-holds.ts';
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
  /** Whether the caller is the person who has confirmed, also as a former member who was invited again. */
  isOwn: boolean;
}

/**
 * The team first, so that no one's right to confirm changes meanwhile; then the client and its place on the list, as the job that lists
 * locks them.
 */
async function lockDestruction({
  trx,
  time,
  params,
  caller: { company, member },
}: Work & { params: { id: string }; caller: MemberCaller }): Promise<LockedDestruction | null> {
  const seen = await getListedClient(trx, params.id);
  if (seen === undefined) return null;
  const { id: companyId, timeZone, regulatedIn } = company;
  await lockTeam(trx, companyId);
  const client = await lockCandidate(trx, { companyId, timeZone, clientId: seen.client_id });
  const listed = await lockListed(trx, params.id);
  if (listed === undefined) return null;
  const { policy } = await readCompanyFacts(trx, companyId);
  const due =
    client && dueAs(client, { years: policy.retentionYears, regulatedIn }, companyDay(time(), timeZone));
  const { confirmed_by: confirmedBy } = listed;
  const isOwn = confirmedBy !== null && (await readPresentMember(trx, confirmedBy)) === member.id;
  return { listed, due, isOwn };
}

/** Throws if the record must be retained. The reason is not disclosed: the response must not reveal a hold. */
function requireDue({ listed, due }: LockedDestruction): Due {
  if (listed.destroyed_at !== null || due === undefined) {
    throw invalid('This record is no longer due for destruction.');
  }
  return due;
}

/**
 * POST /retention/:id/confirmation: the first person confirms, the second destroys; where no one else may, the same person does so once
 * no one else could for 24 hours. A record put on hold in between is rejected without
 * the reason. Files are deleted after the transaction; if that fails they are orphans, which the nightly sweep deletes.
 */
export const confirmListed = command(confirmEndpoint, {
  lock: lockDestruction,
  async check({ trx, time, caller: { member, company } }, before) {
    requireDue(before);
    const { confirmed_at: confirmedAt } = before.listed;
    if (!before.isOwn || confirmedAt === null) return;
    const others = await readOtherDestroyers(trx, member.id, time());
    if (others.present) {
      throw invalid('You have already confirmed. Another owner or compliance officer must confirm.');
    }
    const from = soleConfirmationFrom(confirmedAt, others.until);
    if (time().getTime() >= Date.parse(from)) return;
    const at = zonedInstantFormatter(company.timeZone);
    throw invalid(
      others.until !== null && others.until > confirmedAt
        ? `You have already confirmed, and someone else could confirm until ${at(others.until)}. Have another owner or compliance officer confirm, or confirm again from ${at(from)}, once no one else could for 24 hours.`
        : `You have already confirmed, and no one else can. Confirm again from ${at(from)}.`,
    );
  },
  async change({ trx, at, time, deps, caller: { member, company }, afterCommit }, before) {
    const { listed } = before;
    const { id, client_id: clientId, confirmed_by: confirmedBy } = listed;
    const { basis, keptUntil } = requireDue(before);
    if (confirmedBy === null) {
      const others = await readOtherDestroyers(trx, member.id, time());
      await changeListed(trx, id, { confirmed_by: member.id, confirmed_at: at, identity_proofs: 1 });
      return {
        outcome: 'confirmed' as const,
        againFrom: others.present ? null : soleConfirmationFrom(at, others.until),
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
      confirmedBy: before.isOwn ? member.id : confirmedBy,
      destroyedBy: member.id,
      at,
      itemCounts: counts,
      ...(before.isOwn
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
      confirmed_by: certificate.confirmedBy,
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
  again: receipt,
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
  async again({ trx, params }) {
    const [hold] = await readHolds(trx, params.id);
    return hold === undefined ? null : getHold(hold);
  },
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
  again: receipt,
  events: ({ params, body }) => ({
    action: 'legalHold.released',
    resourceType: 'legalHold',
    resourceId: params.id,
    reason: body.reason,
    detail: { clientId: params.id },
  }),
});
