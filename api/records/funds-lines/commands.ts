import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  addFundsLine as addEndpoint,
  changeFundsLine as changeEndpoint,
  type FundsLineDetails,
  rejectFundsLine as rejectEndpoint,
  verifyFundsLine as verifyEndpoint,
  withdrawFundsLine as withdrawEndpoint,
} from '#contract/cdd/funds-lines.ts';
import { formatMoney } from '#rules/format/money.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import {
  fundsKindLabels,
  fundsPurposeLabels,
  fundsStatusLabels,
  maxFundsLines,
} from '#rules/source-of-funds/funds-lines.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { lockClientById } from '../clients/record/store.ts';
import { toFundsLineDto } from './dto.ts';
import type { FundsLinesDeps } from './queries.ts';
import { attachableAmong, openActivities } from './related-store.ts';
import {
  type FundsLineRow,
  hasMaxLines,
  insertFundsLine,
  readEvenWithdrawn,
  readFundsLine,
  replaceLineDocuments,
  updateFundsLine,
} from './store.ts';

const command = commandsFor<FundsLinesDeps>();

/** Locks a client whose lines change: serialises commands on one client's lines. Throws for an archived client. */
async function lockOpenClient({ trx }: Pick<Work, 'trx'>, clientId: string): Promise<boolean> {
  const client = await lockClientById(trx, clientId);
  if (client !== null && isClosedClient(client.status)) {
    throw invalid(
      `${closedClientText(client.status)} Its source of funds and wealth can no longer be changed.`,
    );
  }
  return client !== null;
}

interface LineContext extends Work {
  params: { id: string; lineId: string };
  caller: MemberCaller;
}

const getIds = ({ params: { id, lineId } }: LineContext) => ({ clientId: id, lineId });

/** The client first and its line second. */
async function lock(context: LineContext): Promise<FundsLineRow | null> {
  const isThere = await lockOpenClient(context, context.params.id);
  return isThere ? readFundsLine(context.trx, getIds(context), true) : null;
}

const stale = {
  message: ({ updated_by_name }: FundsLineRow) =>
    `${updated_by_name} changed this line. Review it and try again.`,
  current: (_: LineContext, row: FundsLineRow) => toFundsLineDto(row),
};

const getColumns = (details: FundsLineDetails) => ({
  source_of: details.of,
  kind: details.kind,
  amount: details.amount,
  currency: details.currency,
  origin: details.from,
  period: details.period ?? null,
  corroboration: details.corroboration ?? null,
});

/** The stored values of the same columns, to detect a form without changes. */
const getSavedColumns = (row: FundsLineRow): ReturnType<typeof getColumns> & { currency: string } => ({
  source_of: row.source_of,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency as FundsLineDetails['currency'],
  origin: row.origin,
  period: row.period,
  corroboration: row.corroboration,
});

/** Rejects documents of other clients, at their field. Documents already on the line may stay. */
async function requireDocuments(
  { trx }: Pick<Work, 'trx'>,
  clientId: string,
  ids: readonly string[],
  retained: readonly string[] = [],
): Promise<void> {
  const found = await attachableAmong(trx, clientId, ids);
  if (ids.every((id) => found.has(id) || retained.includes(id))) return;
  throw invalid('Select documents of this client that are on record.', 'documentIds');
}

/** Fields of a line compared in the audit log. */
function auditable(row: FundsLineRow): Record<string, unknown> {
  return {
    sourceOf: fundsPurposeLabels[row.source_of],
    sourceKind: fundsKindLabels[row.kind],
    amount: formatMoney(row.amount, row.currency),
    from: row.origin,
    period: row.period,
    corroboration: row.corroboration,
    activity: row.activity_reference,
    lineDocuments: row.documents.map(({ fileName }) => fileName),
    lineStatus: fundsStatusLabels[row.status],
    rejectReason: row.reject_reason,
  };
}

/** Short description of the line, included in every event. */
const describeLine = (row: FundsLineRow) =>
  `${fundsPurposeLabels[row.source_of]}: ${fundsKindLabels[row.kind]}, ${formatMoney(row.amount, row.currency)}`;

