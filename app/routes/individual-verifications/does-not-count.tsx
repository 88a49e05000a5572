import { exceptionMissingProvision, exceptionMissingText } from '#rules/transition-guards/verification.ts';
import { formatFormerIdentity } from '../../components/identity-verification/former-identity.ts';
import type { VerificationPageData } from './verification-page.server.ts';
import type { VerificationView } from './verification-view.server.ts';

/** Why a verification does not count as evidence of identity. */
export function DoesNotCount({
  verification: { identityChangedText, unmetAtRisk, exceptionMissing },
  regulatedIn,
}: {
  verification: Pick<VerificationView, 'identityChangedText' | 'unmetAtRisk' | 'exceptionMissing'>;
  regulatedIn: VerificationPageData['company']['regulatedIn'];
}) {
  return (
    <>
      {identityChangedText ? <p>{formatFormerIdentity(identityChangedText)}</p> : null}
      {unmetAtRisk ? (
        <p>
          The client’s risk is higher than when the identity was verified, so this does not count. Verify it
          again. {unmetAtRisk.evidence} <span className="hint">{unmetAtRisk.provision}</span>
        </p>
      ) : null}
      {exceptionMissing ? (
        <p>
          {exceptionMissingText} <span className="hint">{exceptionMissingProvision(regulatedIn)}</span>
        </p>
      ) : null}
    </>
  );
}
