import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type {
  BusinessVerification,
  listBusinessVerifications,
  readBusinessVerificationHistory,
  readExpansionCost,
  searchRegistries,
  startBusinessVerification,
} from '#contract/business-verifications.ts';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { readResourceHistory } from '../audit/resource-history.ts';
import { lockClientById, readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { readActivityLine } from '../individual-verifications/store.ts';
import { currentParties } from '../parties/store.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { resolveTree, summaryOf } from './ownership-view.ts';
import { type BusinessVerificationDeps, type Opened, openRow, present } from './present.ts';
import { checkNumber, estimate, extractCost, setUpOf } from './registers.ts';
import {
  clientsByNumbers,
  insertVerification,
  lockVerification,
  readOpenVerification,
  readVerification,
  type VerificationSummaryRow,
  verificationPage,
} from './store.ts';
import { treeOfRecord } from './tree.ts';

type Trx = Transaction<Schema>;

const perPage = 20;

/** The verification; 404 where it is not the company's. */
export async function openVerification(
  trx: Trx,
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  lock = false,
): Promise<Opened> {
  const row = await (lock ? lockVerification : readVerification)(trx, id);
  if (row === null) throw refuse('record.notFound');
  return openRow(trx, deps, caller, row);
}

/** GET /business-verifications/:id. */
export function readBusinessVerificationOf(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
): Promise<BusinessVerification> {
  return asTenant(deps.db, caller.company.id, async (trx) =>
    present(await openVerification(trx, deps, caller, id), deps, caller),
  );
}

const hasFoundOut = ({ status, extracted_at, owner_count }: VerificationSummaryRow) =>
  status !== 'cancelled' && status !== 'failed' && (extracted_at !== null || owner_count > 0);

/** Who owns a business, as its own page shows it. */
function latestOf({ row, tree, clients }: Opened) {
  const clientOf = new Map(row.graph.nodes.map(({ id, clientId }) => [id, clientId]));
  return {
    id: row.id,
    unresolvedPercent: tree.ownership.unresolvedPercent,
    owners: tree.ownership.people
      .filter(({ counts }) => counts.length > 0)
      .map(({ nodeId, name, percent }) => ({
        nodeId,
        name,
        percent,
        client: clients.get(clientOf.get(nodeId) ?? '') ?? null,
      })),
  };
}

/** GET /clients/:clientId/business-verifications. */
export function listBusinessVerificationsOf(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointAnswer<typeof listBusinessVerifications>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw refuse('record.notFound');
    const rows = await verificationPage(trx, clientId, { before, limit: perPage + 1 });
    const page = rows.slice(0, perPage);
    const newest = before === undefined ? page.find(hasFoundOut) : undefined;
    return {
      latest: newest ? latestOf(await openVerification(trx, deps, caller, newest.id)) : null,
      verifications: page.map((row) => ({
        id: row.id,
        status: row.status,
        createdAt: row.created_at,
        extractedAt: row.extracted_at,
        unresolvedPercent: row.unresolved_percent,
        ownerCount: row.owner_count,
        decision:
          row.decision_outcome && row.decision_reason && row.decided_by && row.decided_at
            ? {
                outcome: row.decision_outcome,
                reason: row.decision_reason,
                unresolvedReason: null,
                by: { id: row.decided_by, name: row.decided_by_name ?? '' },
                at: row.decided_at,
              }
            : null,
      })),
      nextBefore: rows.length > perPage ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

/** POST /clients/:clientId/business-verifications. The one that is under way is answered instead of a second. */
export function startBusinessVerificationOf(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  clientId: string,
  { activityId }: EndpointInput<typeof startBusinessVerification>['query'] = {},
): Promise<BusinessVerification> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(
      trx,
      deps,
      caller,
      { record: clientId, body: activityId === undefined ? {} : { activityId }, status: 201 },
      async () => {
        const client = await lockClientById(trx, clientId);
        if (client === null) throw refuse('record.notFound');
        const under = await readOpenVerification(trx, clientId);
        if (under) return present(await openRow(trx, deps, caller, under), deps, caller);
        const problem =
          client.kind !== 'business'
            ? 'This client is a person. Verify the person’s identity instead.'
            : client.status === 'archived'
              ? 'This client is archived and kept as it was: nothing more is verified about it.'
              : undefined;
        if (problem) throw refuse('request.invalid', { detail: problem, fields: { '': [problem] } });
        if (activityId !== undefined && !(await readActivityLine(trx, activityId))) {
          const sentence = 'Choose one of your company’s activities';
          throw refuse('request.invalid', { fields: { activityId: [sentence] } });
        }
        const now = deps.now();
        const at = now.toISOString();
        const id = uuidv7({ msecs: now.getTime() });
        const graph = treeOfRecord(client, await currentParties(trx, clientId));
        await insertVerification(trx, {
          company_id: company.id,
          id,
          client_id: clientId,
          activity_id: activityId ?? null,
          status: 'notStarted',
          graph: JSON.stringify(graph),
          settled: '[]',
          currency: company.billingCountryCode === 'AUS' ? 'AUD' : 'NZD',
          ...summaryOf(graph, resolveTree(graph, company.regulatedIn)),
          created_at: at,
          created_by: member.id,
          updated_at: at,
          updated_by: member.id,
        });
        await recordMemberEvent(trx, deps, caller, {
          action: 'businessVerification.started',
          resourceType: 'businessVerification',
          resourceId: id,
          detail: { clientId, changes: { client: { before: null, after: client.displayName } } },
        });
        return present(await openVerification(trx, deps, caller, id), deps, caller);
      },
    ),
  );
}

/** GET /business-verifications/:id/candidates. A register that fails is told; nothing is charged and nothing kept. */
export async function searchRegistriesFor(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  { registry, q, page }: EndpointInput<typeof searchRegistries>['query'],
): Promise<EndpointAnswer<typeof searchRegistries>> {
  const inTrx = <T>(work: (trx: Trx) => Promise<T>) => asTenant(deps.db, caller.company.id, work);
  if ((await inTrx((trx) => readVerification(trx, id))) === null) throw refuse('record.notFound');
  const asNumber = checkNumber(registry, q);
  const { search } = deps.registries[registry];
  if (asNumber.ok || search === undefined) {
    if (!asNumber.ok) return noneFound({ registry, code: 'invalidNumber', message: asNumber.problem });
    if (search === undefined || registry === 'abr') return oneOf(registry, asNumber.value);
  }
  const answer = await search(asNumber.ok ? asNumber.value : q, page);
  if (!answer.ok) return noneFound({ registry, code: answer.code, message: answer.message });
  const all = (name: 'nzbn' | 'acn' | 'abn') => answer.found.flatMap(({ numbers }) => numbers[name] ?? []);
  const known = await inTrx((trx) =>
    clientsByNumbers(trx, { nzbn: all('nzbn'), acn: all('acn'), abn: all('abn') }),
  );
  return {
    candidates: answer.found.map(({ place, ...found }) => ({
      ...found,
      place: place ?? null,
      clientId:
        known.find(
          ({ nzbn, abn }) =>
            (nzbn !== null && nzbn === found.numbers.nzbn) || (abn !== null && abn === found.numbers.abn),
        )?.id ?? null,
    })),
    total: answer.total,
    failure: null,
  };
}

type Found = EndpointAnswer<typeof searchRegistries>;

const noneFound = (failure: Found['failure']): Found => ({ candidates: [], total: 0, failure });

/** A number needs no search: asking for the extract says whose it is. */
function oneOf(registry: 'abr' | 'asic' | 'nzbn', number: string): Found {
  const candidate = {
    registry,
    number,
    numbers: number.length === 11 ? { abn: number } : { acn: number },
    name: `The business with ${number.length === 11 ? 'ABN' : 'ACN'} ${number}`,
    kindText: '',
    status: 'unknown' as const,
    statusText: '',
    place: null,
    clientId: null,
  };
  return { candidates: [candidate], total: 1, failure: null };
}

/** GET /business-verifications/:id/expansion-cost. */
export function readExpansionCostOf(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  layers: number,
): Promise<EndpointAnswer<typeof readExpansionCost>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const row = await readVerification(trx, id);
    if (row === null) throw refuse('record.notFound');
    const found = estimate(row.graph, setUpOf(deps.registries), { layers, used: row.extracts_used });
    const names = new Map(row.graph.nodes.map((node) => [node.id, node.name]));
    const money = (amount: number) => ({ amount, currency: row.currency });
    return {
      layers,
      now: found.now,
      atMost: found.atMost,
      costNow: money(found.costNow),
      costAtMost: money(found.costAtMost),
      costEach: money(extractCost),
      leftOut: found.leftOut,
      limit: 50 as const,
      used: row.extracts_used,
      names: found.ids.map((node) => names.get(node) ?? ''),
      notAskable: found.notAskableIds.map((node) => names.get(node) ?? ''),
    };
  });
}

/** GET /business-verifications/:id/history. */
export function readHistoryOf(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  before: number | undefined,
): Promise<EndpointAnswer<typeof readBusinessVerificationHistory>> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, async (trx) => {
    if ((await readVerification(trx, id)) === null) throw refuse('record.notFound');
    return readResourceHistory(trx, {
      companyId,
      resourceType: 'businessVerification',
      resourceId: id,
      before,
    });
  });
}
