import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, recordId } from '#contract/fields.ts';
import { notificationKinds, notificationMails } from '#rules/notifications/kinds.ts';

const notification = z.object({
  id: recordId,
  kind: z.enum(notificationKinds),
  /** Path in the app of the record that it is about. */
  path: z.string(),
  at: instant,
  isRead: z.boolean(),
});

export const listNotifications = endpoint({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: 'List the signed-in member’s notifications, newest first',
  caller: 'member',
  permission: 'self.read',
  query: z.object({
    /** Id of the last notification of the previous page. */
    before: recordId.optional(),
  }),
  response: z.object({ items: z.array(notification), nextBefore: recordId.nullable() }),
  status: 200,
});

export const readNotifications = endpoint({
  id: 'notifications.markRead',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark the signed-in member’s notifications as read, up to one',
  caller: 'member',
  permission: 'self.read',
  body: z.object({ upTo: recordId }),
  response: z.object({ read: z.number().int() }),
  status: 200,
});

const notificationChoice = z.object({
  kind: z.enum(notificationKinds),
  mail: z.enum(notificationMails, { error: 'Select how you are emailed' }),
});

const notificationSettings = z.object({
  choices: z.array(notificationChoice),
  /** The calendar feed, if the member has one. Its address is shown once. */
  calendar: z.object({ createdAt: instant }).nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const readNotificationSettings = endpoint({
  id: 'notifications.settings',
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Get how the signed-in member is notified, and whether a calendar feed exists',
  caller: 'member',
  permission: 'self.read',
  response: notificationSettings,
  status: 200,
});

export const saveNotificationSettings = endpoint({
  id: 'notifications.choose',
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Choose how the signed-in member is emailed about each kind of notification',
  caller: 'member',
  permission: 'self.read',
  body: z.object({
    choices: z
      .array(notificationChoice)
      .max(20)
      .refine((choices) => new Set(choices.map(({ kind }) => kind)).size === choices.length, {
        error: 'Choose once for each kind of notification',
      }),
  }),
  response: notificationSettings,
  status: 200,
});

export const createCalendarFeed = endpoint({
  id: 'calendarFeed.create',
  method: 'POST',
  path: '/calendar-feed',
  summary: 'Create the address of the signed-in member’s calendar; a former address stops working',
  caller: 'member',
  permission: 'self.read',
  response: z.object({
    /** Secret part of the address, returned once. */
    token: z.string(),
  }),
  status: 201,
});

export const revokeCalendarFeed = endpoint({
  id: 'calendarFeed.revoke',
  method: 'DELETE',
  path: '/calendar-feed',
  summary: 'End the signed-in member’s calendar feed',
  caller: 'member',
  permission: 'self.read',
  response: z.object({ revoked: z.boolean() }),
  status: 200,
});

export const readCalendarFeed = endpoint({
  id: 'calendarFeed.read',
  method: 'POST',
  path: '/calendar-feed/lookup',
  summary: 'Get the dates of a calendar feed by the secret of its address',
  caller: 'open',
  body: z.object({ token: z.string().max(100) }),
  response: z.object({
    companyId: recordId,
    entries: z.array(
      z.object({
        uid: z.string(),
        on: calendarDate,
        kind: z.enum(['review', 'activity']),
        /** Path in the app. */
        path: z.string(),
      }),
    ),
  }),
  status: 200,
});
