import { settingsUrl } from '#rules/pages/settings-pages.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import { readMemberToEmail } from '../../records/sign-in/store.ts';
import { isAlertOpen } from './clocks-store.ts';

/** Emails about privacy clocks, to members who are still active, while the alert is open. */
export function privacyClockSender({ appUrl }: { appUrl: string }): EmailSender<'privacyClock'> {
  return {
    header: 'privacy clock',
    async compose(trx, { payload: { memberId, dedupeKey, summary, breachId } }) {
      const member = await readMemberToEmail(trx, memberId);
      if (member === undefined || !(await isAlertOpen(trx, dedupeKey))) return undefined;
      const paragraphs = [
        summary,
        `${appUrl}${settingsUrl('privacy', { breach: breachId ?? undefined })}`,
        `You receive this as an owner or compliance officer of ${member.companyName}.`,
      ];
      const what = breachId === null ? 'privacy request' : 'privacy breach';
      const isOverdue = dedupeKey.endsWith(':overdue');
      const subject = `Assay: ${what} ${isOverdue ? 'overdue' : 'due soon'}`;
      return { to: member.loginId, subject, text: paragraphs.join('\n\n') };
    },
  };
}