function getEvent(
  action: string,
  { before, after, reason }: { before: FundsLineRow | null; after: FundsLineRow | null; reason?: string },
): WorkEvent {
  const row = after ?? before;
  if (row === null) throw new Error('An event without a line.');
  const changes = changesBetween(
    before === null ? {} : auditable(before),
    after === null ? {} : auditable(after),
  );
  return {
    action,
    resourceType: 'client',
    resourceId: row.client_id,
    detail: {
      lineId: row.id,
      changes: { ...changes, fundsLine: { before: null, after: describeLine(row) } },
    },
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Reads back a written line, and emits the change of the client's CDD inputs. */
async function finish(
  work: Pick<Work, 'trx' | 'emit'>,
  ids: { clientId: string; lineId: string },
): Promise<FundsLineRow> {
  const row = await readFundsLine(work.trx, ids);
  if (row === null) throw new Error('The line just saved could not be read.');
  work.emit('client.changed', { clientId: ids.clientId });
  return row;
}

const show = (row: FundsLineRow | null) => row && toFundsLineDto(row);

/** The line of a repeated command; null after its withdrawal. */
const again = async (context: LineContext) => show(await readFundsLine(context.trx, getIds(context)));

/**
 * POST /clients/:id/funds-lines.
 * @throws `request.invalid` for documents and activities of other clients, and beyond the limit of lines per client.
 */
export const addLine = command(addEndpoint, {
  lock: async (context) =>
    (await lockOpenClient(context, context.params.id)) ? { clientId: context.params.id } : null,
  async check({ trx, body, problems }, { clientId }) {
    if (await hasMaxLines(trx, clientId)) {
      throw invalid(`A client can have ${maxFundsLines} lines at most. Withdraw those recorded by mistake.`);
    }
    const { activityId, of } = body;
    if (activityId === undefined) return;
    if (of === 'wealth') problems.add('of', 'A line about an activity is source of funds.');
    if ((await openActivities(trx, clientId, { activityId, limit: 1 })).length === 0) {
      problems.add('activityId', 'Select one of this client’s open activities.');
    }
  },
  async change(context, { clientId }) {
    const { trx, time, at, caller, body } = context;
    const { activityId, documentIds, ...details } = body;
    await requireDocuments(context, clientId, documentIds);
    const lineId = uuidv7({ msecs: time().getTime() });
    const [companyId, by] = [caller.company.id, caller.member.id];
    await insertFundsLine(trx, {
      ...getColumns({ ...details, documentIds }),
      company_id: companyId,
      id: lineId,
      client_id: clientId,
      activity_id: activityId ?? null,
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    });
    await replaceLineDocuments(trx, { companyId, lineId }, documentIds);
    return finish(context, { clientId, lineId });
  },
  read: async (_context, _before, row) => toFundsLineDto(row),
  again: async ({ trx, params }, { id: lineId }) =>
    show(await readFundsLine(trx, { clientId: params.id, lineId })),
  events: (_, { done }) => getEvent('client.fundsLineAdded', { before: null, after: done }),
});

/** PUT /clients/:id/funds-lines/:lineId. Resets the decision about the line; a form without changes writes nothing. */
export const changeLine = command(changeEndpoint, {
  lock,
  stale,
  check({ body, problems }, before) {
    if (before.activity_id !== null && body.of === 'wealth') {
      problems.add('of', 'A line about an activity is source of funds.');
    }
  },
  async change(context, before) {
    const { trx, at, caller, body } = context;
    const ids = getIds(context);
    const columns = getColumns(body);
    const retained = before.documents.map(({ id }) => id);
    const isSame = isDeepStrictEqual([...body.documentIds].sort(), [...retained].sort());
    if (isSame && isDeepStrictEqual(columns, getSavedColumns(before)))
      return unchanged(toFundsLineDto(before));
    await requireDocuments(context, ids.clientId, body.documentIds, retained);
    const undecided = { decision: null, reject_reason: null, decided_by: null, decided_at: null };
    const updated = { updated_at: at, updated_by: caller.member.id };
    await updateFundsLine(trx, before, { ...columns, ...undecided, ...updated });
    const line = { companyId: caller.company.id, lineId: ids.lineId };
    if (!isSame) await replaceLineDocuments(trx, line, body.documentIds);
    return finish(context, ids);
  },
  read: async (_context, _before, row) => toFundsLineDto(row),
  again,
  events: (_, { before, done }) => getEvent('client.fundsLineChanged', { before, after: done }),
});

/** POST /clients/:id/funds-lines/:lineId/verification. Rejects a line without documents, or with a removed document. */
export const verifyLine = command(verifyEndpoint, {
  lock,
  stale,
  check(_, before) {
    if (before.status === 'verified') throw invalid('This line is verified already.');
    if (before.documents.length === 0) {
      throw invalid('A line is verified by documents. Attach at least one, then verify it.');
    }
    if (before.documents.some(({ isRemoved }) => isRemoved)) {
      throw invalid('A document of this line was removed. Change the line, then verify it.');
    }
  },
  async change(context, before) {
    const { trx, at, caller, body } = context;
    const by = caller.member.id;
    await updateFundsLine(trx, before, {
      corroboration: body.corroboration,
      decision: 'verified',
      reject_reason: null,
      decided_by: by,
      decided_at: at,
      updated_at: at,
      updated_by: by,
    });
    return finish(context, getIds(context));
  },
  read: async (_context, _before, row) => toFundsLineDto(row),
  again,
  events: (_, { before, done }) => getEvent('client.fundsLineVerified', { before, after: done }),
});

/** POST /clients/:id/funds-lines/:lineId/rejection. */
export const rejectLine = command(rejectEndpoint, {
  lock,
  stale,
  check(_, before) {
    if (before.status === 'rejected') throw invalid('This line is rejected already.');
  },
  async change(context, before) {
    const { trx, at, caller, body } = context;
    const by = caller.member.id;
    await updateFundsLine(trx, before, {
      decision: 'rejected',
      reject_reason: body.reason,
      decided_by: by,
      decided_at: at,
      updated_at: at,
      updated_by: by,
    });
    return finish(context, getIds(context));
  },
  read: async (_context, _before, row) => toFundsLineDto(row),
  again,
  events: ({ body: { reason } }, { before, done }) =>
    getEvent('client.fundsLineRejected', { before, after: done, reason }),
});

/** POST /clients/:id/funds-lines/:lineId/withdrawal. The line is removed from all lists; the history retains it. */
export const withdrawLine = command(withdrawEndpoint, {
  lock,
  stale,
  async change(context, before) {
    const { trx, at, caller, emit } = context;
    await updateFundsLine(trx, before, { withdrawn_at: at, updated_at: at, updated_by: caller.member.id });
    emit('client.changed', { clientId: before.client_id });
  },
  read: async (_context, before) => toFundsLineDto(before),
  again: async (context) => show(await readEvenWithdrawn(context.trx, getIds(context))),
  events: ({ body: { reason } }, { before }) =>
    getEvent('client.fundsLineWithdrawn', { before, after: null, reason }),
});
