import type { Kysely } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { digestHour, notificationDays } from '#rules/notifications/kinds.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { deleteBefore, membersAwaiting } from './store.ts';

/** The queue of the job that sends daily summaries, and its name in the audit log. */
export const digestJob = 'send-notification-summaries';

const dayMs = 86_400_000;

const hourIn = (timeZone: string, now: Date) =>
  Number(new Intl.DateTimeFormat('en-NZ', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));

/** Queues the summaries of members in whose company it is eight o'clock, once a day, and deletes old notifications. */
export async function sendDigests(
  db: Kysely<Schema>,
  { now }: { now: () => Date },
): Promise<{ queued: number; deleted: number }> {
  const time = now();
  const deleted = await asJobs(db, (trx) =>
    deleteBefore(trx, new Date(time.getTime() - notificationDays * dayMs).toISOString()),
  );
  const due = (await asJobs(db, (trx) => membersAwaiting(trx, time.toISOString()))).filter(
    ({ timeZone }) => hourIn(timeZone, time) === digestHour,
  );
  let queued = 0;
  for (const { companyId, memberId, timeZone } of due) {
    const isNew = await inWork({ db, now }, jobActor(companyId, digestJob), (work) =>
      enqueueEmail(
        work,
        {},
        {
          kind: 'notificationDigest',
          record: `notificationDigest:${memberId}`,
          cause: `digest:${companyDay(time, timeZone)}`,
          payload: { memberId },
        },
      ),
    );
    if (isNew) queued += 1;
  }
  return { queued, deleted };
}
