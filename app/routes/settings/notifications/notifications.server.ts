import { data } from '@remix-run/node';
import {
  createCalendarFeed,
  readNotificationSettings,
  revokeCalendarFeed,
  saveNotificationSettings,
} from '#contract/notifications/notifications.ts';
import {
  type NotificationMail,
  notificationKindLabels,
  notificationKinds,
  notificationMailLabels,
  notificationMails,
} from '#rules/notifications/kinds.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import type { FormResult } from '../../../components/forms/form-result.server.ts';
import { textIn } from '../../../components/forms/parse-form.server.ts';
import { appEnv } from '../../../env.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

/** Data of the notifications view: the choice of each kind, and when the calendar's address was created. */
export async function loadNotificationSettings({ api, me }: MemberArgs) {
  const [{ company }, { choices, calendar }] = await Promise.all([
    me(),
    api.call(readNotificationSettings, {}),
  ]);
  return {
    choices: choices.map(({ kind, mail }) => ({ kind, mail, label: notificationKindLabels[kind] })),
    mails: notificationMails.map((value) => ({ value, label: notificationMailLabels[value] })),
    calendar: calendar && formatInstant(calendar.createdAt, company.timeZone),
  };
}

/** Result of the view's forms: errors, or the address of a new calendar, which is shown once. */
export interface NotificationsAnswer extends Partial<FormResult> {
  calendarUrl?: string;
}

const submits = screenForms<MemberArgs>()({
  page: () => settingsUrl('notifications'),
  rejected: ({ result, status }) => data<NotificationsAnswer>(result, { status }),
});

const calendarUrl = (token: string) => `${appEnv().appUrl.replace(/\/+$/, '')}/calendar/${token}.ics`;

/** Saves the choices, and creates or ends the calendar's address. */
export const handleNotificationsAction = onSubmit<MemberArgs, unknown>(
  formActions({
    save: submits({
      endpoint: saveNotificationSettings,
      body: (form) => ({
        choices: notificationKinds.map((kind) => ({ kind, mail: textIn(form, kind) as NotificationMail })),
      }),
      accepted: 'Notifications saved.',
    }),
    createCalendar: async ({ api }: MemberArgs) => {
      const { token } = await api.call(createCalendarFeed, {});
      return data<NotificationsAnswer>({ calendarUrl: calendarUrl(token) });
    },
    revokeCalendar: submits({ endpoint: revokeCalendarFeed, accepted: 'The calendar’s address has ended.' }),
  }),
);
