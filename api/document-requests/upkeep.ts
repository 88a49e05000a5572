import type { Kysely, Selectable, Transaction } from 'kysely';
import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { isOverdue, reminderStage } from '#rules/document-requests/reminders.ts';
import { type AlertActor, closeAlerts, openAlert } from '../alerts/open-alerts.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { DocumentRequestsTable } from '../database/document-request-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { overdueKey } from './commands.ts';
import { queueMail } from './mails.ts';
import { changeRequest, listWaiting, readRequestRow } from './store.ts';

type Trx = Transaction<Schema>;
type Waiting = Selectable<DocumentRequestsTable>;

const jobName = 'keep-document-requests';

/** Requests of one transaction: on the embedded database everyone waits for it. */
const requestsPerBatch = 50;

interface Counts {
  reminded: number;
  expired: number;
  alerted: number;
}

interface Company {
  id: string;
  timeZone: string;
  today: CalendarDate;
  /** Restricted companies' links lead nowhere, so that nobody is reminded of them; their time runs on. */
  isRestricted: boolean;
}

const byJob = (companyId: string): AlertActor => ({
  companyId,
  actor: { type: 'system', id: jobName, role: 'job' },
  requestId: jobName,
});

/** Ends a request whose link has run out. */
async function expire(
  trx: Trx,
  deps: { now: () => Date },
  { id, due_on, company_id }: Waiting,
): Promise<boolean> {
  const row = await readRequestRow(trx, id, true);
  const now = deps.now();
  if (row === undefined || row.expires_at === null || Date.parse(row.expires_at) > now.getTime())
    return false;
  if (!['sent', 'opened', 'partlySubmitted', 'changesRequested'].includes(row.status)) return false;
  await changeRequest(trx, id, { status: 'expired', updated_at: now.toISOString() });
  await recordEvent(trx, deps, {
    ...byJob(company_id),
    action: 'documentRequest.expired',
    resourceType: 'documentRequest',
    resourceId: id,
    detail: { changes: { status: { before: row.status, after: 'expired' } }, dueOn: due_on },
  });
  return true;
}

async function keepOne(
  trx: Trx,
  deps: { now: () => Date },
  company: Company,
  request: Waiting,
): Promise<Partial<Counts>> {
  if (await expire(trx, deps, request)) return { expired: 1 };
  const { due_on: dueOn, sent_at, id } = request;
  const stage = reminderStage(
    { dueOn, sentOn: companyDay(new Date(sent_at ?? deps.now()), company.timeZone) },
    company.today,
  );
  const kind = stage?.startsWith('after') ? 'overdue' : 'reminder';
  const isReminded =
    stage !== undefined &&
    !company.isRestricted &&
    (await queueMail(trx, deps, request, { kind, cause: `${stage}:${dueOn}` }));
  if (isReminded) {
    await recordEvent(trx, deps, {
      ...byJob(company.id),
      action: 'documentRequest.reminded',
      resourceType: 'documentRequest',
      resourceId: id,
      detail: { stage, email: request.recipient_email },
    });
  }
  const alerted = isOverdue(dueOn, company.today)
    ? await openAlert(trx, deps, byJob(company.id), {
        type: 'requestOverdue',
        resourceType: 'clients',
        resourceId: request.client_id,
        severity: 'medium',
        summary: `The document request to ${request.recipient_name} was due on ${formatDate(dueOn)} and is not complete. Remind them, send it again, or cancel it.`,
        dedupeKey: overdueKey({ id, dueOn }),
      })
    : 0;
  return { reminded: isReminded ? 1 : 0, alerted };
}

/** Alerts of requests that were given, finished or ended since. */
async function closeSettled(db: Kysely<Schema>, deps: { now: () => Date }, companyId: string): Promise<void> {
  await asTenant(db, companyId, async (trx) => {
    const open = await trx
      .selectFrom('alerts')
      .select('dedupe_key')
      .where('type', '=', 'requestOverdue')
      .where('status', '!=', 'closed')
      .execute();
    if (open.length === 0) return;
    const ids = open.map(({ dedupe_key }) => dedupe_key.split(':')[1] ?? '');
    const waiting = await trx
      .selectFrom('document_requests')
      .select(['id', 'due_on'])
      .where('id', 'in', ids)
      // One that expired is still missing: somebody has to decide what becomes of it.
      .where('status', 'in', ['sent', 'opened', 'partlySubmitted', 'changesRequested', 'expired'])
      .execute();
    const still = new Set(waiting.map(({ id, due_on }) => overdueKey({ id, dueOn: due_on })));
    const dedupeKeys = open.map(({ dedupe_key }) => dedupe_key).filter((key) => !still.has(key));
    await closeAlerts(trx, deps, byJob(companyId), {
      dedupeKeys,
      reason: 'The request was given, finished or cancelled, or has another due date.',
    });
  });
}

async function keepCompany(db: Kysely<Schema>, deps: { now: () => Date }, company: Company): Promise<Counts> {
  const sum: Counts = { reminded: 0, expired: 0, alerted: 0 };
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const rows = await asTenant(db, company.id, async (trx) => {
      const found = await listWaiting(trx, { after: last, limit: requestsPerBatch });
      for (const request of found) {
        const { reminded = 0, expired = 0, alerted = 0 } = await keepOne(trx, deps, company, request);
        sum.reminded += reminded;
        sum.expired += expired;
        sum.alerted += alerted;
      }
      return found;
    });
    if (rows.length < requestsPerBatch) break;
    after = rows.at(-1)?.id ?? null;
  }
  await closeSettled(db, deps, company.id);
  return sum;
}

/**
 * Reminds people of requests before and after their due date, ends requests whose link has run out, and opens alerts for those that are
 * overdue, in every company by its own day. It may run twice: one cause has one mail and one alert.
 */
export async function keepDocumentRequests(
  db: Kysely<Schema>,
  deps: { now: () => Date; wakeMail?: () => void },
): Promise<Counts> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone', 'access_restricted']).orderBy('id').execute(),
  );
  const sum: Counts = { reminded: 0, expired: 0, alerted: 0 };
  for (const { id, time_zone: timeZone, access_restricted: isRestricted } of companies) {
    const company = { id, timeZone, today: companyDay(deps.now(), timeZone), isRestricted };
    const { reminded, expired, alerted } = await keepCompany(db, deps, company);
    sum.reminded += reminded;
    sum.expired += expired;
    sum.alerted += alerted;
  }
  if (sum.reminded > 0) deps.wakeMail?.();
  return sum;
}
