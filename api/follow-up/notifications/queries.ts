import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import type {
  listNotifications as listEndpoint,
  NotificationSettings,
  readCalendarFeed,
} from '#contract/notifications/notifications.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { defaultNotificationMail, notificationKinds } from '#rules/notifications/kinds.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readTimeZone } from '../../records/company-settings/store.ts';
import { findFeed, listRows, readChoices, readDates, readFeed } from './store.ts';

export interface NotificationsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const itemsPerPage = 50;

/** GET /notifications. */
export function listNotifications(
  deps: NotificationsDeps,
  { company, member }: MemberCaller,
  { before }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointResponse<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const rows = await listRows(trx, member.id, { before, limit: itemsPerPage });
    const { items, next } = toPage(rows, itemsPerPage, ({ id }) => id);
    return { items, nextBefore: next };
  });
}

/** How a member is notified. */
export async function getSettings(trx: Trx, memberId: string): Promise<NotificationSettings> {
  const choices = await readChoices(trx, memberId);
  return {
    choices: notificationKinds.map((kind) => ({
      kind,
      mail: choices.get(kind) ?? defaultNotificationMail,
    })),
    calendar: await readFeed(trx, memberId),
  };
}

/** Hash by which the secret of a calendar's address is stored. */
export const hashFeedToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** POST /calendar-feed/lookup. 404 for an address that was never given out, or was revoked. */
export async function readCalendar(
  deps: NotificationsDeps,
  { token }: EndpointInput<typeof readCalendarFeed>['body'],
): Promise<EndpointResponse<typeof readCalendarFeed>> {
  const now = deps.now();
  const feed = await findFeed(deps.db, hashFeedToken(token), now.toISOString());
  if (feed === null) throw apiError('record.notFound');
  const { companyId, memberId } = feed;
  return asTenant(deps.db, companyId, async (trx) => {
    const timeZone = await readTimeZone(trx, companyId);
    const dates = await readDates(trx, memberId, companyDay(now, timeZone));
    return {
      companyId,
      entries: dates.map(({ kind, id, on }) => ({
        uid: `${kind}-${id}@assay`,
        on,
        kind,
        path: kind === 'review' ? `/clients/${id}?tab=monitoring` : `/activities/${id}`,
      })),
    };
  });
}
