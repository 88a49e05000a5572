import {
  listNotifications as listEndpoint,
  readCalendarFeed,
  readNotificationSettings,
} from '#contract/notifications/notifications.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { createFeed, readOwn, revokeFeed, saveSettings } from './commands.ts';
import { getSettings, listNotifications, type NotificationsDeps, readCalendar } from './queries.ts';

const handler = handlersFor<NotificationsDeps>();

/** Handlers of notifications and calendars, each of the signed-in member's own. */
export const notificationHandlers = [
  handler(listEndpoint, (deps, { query }, caller) => listNotifications(deps, caller, query)),
  readOwn,
  handler(readNotificationSettings, (deps, _input, { company, member }) =>
    asTenant(deps.db, company.id, (trx) => getSettings(trx, member.id)),
  ),
  saveSettings,
  createFeed,
  revokeFeed,
  handler(readCalendarFeed, (deps, { body }) => readCalendar(deps, body)),
] as const;
