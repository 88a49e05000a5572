import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { verifyCheckout } from '#contract/platform/billing.ts';
import { planLabels } from '#rules/billing/prices.ts';
import { formatMoney } from '#rules/format/money.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Polling } from '../../components/polling.tsx';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { asMember } from '../../session/session.server.ts';

type Outcome = 'open' | 'processing' | 'confirmed' | 'declined' | 'expired';

const titles: Record<Outcome, string> = {
  confirmed: 'Your payment is confirmed',
  processing: 'Your payment is being processed',
  declined: 'Payment declined',
  expired: 'Checkout expired',
  open: 'Payment not completed',
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? titles[data.outcome] : 'Payment') },
];

/** The result of the checkout, read from the payment provider: URL parameters are not trusted. */
export const loader = asMember(async ({ api, url, requestId }) => {
  const sessionId = url.searchParams.get('session_id') ?? '';
  if (!/^[\w-]{1,200}$/.test(sessionId)) throw errorResponse(404, { code: 'record.notFound', requestId });
  const { plan, total, left, ...found } = await api.call(verifyCheckout, { body: { sessionId } });
  return {
    ...found,
    sessionId,
    planLabel: planLabels[plan],
    total: formatMoney(total.amount, total.currency),
    isFree: total.amount === 0,
    isSetUp: !left.some((step) => step === 'company' || step === 'officer' || step === 'plan'),
  };
});

export default function Confirmation() {
  const { outcome } = useLoaderData<typeof loader>();
  const Outcome = outcomes[outcome];
  return (
    <AuthPage title={titles[outcome]}>
      <Outcome />
    </AuthPage>
  );
}

const outcomes = {
  confirmed: Confirmed,
  processing: Processing,
  declined: NotPaid,
  expired: NotPaid,
  open: NotFinished,
};

function Confirmed() {
  const { planLabel, total, isFree, isSetUp, accessRestricted, accessRestrictedReason } =
    useLoaderData<typeof loader>();
  return (
    <>
      <p className="notice notice-success">
        <strong className="font-semibold">{planLabel}.</strong>{' '}
        {isFree ? 'No charge today. You pay per check.' : `${total} was paid, GST included.`}
      </p>
      {accessRestricted && accessRestrictedReason !== null ? (
        <p>A platform admin has restricted access. Reason: {accessRestrictedReason}</p>
      ) : null}
      <p>
        {isSetUp
          ? 'Your company is set up. Invoices and your plan are under Settings, Billing.'
          : 'Finish setup before adding clients.'}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" to={isSetUp ? '/home' : '/onboard'}>
          {isSetUp ? 'Go to the home page' : 'Continue setup'}
        </ButtonLink>
        <ButtonLink to={settingsUrl('billing')}>See your plan</ButtonLink>
      </p>
    </>
  );
}

function Processing() {
  const { sessionId } = useLoaderData<typeof loader>();
  return (
    <>
      <p role="status">Waiting for the bank, usually under a minute. This page refreshes automatically.</p>
      <Form method="get" className="flex flex-wrap gap-2" replace preventScrollReset>
        <input type="hidden" name="session_id" value={sessionId} />
        <Button variant="primary">Refresh</Button>
        <ButtonLink to="/onboard">Back to setup</ButtonLink>
      </Form>
      <p className="hint">You can leave this page. Access opens as soon as payment is confirmed.</p>
      <Polling everySeconds={4} />
    </>
  );
}

function NotPaid() {
  const { outcome } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="notice notice-warning">
        <strong className="font-semibold">Nothing was charged.</strong>{' '}
        {outcome === 'declined'
          ? 'Your bank declined the payment. Try another card or contact your bank.'
          : 'The checkout timed out or was replaced by a newer one.'}
      </p>
      <PlanLinks />
    </>
  );
}

function NotFinished() {
  const { continueUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <p>The checkout is still open. Nothing was charged.</p>
      {continueUrl === null ? (
        <PlanLinks />
      ) : (
        <p className="flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={continueUrl}>
            Return to checkout
          </ButtonLink>
          <ButtonLink to={settingsUrl('billing')}>Choose another plan</ButtonLink>
        </p>
      )}
    </>
  );
}

function PlanLinks() {
  return (
    <p className="flex flex-wrap gap-2">
      <ButtonLink variant="primary" to={settingsUrl('billing')}>
        Choose a plan again
      </ButtonLink>
      <ButtonLink to="/home">Go to the home page</ButtonLink>
    </p>
  );
}
