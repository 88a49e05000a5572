import type { Kysely } from 'kysely';
import { inWork, type WorkEvent } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { enqueueAccountEmail } from './emails.ts';
import { forTheDay } from './sign-in-attempts.ts';
import {
  findPeople,
  type KnownPerson,
  listReportedLoginIds,
  type SignInReport,
  takeReports,
} from './sign-in-reports-store.ts';

/** The queue of the job, and its name in the audit log. */
export const recordSignInsJob = 'record-sign-ins';

/** Login IDs per transaction. */
const loginIdsPerBatch = 50;

const actions = {
  failed: 'signInFailed',
  blocked: 'signInBlocked',
  resetRequested: 'passwordResetRequested',
} as const satisfies Record<SignInReport['event'], string>;

/** Names of methods in the audit log. */
const methods: Record<string, string> = {
  password: 'Password',
  code: 'Code by email',
  sendCode: 'Code by email',
  secondFactor: 'Second factor',
};

/** Name of a noted method; of one without attempts left for the day, so marked. */
function describeMethod(noted: string): string {
  const method = noted.replace(forTheDay, '');
  const name = methods[method] ?? method;
  return method === noted ? name : `${name}, for the day`;
}

const actor = { type: 'system', id: recordSignInsJob, role: 'job' } as const;
const requestId = recordSignInsJob;

function toEvent(report: SignInReport, { id, companyId }: KnownPerson): WorkEvent {
  const resourceType = companyId === null ? 'admin' : 'member';
  const isReset = report.event === 'resetRequested' || report.method === 'reset';
  return {
    action: `${resourceType}.${actions[report.event]}`,
    resourceType,
    resourceId: id,
    companyId,
    detail: {
      ...(isReset ? {} : { method: describeMethod(report.method) }),
      attempts: report.attempts,
      ipAddress: report.address,
      ...(report.attempts === 1 ? {} : { since: new Date(report.first_at).toISOString() }),
    },
  };
}

/** Emails people whose login ID has no attempts left for the day, once a day and by one of their companies. */
async function emailPaused(
  db: Kysely<Schema>,
  { now }: { now: () => Date },
  reports: readonly SignInReport[],
  people: readonly KnownPerson[],
): Promise<void> {
  const paused = reports.filter(({ method }) => method.endsWith(forTheDay));
  for (const { login_id: loginId, address, last_at: lastAt } of paused) {
    const person = people.find((each) => each.loginId === loginId && each.companyId !== null);
    if (person === undefined) continue;
    const day = new Date(lastAt).toISOString().slice(0, 10);
    await inWork({ db, now }, { companyId: person.companyId, actor, requestId }, (work) =>
      enqueueAccountEmail(
        work,
        {},
        { memberId: person.id, change: 'signInPaused' },
        { id: day, clientIp: address },
      ),
    );
  }
}

/**
 * Records noted sign-in attempts as audit events of every company of the person, and deletes those with an unknown login ID. Each batch is
 * deleted and recorded in one transaction, so that an attempt is recorded once. Emails those whose login ID has no attempts left for the day.
 */
export async function recordSignIns(
  db: Kysely<Schema>,
  { now }: { now: () => Date },
): Promise<{ recorded: number }> {
  let recorded = 0;
  for (let after = ''; ; ) {
    const last = after;
    const loginIds = await asJobs(db, (trx) => listReportedLoginIds(trx, last, loginIdsPerBatch));
    const end = loginIds.at(-1);
    if (end === undefined) return { recorded };
    const by = { companyId: null, actor, requestId, rights: 'jobs' } as const;
    const taken = await inWork({ db, now }, by, async ({ trx, record }) => {
      const reports = await takeReports(trx, loginIds);
      const people = await findPeople(trx, loginIds);
      const events = people.flatMap((person) =>
        reports
          .filter((report) => report.login_id === person.loginId)
          .map((report) => toEvent(report, person)),
      );
      // By chain, so that concurrent transactions lock the heads in one order.
      events.sort((a, b) => ((a.companyId ?? '') < (b.companyId ?? '') ? -1 : 1));
      record(...events);
      recorded += events.length;
      return { reports, people };
    });
    await emailPaused(db, { now }, taken.reports, taken.people);
    after = end;
  }
}
