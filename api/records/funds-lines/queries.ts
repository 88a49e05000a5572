import type { Kysely } from 'kysely';
import type { FundsLine, listActivityFundsLines, listFundsLines } from '#contract/cdd/funds-lines.ts';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../clients/record/store.ts';
import { activityCoverage, clientCoverage, toFundsLineDto } from './dto.ts';
import {
  type AttachableDocument,
  attachableDocuments,
  openActivities,
  readLineActivity,
} from './related-store.ts';
import { readTargets, readTolerance } from './sources-store.ts';
import { allFundsLines, fundsLinePage, readFundsLine as readRow } from './store.ts';

export interface FundsLinesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Choices that a form offers of documents and of activities. */
const maxChoices = 50;

const whence = ({ ownerType, label }: AttachableDocument): string =>
  ownerType === 'requestItem'
    ? `Document request: ${label ?? ''}`
    : ownerType === 'activity'
      ? 'Activity'
      : 'Client';

/** GET /clients/:id/funds-lines. */
export function listLines(
  deps: FundsLinesDeps,
  { company }: MemberCaller,
  clientId: string,
  { after, limit }: EndpointInput<typeof listFundsLines>['query'],
): Promise<EndpointResponse<typeof listFundsLines>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw apiError('record.notFound');
    const { items, next } = toPage(
      await fundsLinePage(trx, { clientId }, { after, limit }),
      limit,
      ({ id }) => id,
    );
    const all = await allFundsLines(trx, { clientIds: [clientId] });
    const tolerancePercent = await readTolerance(trx, company.id);
    const targets = (await readTargets(trx, [clientId])).get(clientId) ?? {};
    const documents = await attachableDocuments(trx, clientId, maxChoices);
    return {
      items: items.map(toFundsLineDto),
      nextAfter: next,
      coverage: clientCoverage(all, targets, tolerancePercent),
      tolerancePercent,
      documents: documents.map((document) => ({
        id: document.id,
        fileName: document.fileName,
        from: whence(document),
      })),
      kindsWithoutDocument: [
        ...new Set(all.filter(({ status }) => status === 'claimed').map(({ kind }) => kind)),
      ],
      activities: await openActivities(trx, clientId, { limit: maxChoices }),
    };
  });
}

/** GET /activities/:id/funds-lines. */
export function listActivityLines(
  deps: FundsLinesDeps,
  { company }: MemberCaller,
  activityId: string,
  { after, limit }: EndpointInput<typeof listActivityFundsLines>['query'],
): Promise<EndpointResponse<typeof listActivityFundsLines>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const activity = await readLineActivity(trx, activityId);
    if (activity === null) throw apiError('record.notFound');
    const { items, next } = toPage(
      await fundsLinePage(trx, { activityId }, { after, limit }),
      limit,
      ({ id }) => id,
    );
    const all = await allFundsLines(trx, { activityId });
    const tolerancePercent = await readTolerance(trx, company.id);
    return {
      items: items.map(toFundsLineDto),
      nextAfter: next,
      coverage: activityCoverage(all, activity, tolerancePercent),
      tolerancePercent,
    };
  });
}

/** GET /clients/:id/funds-lines/:lineId. */
export function readLine(
  deps: FundsLinesDeps,
  { company }: MemberCaller,
  ids: { clientId: string; lineId: string },
): Promise<FundsLine> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readRow(trx, ids);
    if (row === null) throw apiError('record.notFound');
    return toFundsLineDto(row);
  });
}
