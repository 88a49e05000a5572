import { recordId } from '#contract/fields.ts';
import {
  callbackSignatureHeader,
  isCallbackSigned,
} from '../../integrations/verification-provider/callback-signature.ts';
import { readCallback } from '../../integrations/verification-provider/captures.ts';
import { applyCapture } from './captures.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { runChecksInBackground } from './run-source-checks.ts';

/**
 * Handles a callback of the verification provider: the raw body, signed with the time. 401 for an invalid signature or
 * one older than five minutes, 400 for a signed body that cannot be parsed; else 200, including repeated callbacks, so
 * that they are not sent again.
 */
export async function handleVerificationCallback(
  deps: VerificationsDeps,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<200 | 400 | 401> {
  const isSigned = isCallbackSigned({
    header: headers.get(callbackSignatureHeader) ?? undefined,
    rawBody,
    secrets: deps.verification.callbackSecrets,
    now: deps.now(),
  });
  if (!isSigned) return 401;
  const event = readCallback(rawBody);
  if (event === undefined) return 400;
  const { capture, eventId } = event;
  const [companyId, id] = capture.clientReference.split('.');
  // Not of this installation: from another one with the same secret, or deleted.
  if (!recordId.safeParse(companyId).success || !recordId.safeParse(id).success) return 200;
  const verification = { companyId: String(companyId), id: String(id) };
  if (await applyCapture(deps, verification, { capture, eventId })) runChecksInBackground(deps, verification);
  return 200;
}
