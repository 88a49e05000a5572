import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  readCalendarFeed as calendarEndpoint,
  listNotifications as listEndpoint,
  type NotificationSettings,
  readNotificationSettings as settingsEndpoint,
} from '#contract/notifications/notifications.ts';
import { clientTabUrl } from '#rules/clients/client-tabs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { defaultNotificationMail, notificationKinds } from '#rules/notifications/kinds.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { readTimeZone } from '../../records/company-settings/store.ts';
import { findFeed, listRows, readChoices, readDates, readFeed } from './store.ts';

export interface NotificationsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<NotificationsDeps>();
const handler = handlersFor<NotificationsDeps>();

const itemsPerPage = 50;

/** GET /notifications. */
export const listNotifications = query(
  listEndpoint,
  async ({ trx, caller: { member }, query: { before } }) => {
    const rows = await listRows(trx, member.id, { before, limit: itemsPerPage });
    const { items, next } = toPage(rows, itemsPerPage, ({ id }) => id);
    return { items, nextBefore: next };
  },
);

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

/** GET /notifications/settings. */
export const readSettings = query(settingsEndpoint, ({ trx, caller }) => getSettings(trx, caller.member.id));

/** Hash by which the secret of a calendar's address is stored. */
export const hashFeedToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** POST /calendar-feed/lookup. 404 for an address that was never given out, or was revoked. */
export const readCalendar = handler(calendarEndpoint, async (deps, { body: { token } }) => {
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
        path: kind === 'review' ? clientTabUrl(id, 'monitoring') : `/activities/${id}`,
      })),
    };
  });
});
