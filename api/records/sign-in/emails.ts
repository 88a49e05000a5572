import { describeBrowser } from '#rules/format/browser-name.ts';
import { zonedInstantFormatter } from '#rules/format/dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import type { AccountChange, EmailPayloads } from '../../integrations/email/emails.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import { memberLink } from '../../integrations/email/member-link.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { RequestContext } from '../../kernel/http/bind-endpoint.ts';
import { readMemberToEmail } from './store.ts';

type Payload = EmailPayloads['accountChange'];

const subjects: Record<AccountChange, (payload: Payload) => string> = {
  newDevice: ({ device = '' }) => `new sign-in from ${describeBrowser(device)}`,
  passwordChanged: () => 'your password was changed',
  secondFactorAdded: ({ label }) => `second factor “${label}” was added`,
  secondFactorRemoved: ({ label }) => `second factor “${label}” was removed`,
  recoveryCodesRenewed: () => 'your recovery codes were replaced',
  recoveryCodeUsed: () => 'a recovery code was used to sign in',
  signInPaused: () => 'too many attempts to sign in as you',
};

/** What to do, before the facts. */
const whatToDo = (change: AccountChange): string =>
  change === 'signInPaused'
    ? 'There were more attempts to sign in as you than a day allows. For 24 hours from the first, this way to sign in works only with a browser that you signed in with before. If the attempts were not yours, change your password:'
    : 'If this was not you, sign out everywhere and change your password:';

/** Emails a member about a change of their sign-in, in the work's transaction. Platform admins have no outbox. */
export async function enqueueAccountEmail(
  work: Work,
  deps: { wakeOutbox?: (() => void) | undefined },
  change: Pick<Payload, 'memberId' | 'change' | 'device' | 'label'>,
  request: Pick<RequestContext, 'id' | 'clientIp'>,
): Promise<void> {
  if (work.by.companyId === null) return;
  await enqueueEmail(work, deps, {
    kind: 'accountChange',
    record: `member:${change.memberId}`,
    cause: `${change.change} ${request.id}`,
    payload: { ...change, address: request.clientIp, at: work.at },
  });
}

/** Sends emails about changes of sign-ins to members who are still active. */
export function accountChangeSender({ appUrl }: { appUrl: string }): EmailSender<'accountChange'> {
  return {
    header: 'account change',
    async compose(trx: Trx, { payload }) {
      const member = await readMemberToEmail(trx, payload.memberId);
      if (member === undefined) return undefined;
      const subject = subjects[payload.change](payload);
      const when = zonedInstantFormatter(member.timeZone)(payload.at);
      const paragraphs = [
        whatToDo(payload.change),
        memberLink(appUrl, member.companyId, settingsUrl('sessions')),
        `Your sign-in ${member.loginId} at ${member.companyName}: ${subject}.`,
        `${when}, from IP address ${payload.address}.`,
        'Assay never requests your password or a code by email.',
      ];
      return { to: member.loginId, subject: `Assay: ${subject}`, text: paragraphs.join('\n\n') };
    },
  };
}
