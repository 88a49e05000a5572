import { notificationKindLabels, notificationTexts } from '#rules/notifications/kinds.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { memberLink } from '../../integrations/email/member-link.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import { clearAwaiting, countAwaiting, getMail, type Recipient, readRecipients } from './store.ts';

interface SenderDeps {
  appUrl: string;
  now: () => Date;
}

const settingsPath = settingsUrl('notifications');

const footer = (appUrl: string, { companyId, companyName }: Recipient) =>
  `You receive this as a member of ${companyName}. Choose what is emailed to you: ${memberLink(appUrl, companyId, settingsPath)}`;

/** Notifications by email at once, where the member has chosen so. The email contains no names. */
export function notificationSender({ appUrl, now }: SenderDeps): EmailSender<'notification'> {
  return {
    header: 'notification',
    async compose(trx, { payload: { memberId, items } }) {
      const [member] = await readRecipients(trx, [memberId], now().toISOString());
      if (member === undefined) return undefined;
      // The member may have chosen otherwise while the email waited. A kind that is now in the summary is in none yet.
      const emailed = items.filter(({ kind }) => getMail(member, kind) !== 'none');
      const [first] = emailed;
      if (first === undefined) return undefined;
      const lines = emailed.map(
        ({ kind, path }) => `${notificationTexts[kind]}\n${memberLink(appUrl, member.companyId, path)}`,
      );
      return {
        to: member.loginId,
        subject:
          emailed.length === 1
            ? `Assay: ${notificationTexts[first.kind].replace(/\.$/, '')}`
            : `Assay: ${emailed.length} notifications`,
        text: [...lines, footer(appUrl, member)].join('\n\n'),
      };
    },
  };
}

/**
 * The daily summary: how many notifications of each kind, up to the summary's queueing, have waited for it, with a link to them. They wait
 * until it is sent: one that could not be delivered leaves them to the next.
 */
export function digestSender({ appUrl, now }: SenderDeps): EmailSender<'notificationDigest'> {
  return {
    header: 'notification summary',
    async compose(trx, { createdAt, payload: { memberId } }) {
      const [member] = await readRecipients(trx, [memberId], now().toISOString());
      if (member === undefined) return undefined;
      const counts = await countAwaiting(trx, memberId, createdAt);
      if (counts.length === 0) return undefined;
      const lines = counts.map(({ kind, count }) => `- ${notificationKindLabels[kind]}: ${count}`);
      return {
        to: member.loginId,
        subject: 'Assay: your notifications since yesterday',
        text: [
          lines.join('\n'),
          memberLink(appUrl, member.companyId, '/notifications'),
          footer(appUrl, member),
        ].join('\n\n'),
      };
    },
    afterSent: (trx, { createdAt, payload: { memberId } }) => clearAwaiting(trx, memberId, createdAt),
  };
}
