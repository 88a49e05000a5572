import type { Kysely, Transaction } from 'kysely';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  readClientMonitoring as readEndpoint,
  screenClient as screenEndpoint,
} from '#contract/screenings.ts';
import { defaultThreshold, monitoringChecks, screenedTopics } from '#rules/monitoring/worklist-settings.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import type { ScreeningEngine } from '../screening/engine.ts';
import { currentEnrolment } from '../worklists/enrolment-store.ts';
import { listWorklists, readWorklist, type WorklistRow } from '../worklists/store.ts';
import { undecidedMatches } from './match-store.ts';
import { presentScreening, screeningsOfClient } from './present.ts';
import { readSubjects, withParties } from './subjects.ts';
import { writeScreenings } from './write-screenings.ts';

type Trx = Transaction<Schema>;

export interface ScreeningsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  screening: ScreeningEngine;
}

const screeningsPerPage = 10;

/** GET /clients/:id/monitoring. */
export function readClientMonitoring(
  deps: ScreeningsDeps,
  { company }: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointAnswer<typeof readEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw refuse('record.notFound');
    const rows = await screeningsOfClient(trx, clientId, { before, limit: screeningsPerPage });
    const screenings = rows.slice(0, screeningsPerPage);
    const worklists = await listWorklists(trx, { archived: false });
    return {
      enrolment: await currentEnrolment(trx, clientId),
      worklists: worklists.map(({ id, name }) => ({ id, name })),
      screenings,
      nextBefore: rows.length > screeningsPerPage ? (screenings.at(-1)?.id ?? null) : null,
      undecided: await undecidedMatches(trx, clientId),
    };
  });
}

/** How a client is screened: as the worklist that watches it, else the company's default one, else as everybody. */
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

/**
 * POST /clients/:id/screenings. The client and whoever belongs to it, at any remove. The lists are searched outside of the transaction
 * that writes what was found, because that may take a while and on the embedded database everybody would wait.
 */
export async function screenClient(
  deps: ScreeningsDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<EndpointAnswer<typeof screenEndpoint>> {
  const { company, member, request } = caller;
  const asked = await asTenant(deps.db, company.id, async (trx) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw refuse('record.notFound');
    if (client.status === 'archived') {
      const sentence = 'This client is archived and kept as it was: nobody is screened any more.';
      throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
    }
    return {
      settings: await settingsFor(trx, clientId, company.defaultWorklistId),
      subjects: await readSubjects(trx, await withParties(trx, [clientId])),
      trigger: ['draft', 'onboarding'].includes(client.status)
        ? ('onboarding' as const)
        : ('manual' as const),
    };
  });
  const { settings, subjects, trigger } = asked;
  const answers = await deps.screening.screen(subjects, {
    companyId: company.id,
    threshold: settings.threshold / 100,
    birthDateMatching: settings.dob_matching,
    topics: screenedTopics(settings.checks),
  });
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: {}, status: 201 }, async () => {
      const { ids, matched, failed } = await writeScreenings(
        trx,
        deps,
        {
          by: { companyId: company.id, actor: actorOf(caller), requestId: request.id },
          trigger,
          runId: null,
          threshold: settings.threshold,
          birthDateMatching: settings.dob_matching,
          checks: settings.checks,
          requestedBy: member.id,
          isWhole: true,
        },
        subjects,
        answers,
      );
      const own = ids.get(clientId);
      if (own === undefined) throw new Error('A client that was screened has no screening.');
      await recordMemberEvent(trx, deps, caller, {
        action: 'client.screened',
        resourceType: 'client',
        resourceId: clientId,
        detail: { screened: subjects.length, matched, failed },
      });
      return { screened: subjects.length, matched, screening: await presentScreening(trx, own) };
    }),
  );
}
