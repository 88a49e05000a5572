import { randomBytes } from 'node:crypto';
import {
  createCalendarFeed as createEndpoint,
  readNotifications as readEndpoint,
  revokeCalendarFeed as revokeEndpoint,
  saveNotificationSettings as saveEndpoint,
} from '#contract/notifications/notifications.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import { getSettings, hashFeedToken, type NotificationsDeps } from './queries.ts';
import { deleteFeed, markRead, replaceFeed, saveChoices } from './store.ts';

const command = commandsFor<NotificationsDeps>();

/** POST /notifications/read. Reading is no event of the audit log. */
export const readOwn = command(readEndpoint, {
  change: ({ trx, at, caller, body }) => markRead(trx, caller.member.id, body.upTo, at),
  read: async (_context, _before, read) => ({ read }),
  again: receipt,
  events: () => [],
});

/** PUT /notifications/settings. */
export const saveSettings = command(saveEndpoint, {
  async change({ trx, caller, body }) {
    const before = await getSettings(trx, caller.member.id);
    await saveChoices(trx, { companyId: caller.company.id, memberId: caller.member.id }, body.choices);
    return before;
  },
  read: ({ trx, caller }) => getSettings(trx, caller.member.id),
  again: ({ trx, caller }) => getSettings(trx, caller.member.id),
  events({ caller }, { after, done: before }) {
    const values = ({ choices }: typeof after) =>
      Object.fromEntries(choices.map(({ kind, mail }) => [kind, mail]));
    return {
      action: 'notificationSettings.changed',
      resourceType: 'member',
      resourceId: caller.member.id,
      detail: { changes: changesBetween(values(before), values(after)) },
    };
  },
});

const feedEvent = (action: string, memberId: string) => ({
  action,
  resourceType: 'member',
  resourceId: memberId,
  detail: {},
});

/** POST /calendar-feed. */
export const createFeed = command(createEndpoint, {
  async change({ trx, at, caller }) {
    const token = randomBytes(24).toString('base64url');
    await replaceFeed(trx, {
      company_id: caller.company.id,
      member_id: caller.member.id,
      token_hash: hashFeedToken(token),
      created_at: at,
    });
    return token;
  },
  read: async (_context, _before, token) => ({ token }),
  again: receipt,
  events: ({ caller }) => feedEvent('calendarFeed.created', caller.member.id),
});

/** DELETE /calendar-feed. */
export const revokeFeed = command(revokeEndpoint, {
  change: ({ trx, caller }) => deleteFeed(trx, caller.member.id),
  read: async (_context, _before, revoked) => ({ revoked }),
  again: receipt,
  events: ({ caller }, { after }) =>
    after.revoked ? feedEvent('calendarFeed.revoked', caller.member.id) : [],
});
