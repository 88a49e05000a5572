import { isDeepStrictEqual } from 'node:util';
import {
  addFundsLine as addEndpoint,
  changeFundsLine as changeEndpoint,
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
import { toColumns } from '../../kernel/records/columns.ts';
import { lockClientById } from '../clients/record/store.ts';
import { toFundsLineDto } from './dto.ts';
import type { FundsLinesDeps } from './queries.ts';
import { attachableAmong, openActivities } from './related-store.ts';
import {
  enteredColumns,
  type FundsLineRow,
  hasMaxLines,
  lines,
  readEvenWithdrawn,
  readFundsLine,
  replaceLineDocuments,
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

/** The client first and its line second. */
async function lock(context: LineContext): Promise<FundsLineRow | null> {
  const { id, lineId } = context.params;
  const line = (await lockOpenClient(context, id)) ? await lines.lock(context.trx, lineId) : null;
  return line?.clientId === id ? line : null;
}

const stale = {
  message: ({ updatedByName }: FundsLineRow) =>
    `${updatedByName} changed this line. Review it and try again.`,
  current: (_: LineContext, row: FundsLineRow) => toFundsLineDto(row),
};

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
    sourceOf: fundsPurposeLabels[row.of],
    sourceKind: fundsKindLabels[row.kind],
    amount: formatMoney(row.amount, row.currency),
    from: row.from,
    period: row.period,
    corroboration: row.corroboration,
    activity: row.activityReference,
    lineDocuments: row.documents.map(({ fileName }) => fileName),
    lineStatus: fundsStatusLabels[row.status],
    rejectReason: row.rejectReason,
  };
}

/** Short description of the line, included in every event. */
const describeLine = (row: FundsLineRow) =>
  `${fundsPurposeLabels[row.of]}: ${fundsKindLabels[row.kind]}, ${formatMoney(row.amount, row.currency)}`;

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
    resourceId: row.clientId,
    detail: {
      lineId: row.id,
      changes: { ...changes, fundsLine: { before: null, after: describeLine(row) } },
    },
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Reads back a written line, and emits the change of the client's CDD inputs. */
async function finish({ trx, emit }: Pick<Work, 'trx' | 'emit'>, id: string): Promise<FundsLineRow> {
  const line = await lines.reread(trx, id);
  emit('client.changed', { clientId: line.clientId });
  return line;
}

const show = (row: FundsLineRow | null) => row && toFundsLineDto(row);

/** The line of a repeated command; null after its withdrawal. */
const again = async ({ trx, params }: LineContext) => show(await readFundsLine(trx, params.lineId));

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
    const { trx, caller, body } = context;
    await requireDocuments(context, clientId, body.documentIds);
    const lineId = await lines.insert(context, {
      ...toColumns(enteredColumns, body),
      client_id: clientId,
      activity_id: body.activityId ?? null,
    });
    await replaceLineDocuments(trx, { companyId: caller.company.id, lineId }, body.documentIds);
    return finish(context, lineId);
  },
  read: async (_context, _before, row) => toFundsLineDto(row),
  again: async ({ trx }, { id }) => show(await readFundsLine(trx, id)),
  events: (_, { done }) => getEvent('client.fundsLineAdded', { before: null, after: done }),
});

/** PUT /clients/:id/funds-lines/:lineId. Resets the decision about the line; a form without changes writes nothing. */
export const changeLine = command(changeEndpoint, {
  lock,
  stale,
  check({ body, problems }, before) {
    if (before.activityId !== null && body.of === 'wealth') {
      problems.add('of', 'A line about an activity is source of funds.');
    }
  },
  async change(context, before) {
    const { trx, caller, params, body } = context;
    const columns = toColumns(enteredColumns, body);
    const retained = before.documents.map(({ id }) => id);
    const isSame = isDeepStrictEqual([...body.documentIds].sort(), [...retained].sort());
    if (isSame && isDeepStrictEqual(columns, toColumns(enteredColumns, before)))
      return unchanged(toFundsLineDto(before));
    await requireDocuments(context, params.id, body.documentIds, retained);
    const undecided = { decision: null, reject_reason: null, decided_by: null, decided_at: null };
    await lines.update(context, before, { ...columns, ...undecided });
    const line = { companyId: caller.company.id, lineId: before.id };
    if (!isSame) await replaceLineDocuments(trx, line, body.documentIds);
    return finish(context, before.id);
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
    const { at, caller, body } = context;
    await lines.update(context, before, {
      corroboration: body.corroboration,
      decision: 'verified',
      reject_reason: null,
      decided_by: caller.member.id,
      decided_at: at,
    });
    return finish(context, before.id);
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
    const { at, caller, body } = context;
    await lines.update(context, before, {
      decision: 'rejected',
      reject_reason: body.reason,
      decided_by: caller.member.id,
      decided_at: at,
    });
    return finish(context, before.id);
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
    await lines.update(context, before, { withdrawn_at: context.at });
    context.emit('client.changed', { clientId: before.clientId });
  },
  read: async (_context, before) => toFundsLineDto(before),
  again: async ({ trx, params }) => show(await readEvenWithdrawn(trx, params.lineId)),
  events: ({ body: { reason } }, { before }) =>
    getEvent('client.fundsLineWithdrawn', { before, after: null, reason }),
});
