import type { Kysely } from 'kysely';
import {
  listFundsLines as listEndpoint,
  listActivityFundsLines as listOfActivityEndpoint,
  readFundsLine as readEndpoint,
} from '#contract/cdd/funds-lines.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { readClientById } from '../clients/record/store.ts';
import { activityCoverage, clientCoverage, toFundsLineDto } from './dto.ts';
import {
  type AttachableDocument,
  attachableDocuments,
  openActivities,
  readLineActivity,
} from './related-store.ts';
import { readTargets, readTolerance } from './sources-store.ts';
import { allFundsLines, fundsLinePage, readFundsLine } from './store.ts';

export interface FundsLinesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<FundsLinesDeps>();

/** Choices that a form offers of documents and of activities. */
const maxChoices = 50;

const whence = ({ ownerType, label }: AttachableDocument): string =>
  ownerType === 'requestItem'
    ? `Document request: ${label ?? ''}`
    : ownerType === 'activity'
      ? 'Activity'
      : 'Client';

/** GET /clients/:id/funds-lines. */
export const listLines = query(
  listEndpoint,
  async ({ trx, caller: { company }, params: { id: clientId }, query: { after, limit } }) => {
    if ((await readClientById(trx, clientId)) === null) return null;
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
  },
);

/** GET /activities/:id/funds-lines. */
export const listActivityLines = query(
  listOfActivityEndpoint,
  async ({ trx, caller: { company }, params: { id: activityId }, query: { after, limit } }) => {
    const activity = await readLineActivity(trx, activityId);
    if (activity === null) return null;
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
  },
);

/** GET /clients/:id/funds-lines/:lineId. */
export const readLine = query(readEndpoint, async ({ trx, params: { id: clientId, lineId } }) => {
  const row = await readFundsLine(trx, lineId);
  return row?.clientId === clientId ? toFundsLineDto(row) : null;
});
