import type { Kysely } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import {
  readClientMonitoring as readEndpoint,
  screenClient as screenEndpoint,
} from '#contract/monitoring/screenings.ts';
import { closedClientText, isClosedClient, isProspectiveClient } from '#rules/lifecycles/clients.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { defaultThreshold, monitoringChecks, screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { lockClients, readClientById } from '../../records/clients/record/store.ts';
import type { ScreeningEngine, ScreeningResponse } from '../../records/screening-engine/engine.ts';
import { currentEnrolment } from '../../records/worklists/enrolment-store.ts';
import { listWorklists, readWorklist, type WorklistRow } from '../../records/worklists/store.ts';
import { undecidedMatches } from './match-store.ts';
import { writeScreenings } from './save-screenings.ts';
import type { ScreeningRequested } from './screening-outcome.ts';
import { getClientScreenings, readScreening } from './store.ts';
import { readSubjects, withParties } from './subject-store.ts';

export interface ScreeningsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  screening: ScreeningEngine;
}

const query = queriesFor<ScreeningsDeps>();
const handler = handlersFor<ScreeningsDeps>();

const screeningsPerPage = 10;

/** GET /clients/:id/monitoring. */
export const readClientMonitoring = query(
  readEndpoint,
  async ({ trx, params: { id: clientId }, query: { before } }) => {
    const client = await readClientById(trx, clientId);
    if (client === null) return null;
    const rows = await getClientScreenings(trx, clientId, { before, limit: screeningsPerPage });
    const { items: screenings, next } = toPage(rows, screeningsPerPage, ({ id }) => id);
    const worklists = await listWorklists(trx, { archived: false });
    return {
      enrolment: await currentEnrolment(trx, clientId),
      worklists: worklists.map(({ id, name }) => ({ id, name })),
      screenings,
      nextBefore: next,
      undecided: await undecidedMatches(trx, clientId),
      gaps: client.screeningGaps,
    };
  },
);

/**
 * Screening settings of a client: those of the worklist it is enrolled in, else the company's default one, else the
 * general defaults.
 */
async function settingsFor(
  trx: Trx,
  clientId: string,
  defaultId: number,
): Promise<Pick<WorklistRow, 'checks' | 'threshold' | 'dob_matching'>> {
  const enrolment = await currentEnrolment(trx, clientId);
  const id = enrolment?.worklistId ?? defaultId;
  const worklist = id === 0 ? undefined : await readWorklist(trx, id);
  return worklist && screenedTopics(worklist.checks).length > 0
    ? worklist
    : { checks: [...monitoringChecks], threshold: defaultThreshold, dob_matching: 'sameYear' };
}

/** Rejects a client whose record is closed. */
function requireScreenable({ status }: Pick<Client, 'status'>): void {
  if (isClosedClient(status)) throw invalid(`${closedClientText(status)} No new screenings can be run.`);
}

/** A client's screening as it is to be saved. */
interface Screened {
  settings: Pick<WorklistRow, 'checks' | 'threshold' | 'dob_matching'>;
  subjects: readonly ScreeningSubject[];
  answers: readonly ScreeningResponse[];
}

/** Screens a client and its related parties, at any remove. */
async function runScreening(
  deps: ScreeningsDeps,
  { company }: MemberCaller,
  clientId: string,
): Promise<Screened> {
  const { settings, subjects } = await asTenant(deps.db, company.id, async (trx) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw apiError('record.notFound');
    requireScreenable(client);
    return {
      settings: await settingsFor(trx, clientId, company.defaultWorklistId),
      subjects: await readSubjects(trx, await withParties(trx, [clientId])),
    };
  });
  const answers = await deps.screening.screen(subjects, {
    companyId: company.id,
    threshold: settings.threshold / 100,
    birthDateMatching: settings.dob_matching,
    topics: screenedTopics(settings.checks),
  });
  return { settings, subjects, answers };
}

const saveScreening = commandsFor<ScreeningsDeps & { screened: Screened }>()(screenEndpoint, {
  // All clients to be written, locked together in one order.
  async lock({ trx, deps, params }) {
    await lockClients(trx, [params.id, ...deps.screened.subjects.map(({ id }) => id)]);
    return readClientById(trx, params.id);
  },
  check: (_, client) => requireScreenable(client),
  async change({ deps, caller, params, ...work }, { status }) {
    const { settings, subjects, answers } = deps.screened;
    const screeningRequest: ScreeningRequested = {
      trigger: isProspectiveClient(status) ? 'onboarding' : 'manual',
      runId: null,
      threshold: settings.threshold,
      birthDateMatching: settings.dob_matching,
      checks: settings.checks,
      requestedBy: caller.member.id,
      isWhole: true,
    };
    const { ids, matched, failed } = await writeScreenings(work, screeningRequest, subjects, answers);
    const own = ids.get(params.id);
    if (own === undefined) throw new Error('A client that was screened has no screening.');
    return { own, matched, failed };
  },
  read: async ({ trx, deps }, _, { own, matched }) => ({
    screened: deps.screened.subjects.length,
    matched,
    screening: await readScreening(trx, own),
  }),
  again: async ({ trx }, { screened, matched, screening: { id } }) => ({
    screened,
    matched,
    screening: await readScreening(trx, id),
  }),
  events: ({ params }, { after: { screened }, done: { matched, failed } }) => ({
    action: 'client.screened',
    resourceType: 'client',
    resourceId: params.id,
    detail: { screened, matched, failed },
  }),
});

/**
 * POST /clients/:id/screenings. Searches the lists outside the writing transaction, which blocks all others on the
 * embedded database.
 */
export const screenClient = handler(screenEndpoint, async (deps, { params, body }, caller) => {
  const screened = await runScreening(deps, caller, params.id);
  return saveScreening.run({ ...deps, screened }, caller, { params, body });
});
