import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { isOverdue, reminderStage } from '#rules/document-requests/reminders.ts';
import { waitsForRecipient } from '#rules/lifecycles/checks.ts';
import { inWork, jobActor, type Work, type WorkDeps } from '../../kernel/command/work.ts';
import type { DocumentRequestsTable } from '../../kernel/database/tables/document-request-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { openKeys } from '../../records/alerts/change-store.ts';
import { closeAlerts, openAlerts } from '../../records/alerts/inbox.ts';
import { overdueKey } from './commands.ts';
import { queueEmail } from './emails.ts';
import { changeRequest, listCompanies, listStillMissing, listWaiting, requests } from './store.ts';

type Waiting = Selectable<DocumentRequestsTable>;

const jobName = 'keep-document-requests';

/** Requests of one transaction: on the embedded database everyone waits for it. */
const requestsPerBatch = 50;

interface UpkeepDeps extends WorkDeps {
  /** Starts sending emails; without it they wait for the next minute. */
  wakeOutbox?: (() => void) | undefined;
}

interface Counts {
  reminded: number;
  expired: number;
  alerted: number;
}

interface Company {
  id: string;
  timeZone: string;
  today: CalendarDate;
  /** Links of restricted companies are disabled, so no reminders are sent; due dates still apply. */
  isRestricted: boolean;
}

/** Expires a request whose link has expired. */
async function expire({ trx, time, at, record }: Work, { id, due_on }: Waiting): Promise<boolean> {
  const row = await requests.lock(trx, id);
  if (row === null || row.expires_at === null || Date.parse(row.expires_at) > time().getTime()) return false;
  if (!waitsForRecipient(row.status)) return false;
  await changeRequest(trx, id, { status: 'expired', updated_at: at });
  record({
    action: 'documentRequest.expired',
    resourceType: 'documentRequest',
    resourceId: id,
    detail: { changes: { status: { before: row.status, after: 'expired' } }, dueOn: due_on },
  });
  return true;
}

async function saveOne(
  work: Work,
  deps: UpkeepDeps,
  company: Company,
  request: Waiting,
): Promise<Partial<Counts>> {
  if (await expire(work, request)) return { expired: 1 };
  const { time, record } = work;
  const { due_on: dueOn, sent_at, id } = request;
  const stage = reminderStage(
    { dueOn, sentOn: companyDay(new Date(sent_at ?? time()), company.timeZone) },
    company.today,
  );
  const kind = stage?.startsWith('after') ? 'overdue' : 'reminder';
  const isReminded =
    stage !== undefined &&
    !company.isRestricted &&
    (await queueEmail(work, deps, request, { kind, cause: `${stage}:${dueOn}` }));
  if (isReminded) {
    record({
      action: 'documentRequest.reminded',
      resourceType: 'documentRequest',
      resourceId: id,
      detail: { stage, email: request.recipient_email },
    });
  }
  const reminded = isReminded ? 1 : 0;
  if (!isOverdue(dueOn, company.today)) return { reminded };
  const opened = await openAlerts(work, [
    {
      type: 'requestOverdue',
      resourceType: 'clients',
      resourceId: request.client_id,
      severity: 'medium',
      summary: `The document request to ${request.recipient_name} was due on ${formatDate(dueOn)} and is not complete. Remind them, send it again, or cancel it.`,
      dedupeKey: overdueKey({ id, dueOn }),
    },
  ]);
  return { reminded, alerted: opened.size };
}

/** Closes alerts of requests that were submitted, completed or ended since. */
async function closeResolved(work: Work): Promise<void> {
  const { trx } = work;
  const keys = await openKeys(trx, 'requestOverdue');
  if (keys.length === 0) return;
  const waiting = await listStillMissing(
    trx,
    keys.map((key) => key.split(':')[1] ?? ''),
  );
  const still = new Set(waiting.map(({ id, due_on }) => overdueKey({ id, dueOn: due_on })));
  await closeAlerts(work, {
    dedupeKeys: keys.filter((key) => !still.has(key)),
    reason: 'The request was submitted, completed, cancelled or rescheduled.',
  });
}

async function saveCompany(deps: UpkeepDeps, company: Company): Promise<Counts> {
  const within = <T>(run: (work: Work) => Promise<T>) => inWork(deps, jobActor(company.id, jobName), run);
  const sum: Counts = { reminded: 0, expired: 0, alerted: 0 };
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const rows = await within(async (work) => {
      const found = await listWaiting(work.trx, { after: last, limit: requestsPerBatch });
      for (const request of found) {
        const { reminded = 0, expired = 0, alerted = 0 } = await saveOne(work, deps, company, request);
        sum.reminded += reminded;
        sum.expired += expired;
        sum.alerted += alerted;
      }
      return found;
    });
    if (rows.length < requestsPerBatch) break;
    after = rows.at(-1)?.id ?? null;
  }
  await within(closeResolved);
  return sum;
}

/**
 * Sends reminders before and after the due date, expires requests with their links, and opens alerts for overdue ones, in every company
 * on its own calendar day. Idempotent: one cause has one email and one alert.
 */
export async function runDocumentRequestMaintenance(
  db: Kysely<Schema>,
  deps: Omit<UpkeepDeps, 'db'>,
): Promise<Counts> {
  const sum: Counts = { reminded: 0, expired: 0, alerted: 0 };
  for (const { id, timeZone, isRestricted } of await listCompanies(db)) {
    const company = { id, timeZone, today: companyDay(deps.now(), timeZone), isRestricted };
    const { reminded, expired, alerted } = await saveCompany({ db, ...deps }, company);
    sum.reminded += reminded;
    sum.expired += expired;
    sum.alerted += alerted;
  }
  return sum;
}
