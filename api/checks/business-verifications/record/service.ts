import {
  readBusinessVerificationHistory as historyEndpoint,
  listBusinessVerifications as listEndpoint,
  readBusinessVerification as readEndpoint,
} from '#contract/business-verifications/business-verifications.ts';
import { readExpansionCost as costEndpoint } from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { searchRegistries as searchEndpoint } from '#contract/business-verifications/registry-endpoints.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readResourceHistory } from '../../../kernel/audit/resource-history.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { queriesFor } from '../../../kernel/command/query.ts';
import { toPage } from '../../../kernel/database/keyset.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../../records/clients/record/store.ts';
import { checkNumber, estimate, extractCost, getSetUp } from '../registers/registers.ts';
import { type BusinessVerificationDeps, openRow, toBusinessVerificationDto } from './dto.ts';
import type { Opened } from './opened-verification.ts';
import {
  clientsByNumbers,
  lockVerification,
  readVerification,
  type VerificationSummaryRow,
  verificationPage,
} from './store.ts';

const query = queriesFor<BusinessVerificationDeps>();
const handler = handlersFor<BusinessVerificationDeps>();

const perPage = 20;

/** The verification; throws 404 for another company's. */
export async function openVerification(
  trx: Trx,
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  lock = false,
): Promise<Opened> {
  const row = await (lock ? lockVerification : readVerification)(trx, id);
  if (row === null) throw apiError('record.notFound');
  return openRow(trx, deps, caller, row);
}

/** A verification as it is now; null if the company has none with this id. */
export async function readRecord(
  trx: Trx,
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
): Promise<BusinessVerification | null> {
  const row = await readVerification(trx, id);
  return row && toBusinessVerificationDto(await openRow(trx, deps, caller, row), deps, caller);
}

/** GET /business-verifications/:id. */
export const readBusinessVerification = query(readEndpoint, ({ trx, deps, caller, params }) =>
  readRecord(trx, deps, caller, params.id),
);

const hasFoundOut = ({ status, extracted_at, owner_count }: VerificationSummaryRow) =>
  status !== 'cancelled' && status !== 'failed' && (extracted_at !== null || owner_count > 0);

/** Owners of a business as shown on its page. */
function getLatest({ row, tree, clients }: Opened) {
  const clientIdByNode = new Map(row.graph.nodes.map(({ id, clientId }) => [id, clientId]));
  return {
    id: row.id,
    unresolvedPercent: tree.ownership.unresolvedPercent,
    owners: tree.ownership.people
      .filter(({ counts }) => counts.length > 0)
      .map(({ nodeId, name, percent }) => ({
        nodeId,
        name,
        percent,
        client: clients.get(clientIdByNode.get(nodeId) ?? '') ?? null,
      })),
  };
}

/** GET /clients/:clientId/business-verifications. */
export const listBusinessVerifications = query(
  listEndpoint,
  async ({ trx, deps, caller, params: { clientId }, query: { before } }) => {
    if ((await readClientById(trx, clientId)) === null) return null;
    const rows = await verificationPage(trx, clientId, { before, limit: perPage + 1 });
    const { items: page, next } = toPage(rows, perPage, ({ id }) => id);
    const newest = before === undefined ? page.find(hasFoundOut) : undefined;
    return {
      latest: newest ? getLatest(await openVerification(trx, deps, caller, newest.id)) : null,
      verifications: page.map((row) => ({
        id: row.id,
        status: row.status,
        createdAt: row.created_at,
        extractedAt: row.extracted_at,
        unresolvedPercent: row.unresolved_percent,
        ownerCount: row.owner_count,
        identityChangedOn: row.identity_changed_on,
        isEvidenced: row.is_evidenced,
        decision:
          row.decision_outcome && row.decision_reason && row.decided_by && row.decided_at
            ? {
                outcome: row.decision_outcome,
                reason: row.decision_reason,
                unresolvedReason: null,
                exceptionEndsOn: null,
                decidedByOne: false,
                by: { id: row.decided_by, name: row.decided_by_name ?? '' },
                at: row.decided_at,
              }
            : null,
      })),
      nextBefore: next,
    };
  },
);

/** GET /business-verifications/:id/candidates. Reports failing registers; free of charge, stores nothing. */
export const searchRegistries = handler(
  searchEndpoint,
  async (deps, { params: { id }, query: { registry, q, page } }, caller) => {
    const inTrx = <T>(work: (trx: Trx) => Promise<T>) => asTenant(deps.db, caller.company.id, work);
    if ((await inTrx((trx) => readVerification(trx, id))) === null) throw apiError('record.notFound');
    const asNumber = checkNumber(registry, q);
    const { search } = deps.registries[registry];
    if (asNumber.ok || search === undefined) {
      if (!asNumber.ok) return noneFound({ registry, code: 'invalidNumber', message: asNumber.problem });
      if (search === undefined || registry === 'abr') return oneOf(registry, asNumber.value);
    }
    const response = await search(asNumber.ok ? asNumber.value : q, page);
    if (!response.ok) return noneFound({ registry, code: response.code, message: response.message });
    const all = (name: 'nzbn' | 'acn' | 'abn') =>
      response.found.flatMap(({ numbers }) => numbers[name] ?? []);
    const known = await inTrx((trx) =>
      clientsByNumbers(trx, { nzbn: all('nzbn'), acn: all('acn'), abn: all('abn') }),
    );
    return {
      candidates: response.found.map(({ place, ...found }) => ({
        ...found,
        place: place ?? null,
        clientId:
          known.find(
            ({ nzbn, abn }) =>
              (nzbn !== null && nzbn === found.numbers.nzbn) || (abn !== null && abn === found.numbers.abn),
          )?.id ?? null,
      })),
      total: response.total,
      failure: null,
    };
  },
);

type Found = EndpointResponse<typeof searchEndpoint>;

const noneFound = (failure: Found['failure']): Found => ({ candidates: [], total: 0, failure });

/** A number needs no search: ordering the extract reveals its entity. */
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
export const readExpansionCost = query(
  costEndpoint,
  async ({ trx, deps, params: { id }, query: { layers } }) => {
    const row = await readVerification(trx, id);
    if (row === null) return null;
    const found = estimate(row.graph, getSetUp(deps.registries), { layers, used: row.extracts_used });
    const names = new Map(row.graph.nodes.map((node) => [node.id, node.name]));
    const money = (amount: number) => ({ amount, currency: row.currency });
    return {
      layers,
      now: found.now,
      atMost: found.atMost,
      costNow: money(found.costNow),
      maxCost: money(found.maxCost),
      costEach: money(extractCost),
      leftOut: found.leftOut,
      limit: 50 as const,
      used: row.extracts_used,
      names: found.ids.map((node) => names.get(node) ?? ''),
      notAskable: found.notAskableIds.map((node) => names.get(node) ?? ''),
    };
  },
);

/** GET /business-verifications/:id/history. */
export const readBusinessVerificationHistory = query(
  historyEndpoint,
  async ({ trx, deps, caller, params: { id }, query: { before } }) => {
    if ((await readVerification(trx, id)) === null) return null;
    return readResourceHistory(trx, {
      reader: caller,
      now: deps.now(),
      resourceType: 'businessVerification',
      resourceId: id,
      before,
    });
  },
);
