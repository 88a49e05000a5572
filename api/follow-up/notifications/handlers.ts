import { createFeed, readOwn, revokeFeed, saveSettings } from './commands.ts';
import { listNotifications, readCalendar, readSettings } from './queries.ts';

/** Handlers of notifications and calendars, each of the signed-in member's own. */
export const notificationHandlers = [
  listNotifications,
  readOwn,
  readSettings,
  saveSettings,
  createFeed,
  revokeFeed,
  readCalendar,
] as const;
