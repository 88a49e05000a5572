import { useActionData, useLoaderData, useOutletContext } from '@remix-run/react';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { asMember } from '../../../session/session.server.ts';
import {
  handleBusinessVerificationStart,
  readBusinessPanel,
} from '../../business-verifications/panel.server.ts';
import { BusinessVerificationPanel, OwnershipPanel } from '../../business-verifications/panel.tsx';
import {
  handleStartVerification,
  readVerificationsPanel,
} from '../../individual-verifications/panel.server.ts';
import { VerificationsPanel } from '../../individual-verifications/panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('identity', async (args, page) => {
    const [verifications, business] = await Promise.all([
      readVerificationsPanel(
        args,
        page.then(({ content }) => content.verifications),
      ),
      readBusinessPanel(
        args,
        page.then(({ content }) => content.business),
      ),
    ]);
    return { verifications, business };
  }),
);

export const action = asMember(
  onSubmit(
    formActions(
      { verification: handleStartVerification, kyb: handleBusinessVerificationStart },
      { field: 'panel' },
    ),
  ),
);

/** A person's verifications; a business's verifications and ownership. */
export default function IdentityTab() {
  const { client } = useOutletContext<ClientPageData>();
  const { verifications, business } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return client.kind === 'individual' ? (
    <VerificationsPanel
      panel={verifications}
      result={result?.panel === 'verification' ? result : undefined}
    />
  ) : (
    <>
      <BusinessVerificationPanel
        panel={business}
        message={result?.panel === 'kyb' ? result.message : undefined}
      />
      <OwnershipPanel panel={business} />
    </>
  );
}
