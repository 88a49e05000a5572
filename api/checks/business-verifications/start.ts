import { startBusinessVerification as startEndpoint } from '#contract/business-verifications/business-verifications.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { currentParties } from '../../records/parties/store.ts';
import { readActivityLine } from '../individual-verifications/record/store.ts';
import { getRecordTree } from './ownership/ownership-graph.ts';
import { getSummary, resolveTree } from './ownership/ownership-view.ts';
import { type BusinessVerificationDeps, openRow, toBusinessVerificationDto } from './record/dto.ts';
import { openVerification, readRecord } from './record/service.ts';
import { readOpenVerification, readTypeWithoutOwners, verifications } from './record/store.ts';

/** Throws for individuals and for closed records. */
function requireBusiness({ kind, status }: Client): void {
  if (kind !== 'business') {
    throw invalid('This client is a person. Verify the person’s identity instead.');
  }
  if (isClosedClient(status)) {
    throw invalid(`${closedClientText(status)} No new verifications can be started.`);
  }
}

/** POST /clients/:clientId/business-verifications. Returns the one in progress, if any. */
export const startBusinessVerification = commandsFor<BusinessVerificationDeps>()(startEndpoint, {
  async lock({ trx, params }) {
    const client = await lockClientById(trx, params.clientId);
    return client && { client, underWay: await readOpenVerification(trx, client.id) };
  },
  async check({ trx, query: { activityId }, problems }, { client, underWay }) {
    if (underWay !== null) return;
    requireBusiness(client);
    if (activityId !== undefined && !(await readActivityLine(trx, activityId))) {
      problems.add('activityId', 'Select a record from the list');
    }
  },
  async change(context, { client, underWay }) {
    const { trx, deps, caller, query } = context;
    if (underWay !== null) {
      return unchanged(toBusinessVerificationDto(await openRow(trx, deps, caller, underWay), deps, caller));
    }
    const { company } = caller;
    const withoutOwners = await readTypeWithoutOwners(trx, client.id, company.regulatedIn);
    const graph = getRecordTree(client, await currentParties(trx, client.id));
    return verifications.insert(context, {
      client_id: client.id,
      activity_id: query.activityId ?? null,
      status: 'notStarted',
      graph: JSON.stringify(graph),
      settled: '[]',
      currency: company.billingCountryCode === 'AUS' ? 'AUD' : 'NZD',
      ...getSummary(graph, resolveTree(graph, company.regulatedIn, new Map(), withoutOwners)),
    });
  },
  read: async ({ trx, deps, caller }, _, id) =>
    toBusinessVerificationDto(await openVerification(trx, deps, caller, id), deps, caller),
  again: ({ trx, deps, caller }, { id }) => readRecord(trx, deps, caller, id),
  events: (_, { before: { client }, done: id }) => ({
    action: 'businessVerification.started',
    resourceType: 'businessVerification',
    resourceId: id,
    detail: {
      clientId: client.id,
      changes: { client: { before: null, after: client.displayName } },
    },
  }),
});
