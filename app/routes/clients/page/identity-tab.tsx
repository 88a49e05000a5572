import { BusinessVerificationPanel, OwnershipPanel } from '../../business-verifications/panel.tsx';
import { VerificationsPanel } from '../../individual-verifications/panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** A person's verifications; a business's verifications and ownership. */
export default function IdentityTab({ loaded, content, result }: ClientTabProps<'identity'>) {
  return loaded.client.kind === 'individual' ? (
    <VerificationsPanel
      panel={content.verifications}
      result={result?.panel === 'verification' ? result : undefined}
    />
  ) : (
    <>
      <BusinessVerificationPanel
        panel={content.business}
        message={result?.panel === 'kyb' ? result.message : undefined}
      />
      <OwnershipPanel panel={content.business} />
    </>
  );
}
