import type { Kysely } from 'kysely';
import {
  type Activity,
  readActivityHistory as historyEndpoint,
  readActivity as readEndpoint,
} from '#contract/activities.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { RelatedParty } from '#rules/firm/customers-by-law.ts';
import { type Coverage, getCoverage } from '#rules/source-of-funds/coverage.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readCurrentAssessment } from '../../records/clients/current-assessment-store.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { type CompanyFacts, readCompanyFacts } from '../../records/company-settings/store.ts';
import { allFundsLines } from '../../records/funds-lines/store.ts';
import { currentParties } from '../../records/parties/store.ts';
import { presentSanctions } from '../../records/sanctions/present.ts';
import { confirmedSanctions, type DecidedSanction, sanctionsTags } from '../../records/sanctions/store.ts';
import { readExposures } from '../cdd/findings-store.ts';
import { readDealings } from '../cdd/service.ts';
import { arrangementsStore, nonCooperationStore } from './party-statements-store.ts';
import {
  availableTransitions,
  clientsToVerify,
  type GuidanceInput,
  getArrangements,
  getChecklist,
  getCustomersByLaw,
  getNonCooperation,
  getProgress,
  presentRecheck,
} from './requirements.ts';
import { changedSince, getClientIds } from './snapshot.ts';
import { activities, readActivityById, readSnapshot, type StoredActivity } from './store.ts';

export interface ActivitiesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<ActivitiesDeps>();

/** Loads the guards' input for an activity in the caller's transaction. */
export async function guidanceInput(
  trx: Trx,
  deps: Pick<ActivitiesDeps, 'now'>,
  { company }: MemberCaller,
  stored: StoredActivity,
): Promise<GuidanceInput> {
  const facts = await readCompanyFacts(trx, company.id);
  const { regulatedIn } = company;
  const related = await getRelated(trx, stored);
  const on = companyDay(deps.now(), company.timeZone);
  return {
    stored,
    related,
    nonCooperation: await nonCooperationStore.read(trx, stored.details.id),
    arrangements: await arrangementsStore.read(trx, stored.details.id),
    assessment: await readCurrentAssessment(trx, 'activities', stored.details.id),
    company: facts,
    regulatedIn,
    sanctions: await getSanctions(trx, stored.parties),
    exposures: await readExposures(
      trx,
      stored.parties.map(({ clientId }) => clientId),
    ),
    dealings: await readDealings(
      trx,
      deps,
      { company },
      clientsToVerify({ stored, company: facts, regulatedIn, related, on }),
    ),
    funds: await getFunds(trx, stored, facts),
    on,
  };
}

/**
 * Coverage of the activity's value by its own lines of source of funds; null if it has none. A rejected line counts as a line without
 * coverage.
 */
async function getFunds(
  trx: Trx,
  { details }: StoredActivity,
  { policy }: CompanyFacts,
): Promise<Coverage | null> {
  const lines = await allFundsLines(trx, { activityId: details.id });
  if (lines.length === 0) return null;
  const { maxTransactionValue: amount, currency } = details;
  const target = amount === null || amount === 0 ? null : { amount, currency };
  return getCoverage(lines, target, policy.sourceTolerancePercent);
}

/** Current related parties of the entities that the activity creates or restructures. */
async function getRelated(trx: Trx, { parties }: StoredActivity): Promise<Map<string, RelatedParty[]>> {
  const related = new Map<string, RelatedParty[]>();
  for (const { clientId, capacity } of parties) {
    if (capacity !== 'formedEntity') continue;
    const current = await currentParties(trx, clientId);
    related.set(
      clientId,
      current.map(({ partyClientId, roles, client }) => ({
        clientId: partyClientId,
        name: client.displayName,
        roles,
      })),
    );
  }
  return related;
}

/** Confirmed sanctions matches of the parties and of their related parties, without duplicates. */
async function getSanctions(trx: Trx, parties: readonly { clientId: string }[]): Promise<DecidedSanction[]> {
  const byClient = await confirmedSanctions(
    trx,
    parties.map(({ clientId }) => clientId),
  );
  return [...new Map([...byClient.values()].flat().map((item) => [item.matchId, item])).values()];
}

async function changedSinceCompletion(
  trx: Trx,
  { details }: StoredActivity,
): Promise<Activity['changedSince']> {
  if (details.status !== 'completed') return [];
  const content = await readSnapshot(trx, details.id);
  return content === undefined
    ? []
    : changedSince(content, await readClientsById(trx, getClientIds(content)));
}

/** The activity in wire format, with its current checklist and transitions. */
export async function toActivityDto(
  trx: Trx,
  deps: Pick<ActivitiesDeps, 'now'>,
  caller: MemberCaller,
  stored: StoredActivity,
): Promise<Activity> {
  const input = await guidanceInput(trx, deps, caller, stored);
  const tags = await sanctionsTags(
    trx,
    stored.parties.map(({ clientId }) => clientId),
  );
  return {
    ...stored.details,
    parties: stored.parties.map((party) => ({ ...party, sanctions: tags.get(party.clientId) ?? null })),
    customersByLaw: getCustomersByLaw(input),
    nonCooperation: getNonCooperation(input),
    arrangements: getArrangements(input),
    sanctions: presentSanctions(input.sanctions, caller.company.regulatedIn, input.on),
    recheck: presentRecheck(input, caller, deps.now()),
    changedSince: await changedSinceCompletion(trx, stored),
    checklist: getChecklist(input),
    transitions: availableTransitions(input, caller, deps.now()),
    progress: getProgress(input),
  };
}

/** An activity as it is now; null if the company has none with this id. */
export async function readRecord(
  trx: Trx,
  deps: Pick<ActivitiesDeps, 'now'>,
  caller: MemberCaller,
  id: string,
): Promise<Activity | null> {
  const stored = await readActivityById(trx, id);
  return stored && toActivityDto(trx, deps, caller, stored);
}

/** The activity after a command has written to it. */
export async function reloadRecord(
  trx: Trx,
  deps: Pick<ActivitiesDeps, 'now'>,
  caller: MemberCaller,
  id: string,
): Promise<Activity> {
  return toActivityDto(trx, deps, caller, await activities.reread(trx, id));
}

/** GET /activities/:id. */
export const readActivity = query(readEndpoint, ({ trx, deps, caller, params }) =>
  readRecord(trx, deps, caller, params.id),
);

/** GET /activities/:id/history: newest first, before an event's number. */
export const readActivityHistory = query(
  historyEndpoint,
  async ({ trx, deps, caller, params: { id }, query: { before } }) => {
    if ((await readActivityById(trx, id)) === null) return null;
    return readResourceHistory(trx, {
      reader: caller,
      now: deps.now(),
      resourceType: 'activity',
      resourceId: id,
      before,
    });
  },
);
