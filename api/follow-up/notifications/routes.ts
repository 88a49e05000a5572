import {
  listNotifications as listEndpoint,
  readCalendarFeed,
  readNotificationSettings,
} from '#contract/notifications/notifications.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { createFeed, readOwn, revokeFeed, saveSettings } from './commands.ts';
import { getSettings, listNotifications, type NotificationsDeps, readCalendar } from './queries.ts';

/** Handlers of notifications and calendars, each of the signed-in member's own. */
export function notificationsRoutes(deps: NotificationsDeps): Binding[] {
  return [
    bind(listEndpoint, ({ query }, caller) => listNotifications(deps, caller, query)),
    readOwn.bind(deps),
    bind(readNotificationSettings, (_input, { company, member }) =>
      asTenant(deps.db, company.id, (trx) => getSettings(trx, member.id)),
    ),
    saveSettings.bind(deps),
    createFeed.bind(deps),
    revokeFeed.bind(deps),
    bind(readCalendarFeed, ({ body }) => readCalendar(deps, body)),
  ];
}
