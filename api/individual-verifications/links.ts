import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import { cleanText } from '#rules/text-safety.ts';
import { recordEvent } from '../audit/record-event.ts';
import { readClientById } from '../clients/store.ts';
import { asTenant } from '../database/tenancy.ts';
import type { CheckProblem } from '../verification-provider/result.ts';
import type { VerificationId } from './asking.ts';
import { invalid } from './command.ts';
import type { VerificationsDeps } from './deps.ts';
import { linkPlace } from './present.ts';
import { seal, unseal } from './sealing.ts';
import { changeVerification, insertEvents, lockVerification, readVerificationById } from './store.ts';

export type Channel = 'email' | 'sms' | 'link';

/** Where a link goes: sealed while it may be sent again, forgotten once the verification is over. */
export interface Recipient {
  channel: Channel;
  /** Address or number in E.164; null where a person of the company hands the link over. */
  to: string | null;
  message: string | null;
}

/** How often the provider is asked how the person's turn stands; its callback usually comes first. */
export const lookAgainMs = 5 * 60_000;

const recipientPlace = (companyId: string, id: string) => `${companyId} recipient ${id}`;

/** "a…@example.co.nz", "•••••••• 123". */
export function maskRecipient({ channel, to }: Recipient): string | null {
  if (to === null) return null;
  if (channel === 'sms') return `${'•'.repeat(Math.max(0, to.length - 3))} ${to.slice(-3)}`;
  const [name = '', domain = ''] = to.split('@');
  return `${name.slice(0, 1)}…@${domain}`;
}

/** The place that a form names; refuses beside the field what is missing or no number. */
export function recipientOf(
  form: {
    channel: Channel;
    email?: string | undefined;
    phone?: string | undefined;
    message?: string | undefined;
  },
  country: 'NZL' | 'AUS',
): Recipient {
  const message = form.message === undefined ? null : cleanText(form.message);
  if (form.channel === 'link') return { channel: 'link', to: null, message };
  if (form.channel === 'email') {
    if (form.email === undefined) throw invalid(['Enter the person’s email address'], 'email');
    return { channel: 'email', to: form.email, message };
  }
  if (!form.phone?.trim()) throw invalid(['Enter the person’s mobile number'], 'phone');
  const read = checkPhoneNumber(form.phone, country);
  if (!read.ok) throw invalid([read.problem], 'phone');
  return { channel: 'sms', to: read.value, message };
}

/** Columns that say where a link goes. */
export function recipientColumns(
  deps: VerificationsDeps,
  { companyId, id }: VerificationId,
  recipient: Recipient,
) {
  return {
    channel: recipient.channel,
    sent_to_masked: maskRecipient(recipient),
    recipient_sealed: seal(deps.verification, recipientPlace(companyId, id), recipient),
  };
}

/** Everything secret of a link, taken away: it is over, or another one takes its place. */
export const withoutLink = { recipient_sealed: null, link_sealed: null, next_try_at: null } as const;

const problemTexts: Record<CheckProblem, string> = {
  timeout: 'the checking service did not answer in time',
  unreachable: 'the checking service cannot be reached',
  status: 'the checking service has a fault',
  unreadable: 'the checking service gave an answer that cannot be read',
  rateLimited: 'too many links were asked for at once',
  unauthorised: 'the checking service does not accept this installation’s key',
  refused: 'the checking service did not take the request',
};

const sentTexts: Record<Channel, (to: string | null) => string> = {
  email: (to) => `The link was sent by email to ${to}.`,
  sms: (to) => `The link was sent by text message to ${to}.`,
  link: () => 'The link was made, to be handed over.',
};

/**
 * Asks the provider for a link and has it sent, outside any transaction. A link that went out before stops working. Where it cannot be
 * sent now the timeline says why, and the job tries again.
 */
export async function sendLinkNow(deps: VerificationsDeps, verification: VerificationId): Promise<void> {
  const { companyId, id } = verification;
  const { provider, callbackUrl } = deps.verification;
  const known = await asTenant(deps.db, companyId, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null || stored.row.recipient_sealed === null) return null;
    const client = await readClientById(trx, stored.row.client_id);
    const recipient = unseal<Recipient>(
      deps.verification,
      recipientPlace(companyId, id),
      stored.row.recipient_sealed,
    );
    return client && recipient ? { stored, client, recipient } : null;
  });
  if (known === null) return;
  const { stored, client, recipient } = known;
  const answer = await provider.startCapture({
    clientReference: `${companyId}.${id}`,
    givenName: (client.individual?.givenNames ?? '').slice(0, 100),
    familyName: (client.individual?.familyName ?? '').slice(0, 100),
    callbackUrl,
    expiresInSeconds: (stored.row.link_days ?? 7) * 86_400,
    ...(recipient.to === null || recipient.channel === 'link'
      ? {}
      : {
          delivery: {
            channel: recipient.channel,
            to: recipient.to,
            ...(recipient.message === null ? {} : { message: recipient.message }),
          },
        }),
  });
  const former = await asTenant(deps.db, companyId, async (trx) => {
    const now = deps.now();
    const locked = await lockVerification(trx, id);
    if (locked === null) return null;
    const { row } = locked;
    const isOpen = row.status === 'notStarted' || row.status === 'sent' || row.status === 'opened';
    if (!isOpen) return answer.ok ? answer.value.captureReference : null;
    const nextTry = new Date(now.getTime() + lookAgainMs).toISOString();
    if (answer.ok) {
      await changeVerification(
        trx,
        id,
        {
          status: 'sent',
          capture_reference: answer.value.captureReference,
          link_expires_at: new Date(answer.value.expiresAt).toISOString(),
          link_sealed:
            recipient.channel === 'link'
              ? seal(deps.verification, linkPlace(companyId, id), answer.value.url)
              : null,
          tries: 0,
          next_try_at: nextTry,
        },
        { at: now, by: null },
      );
    } else {
      await changeVerification(
        trx,
        id,
        { tries: row.tries + 1, next_try_at: row.tries < 5 ? nextTry : null },
        { at: now, by: null },
      );
    }
    await insertEvents(trx, { companyId, verificationId: id, at: now }, [
      {
        kind: 'linkSent',
        text: answer.ok
          ? sentTexts[recipient.channel](row.sent_to_masked)
          : `The link could not be sent: ${problemTexts[answer.problem]}.`,
        by: { type: 'system' },
      },
    ]);
    await recordEvent(trx, deps, {
      companyId,
      actor: { type: 'system', id: 'send-verification-link', role: 'job' },
      action: answer.ok ? 'individualVerification.linkSent' : 'individualVerification.linkNotSent',
      resourceType: 'individualVerification',
      resourceId: id,
      detail: { clientId: row.client_id, channel: recipient.channel, to: row.sent_to_masked },
      requestId: 'send-verification-link',
    });
    return answer.ok ? row.capture_reference : null;
  });
  // Best effort: the vendor's link ends by itself as well, and results of a former link are not taken.
  if (former !== null) await provider.cancelCapture(former);
}
