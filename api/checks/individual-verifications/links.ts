import type { Client } from '#contract/clients/client-record.ts';
import { toAsciiAddress } from '#rules/identifiers/email-addresses.ts';
import { isLinkableVerification } from '#rules/lifecycles/checks.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import { cleanText } from '#rules/text-safety.ts';
import type { VerificationProvider } from '../../integrations/verification-provider/provider.ts';
import type { CheckProblem } from '../../integrations/verification-provider/result.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { endCapture, insertCapture } from './record/capture-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { linkPlace } from './record/dto.ts';
import { type SealedPlace, seal, unseal } from './record/encryption.ts';
import {
  changeVerification,
  lockVerification,
  readVerificationById,
  type StoredVerification,
} from './record/store.ts';
import { insertEvents } from './record/timeline-store.ts';
import type { VerificationId } from './run-source-checks.ts';

export type Channel = 'email' | 'sms' | 'link';

/** Recipient of a link: encrypted while the link may be resent, deleted once the verification has ended. */
export interface Recipient {
  channel: Channel;
  /** Address or number in E.164; null if a member delivers the link. */
  to: string | null;
  message: string | null;
}

/** Polling interval of a capture; the provider's callback usually arrives first. */
export const lookAgainMs = 5 * 60_000;

/** Where the recipient of a link is sealed. */
export const recipientPlace = (companyId: string, id: string): SealedPlace => ({
  companyId,
  place: `${companyId} recipient ${id}`,
});

/** "a…@example.co.nz", "•••••••• 123". */
function maskRecipient({ channel, to }: Recipient): string | null {
  if (to === null) return null;
  if (channel === 'sms') return `${'•'.repeat(Math.max(0, to.length - 3))} ${to.slice(-3)}`;
  const [name = '', domain = ''] = to.split('@');
  return `${name.slice(0, 1)}…@${domain}`;
}

/** Recipient address of a form; a field error if it is missing or invalid. */
export function getRecipient(
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
    if (form.email === undefined) throw invalid('Enter the person’s email address', 'email');
    return { channel: 'email', to: form.email, message };
  }
  if (!form.phone?.trim()) throw invalid('Enter the person’s mobile number', 'phone');
  const read = checkPhoneNumber(form.phone, country);
  if (!read.ok) throw invalid(read.problem, 'phone');
  return { channel: 'sms', to: read.value, message };
}

/** Columns for the recipient of a link. */
export async function recipientColumns(
  trx: Trx,
  deps: VerificationsDeps,
  { companyId, id }: VerificationId,
  recipient: Recipient,
) {
  return {
    channel: recipient.channel,
    sent_to_masked: maskRecipient(recipient),
    recipient_sealed: await seal(trx, deps.verification, recipientPlace(companyId, id), recipient),
  };
}

/** Clears all secrets of a link that ended or is replaced. */
export const withoutLink = { recipient_sealed: null, link_sealed: null, next_try_at: null } as const;

const problemMessages: Record<CheckProblem, string> = {
  timeout: 'the checking service timed out',
  unreachable: 'the checking service cannot be reached',
  status: 'the checking service returned an error',
  unreadable: 'the checking service returned an unreadable response',
  rateLimited: 'too many links were requested at once',
  unauthorised: 'the checking service rejected Assay’s API key',
  refused: 'the checking service rejected the request',
};

const sentMessages: Record<Channel, (to: string | null) => string> = {
  email: (to) => `The link was sent by email to ${to}.`,
  sms: (to) => `The link was sent by text message to ${to}.`,
  link: () => 'Link created to share manually.',
};

type SentLink = { stored: StoredVerification; client: Client; recipient: Recipient };

/** Data required to send a verification's link; null if there is none to send. */
function readRecipient(
  { db, verification: settings }: VerificationsDeps,
  { companyId, id }: VerificationId,
): Promise<SentLink | null> {
  return asTenant(db, companyId, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null || stored.row.recipient_sealed === null) return null;
    const client = await readClientById(trx, stored.row.client_id);
    const place = recipientPlace(companyId, id);
    const recipient = await unseal<Recipient>(trx, settings, place, stored.row.recipient_sealed);
    return client && recipient ? { stored, client, recipient } : null;
  });
}

