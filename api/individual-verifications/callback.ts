import { recordId } from '#contract/fields.ts';
import { callbackSignatureHeader, isCallbackSigned } from '../verification-provider/callback-signature.ts';
import { readCallback } from '../verification-provider/captures.ts';
import { askInBackground } from './asking.ts';
import { applyCapture } from './captures.ts';
import type { VerificationsDeps } from './deps.ts';

/** Below /api/v1, outside the contract: the provider calls it, nobody of ours. */
export const verificationCallbackPath = '/webhooks/verification';

/**
 * Takes a callback of the verification provider: the raw body, signed with the time. 401 for what the provider did not sign or signed
 * more than five minutes ago, 400 for what it signed and nobody understands; else 200, also for what came before, so that it is not
 * sent again.
 */
export async function takeVerificationCallback(
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
  // Not of this installation: signed for somebody who shares the secret, or long gone.
  if (!recordId.safeParse(companyId).success || !recordId.safeParse(id).success) return 200;
  const verification = { companyId: String(companyId), id: String(id) };
  if (await applyCapture(deps, verification, { capture, eventId })) askInBackground(deps, verification);
  return 200;
}
