import { clientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { mergeClients as mergeEndpoint } from '#contract/clients/merging.ts';
import { findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { exposureBrought, joinedEnd, joinRecords } from '#rules/client-merging/merging.ts';
import { clientStatusLabels, pepStatusLabels } from '#rules/clients/client-types.ts';
import { identityChanges } from '#rules/clients/identity-changes.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { deleteFindings, readFindings } from '../../checks/cdd/findings-store.ts';
import { saveStatus } from '../../checks/screening-results/match-store.ts';
import { lockClientsAbove } from '../../checks/screening-results/risk-floor.ts';
import { readPepStatuses } from '../../checks/screening-results/store.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { fieldProblems as toFieldProblems } from '../../kernel/http/field-problems.ts';
import { closeAlerts } from '../../records/alerts/inbox.ts';
import { auditableDetails, fieldProblems } from '../../records/clients/commands.ts';
import { type ClientDetails, getClientDetails } from '../../records/clients/record/client-record.ts';
import { clients, readClientById } from '../../records/clients/record/store.ts';
import { getIdentity, saveDetails } from '../../records/clients/save-details.ts';
import { dueKey } from '../reviews/commands.ts';
import { deriveStatuses } from './derived-statuses.ts';
import { getProblems, type LockedMerge, readSides } from './locked-merge.ts';
import type { MergingDeps } from './queries.ts';
import {
  bringReviewForward,
  type MergedRows,
  moveFinding,
  moveRecords,
  swapExternalIds,
  writeJoined,
} from './store.ts';

const command = commandsFor<MergingDeps>();

type Context = Work & { caller: MemberCaller };

/** The joined details as the form of a client accepts them, so that nothing is stored that its next edit would refuse. */
function parseJoined(details: ClientDetails): ClientDetails {
  const parsed = clientInput.safeParse(details);
  if (!parsed.success) throw refused(toFieldProblems(parsed.error.issues));
  const { confirmations: _confirmations, ...joined } = parsed.data;
  return joined;
}

/** The merge is refused by a detail that is not in its form, so its sentence is the form's. */
function refused(fields: Record<string, string[]>) {
  const [problem] = Object.values(fields).flat();
  return apiError('request.invalid', { ...(problem === undefined ? {} : { detail: problem }), fields });
}

/** Saves the joined details of the surviving client, with all that follows from another identity. */
async function saveJoined(
  work: Context,
  { survivor: { client }, merged: { client: other } }: LockedMerge,
  taken: readonly string[],
): Promise<{ isOtherIdentity: boolean }> {
  const details = parseJoined(getClientDetails(joinRecords(client, other, taken)));
  const save = async () => {
    const fields = await fieldProblems(work, work.caller, details, client);
    if (Object.keys(fields).length > 0) throw refused(fields);
    await saveDetails(work, client, details);
  };
  const takesExternalId = taken.includes('externalId') && other.externalId !== null;
  const ids = { id: client.id, mergedId: other.id, former: client.externalId };
  await (takesExternalId ? swapExternalIds(work.trx, ids, save) : save());
  const changes = identityChanges(getIdentity(getClientDetails(other)), getIdentity(details));
  return { isOtherIdentity: changes.length > 0 };
}

/**
 * A stricter political exposure of the merged record becomes the surviving client's, with the finding; what cleared the client, and a senior
 * manager's approval of another exposure, no longer apply.
 */
async function takeExposure(work: Context, { survivor, merged }: LockedMerge): Promise<void> {
  const { trx, record, emit } = work;
  const { id, displayName } = survivor.client;
  const [known] = await readPepStatuses(trx, [id]);
  if (known === undefined) return;
  const brought = exposureBrought(known, {
    pepStatus: merged.client.pepStatus,
    pepOf: merged.facts.pepOf,
  });
  if (brought === null) return;
  const replaced = (await readFindings(trx, id))
    .map(({ subject }) => subject)
    .filter((subject) => subject === 'politicalExposure' || subject === 'seniorApproval');
  if (replaced.length > 0) await deleteFindings(trx, id, replaced);
  await moveFinding(trx, { subject: 'politicalExposure', from: merged.client.id, to: id });
  const current = await readClientById(trx, id);
  await saveStatus(trx, id, {
    sanctionsStatus: (current ?? survivor.client).sanctionsStatus,
    pepStatus: brought.pepStatus,
    pepOf: brought.pepOf,
  });
  record({
    action: 'client.screeningStatusChanged',
    resourceType: 'client',
    resourceId: id,
    detail: {
      changes: {
        ...changesBetween(
          { pepStatus: pepStatusLabels[known.pepStatus] },
          { pepStatus: pepStatusLabels[brought.pepStatus] },
        ),
        ...(replaced.includes('seniorApproval')
          ? { alsoWithdrawn: { before: null, after: findingLabels.seniorApproval } }
          : {}),
      },
    },
  });
  const kind = pepStatusLabels[brought.pepStatus];
  emit('pep.confirmed', { clientId: id, name: displayName, kind, isReviewed: true });
}

/** What the events say of moved rows. A hold has an event of its own, which not everyone sees. */
function getMoved({ holds: _holds, reviews_cancelled, ...rows }: MergedRows): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...rows, reviews_cancelled: reviews_cancelled.length }).filter(
      ([, value]) => value !== 0 && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function getEvents(
  { survivor, merged }: LockedMerge,
  { client, rows }: { client: Client; rows: MergedRows },
  reason: string,
): WorkEvent[] {
  const other = merged.client;
  return [
    {
      action: 'client.merged',
      resourceType: 'client',
      resourceId: client.id,
      reason,
      detail: {
        mergedId: other.id,
        changes: {
          mergedRecord: { before: null, after: other.displayName },
          ...changesBetween(auditableDetails(survivor.client), auditableDetails(client)),
        },
        moved: getMoved(rows),
      },
    },
    {
      action: 'client.mergedInto',
      resourceType: 'client',
      resourceId: other.id,
      reason,
      detail: {
        survivorId: client.id,
        changes: {
          mergedInto: { before: null, after: client.displayName },
          status: { before: clientStatusLabels[other.status], after: clientStatusLabels.merged },
        },
      },
    },
    ...(rows.holds > 0
      ? [
          {
            action: 'legalHold.set',
            resourceType: 'legalHold',
            resourceId: client.id,
            reason,
            detail: { clientId: client.id, mergedId: other.id },
          },
        ]
      : []),
  ];
}

const toResponse = (client: Client, merged: Client) => ({
  id: client.id,
  name: client.displayName,
  mergedId: merged.id,
  mergedName: merged.displayName,
});

/**
 * POST /clients/:id/merge. Moves what belongs to another client to this one and marks the other as merged; see docs/decisions/080. Both
 * versions must be current. Every status of the surviving client is derived from its records, none is taken over.
 */
export const mergeClients = command(mergeEndpoint, {
  async lock({ trx, params: { id }, body: { mergedId } }): Promise<LockedMerge | null> {
    await lockClientsAbove(trx, [id, mergedId]);
    const sides = await readSides(trx, { id, mergedId });
    return sides && { ...sides, version: sides.survivor.client.version };
  },
  stale: {
    message: ({ survivor: { client } }) =>
      `${client.updatedBy.name} changed ${client.displayName} after you opened it. Review both records, then try again.`,
    current: () => null,
  },
  check({ body }, before) {
    const { client } = before.merged;
    const [problem] = getProblems(before, body.taken);
    if (problem !== undefined) throw invalid(problem);
    if (client.version !== body.mergedVersion) {
      throw apiError('record.versionConflict', {
        detail: `${client.updatedBy.name} changed ${client.displayName} after you opened it. Review both records, then try again.`,
      });
    }
  },
  async change(context, before) {
    const { trx, time, at, caller, body, params } = context;
    const { survivor, merged } = before;
    const because = `Merged into ${survivor.client.displayName}`;
    const { isOtherIdentity } = await saveJoined(context, before, body.taken);
    await takeExposure(context, before);
    const rows = await moveRecords(trx, {
      survivorId: params.id,
      mergedId: body.mergedId,
      isOtherIdentity,
      today: companyDay(time(), caller.company.timeZone),
      at,
      by: caller.member.id,
      because,
    });
    await writeJoined(trx, params.id, joinedEnd(survivor.client.status, survivor.facts, merged.facts));
    const { nextReviewDueOn } = merged.client;
    if (nextReviewDueOn !== null) await bringReviewForward(trx, params.id, nextReviewDueOn);
    await closeAlerts(context, { dedupeKeys: rows.reviews_cancelled.map(dueKey), reason: because });
    await deriveStatuses(context, before, rows);
    return { client: await clients.reread(trx, params.id), rows };
  },
  read: async (_context, { merged }, { client }) => toResponse(client, merged.client),
  async again({ trx, params }, { mergedId }) {
    const client = await readClientById(trx, params.id);
    const merged = await readClientById(trx, mergedId);
    return client && merged && toResponse(client, merged);
  },
  events: ({ body }, { before, done }) => getEvents(before, done, body.reason),
});