type CaptureStart = Awaited<ReturnType<VerificationProvider['startCapture']>>;

function startCapture(
  { verification: { provider, callbackUrl } }: VerificationsDeps,
  { companyId, id }: VerificationId,
  { stored, client, recipient: { channel, to, message } }: SentLink,
): Promise<CaptureStart> {
  const delivery =
    to === null || channel === 'link'
      ? null
      : {
          channel,
          to: channel === 'email' ? toAsciiAddress(to) : to,
          ...(message === null ? {} : { message }),
        };
  return provider.startCapture({
    clientReference: `${companyId}.${id}`,
    givenName: (client.individual?.givenNames ?? '').slice(0, 100),
    familyName: (client.individual?.familyName ?? '').slice(0, 100),
    callbackUrl,
    expiresInSeconds: (stored.row.link_days ?? 7) * 86_400,
    ...(delivery === null ? {} : { delivery }),
  });
}

/** Records a started capture; it replaces the former one, or has ended with the verification meanwhile. */
async function saveCaptureStart(
  trx: Trx,
  { row }: StoredVerification,
  { reference, isOpen, now }: { reference: string; isOpen: boolean; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await insertCapture(trx, {
    company_id: row.company_id,
    capture_reference: reference,
    verification_id: row.id,
    started_at: at,
    ended_at: isOpen ? null : at,
  });
  if (isOpen && row.capture_reference !== null) await endCapture(trx, row.capture_reference, at);
}

/** Saves the outcome of sending a link. @returns an orphaned capture for the provider to end */
async function saveSending(
  { trx, time, record }: Work,
  deps: VerificationsDeps,
  { companyId, id }: VerificationId,
  { channel, response }: { channel: Channel; response: CaptureStart },
): Promise<string | null> {
  const now = time();
  const locked = await lockVerification(trx, id);
  if (locked === null) return null;
  const { row } = locked;
  const isOpen = isLinkableVerification(row.status);
  if (response.ok)
    await saveCaptureStart(trx, locked, { reference: response.value.captureReference, isOpen, now });
  if (!isOpen) return response.ok ? response.value.captureReference : null;
  const nextTry = new Date(now.getTime() + lookAgainMs).toISOString();
  await changeVerification(
    trx,
    id,
    response.ok
      ? {
          status: 'sent',
          capture_reference: response.value.captureReference,
          link_expires_at: new Date(response.value.expiresAt).toISOString(),
          link_sealed:
            channel === 'link'
              ? await seal(trx, deps.verification, linkPlace(companyId, id), response.value.url)
              : null,
          tries: 0,
          next_try_at: nextTry,
        }
      : { tries: row.tries + 1, next_try_at: row.tries < 5 ? nextTry : null },
    { at: now, by: null },
  );
  const text = response.ok
    ? sentMessages[channel](row.sent_to_masked)
    : `The link could not be sent: ${problemMessages[response.problem]}.`;
  await insertEvents(trx, { companyId, verificationId: id, at: now }, [
    { kind: 'linkSent', text, by: { type: 'system' } },
  ]);
  record({
    action: response.ok ? 'individualVerification.linkSent' : 'individualVerification.linkNotSent',
    resourceType: 'individualVerification',
    resourceId: id,
    detail: { clientId: row.client_id, channel, to: row.sent_to_masked },
  });
  return response.ok ? row.capture_reference : null;
}

/**
 * Has the provider create and send a link, outside any transaction. Revokes an earlier link. A failure is shown in the
 * timeline, and retried by the job.
 */
export async function sendLinkNow(deps: VerificationsDeps, verification: VerificationId): Promise<void> {
  const link = await readRecipient(deps, verification);
  if (link === null) return;
  const { channel } = link.recipient;
  const response = await startCapture(deps, verification, link);
  const former = await inWork(deps, jobActor(verification.companyId, 'send-verification-link'), (work) =>
    saveSending(work, deps, verification, { channel, response }),
  );
  // Best effort: the vendor's link expires anyway, and results of a revoked link are not accepted.
  if (former !== null) await deps.verification.provider.cancelCapture(former);
}
