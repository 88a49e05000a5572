import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { verifyCheckout } from '#contract/billing.ts';
import { moneyText, planLabels } from '#rules/billing/prices.ts';
import { AuthPage } from '../../components/auth-page.tsx';
import { LooksAgain } from '../../components/billing/waiting-for-payment.tsx';
import { errorResponse } from '../../error-answer.ts';
import { asMember } from '../../session.server.ts';

type Outcome = 'open' | 'processing' | 'confirmed' | 'declined' | 'expired';

const titles: Record<Outcome, string> = {
  confirmed: 'Your payment is confirmed',
  processing: 'Your payment is being processed',
  declined: 'Your payment was refused',
  expired: 'This checkout has ended',
  open: 'You have not paid yet',
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? titles[data.outcome] : 'Payment'} – Assay` },
];

/** What became of the checkout, asked of the payment service itself: whatever the address says, nobody is let in by it. */
export const loader = asMember(async ({ api, url, requestId }) => {
  const sessionId = url.searchParams.get('session_id') ?? '';
  if (!/^[\w-]{1,200}$/.test(sessionId)) throw errorResponse(404, { code: 'record.notFound', requestId });
  const { plan, total, left, ...found } = await api.call(verifyCheckout, { body: { sessionId } });
  return {
    ...found,
    sessionId,
    planLabel: planLabels[plan],
    total: moneyText(total.amount, total.currency),
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
      <p className="notice notice-settled">
        <strong className="font-semibold">{planLabel}.</strong>{' '}
        {isFree
          ? 'Nothing was charged today: you pay for what you check.'
          : `${total} was paid, GST included.`}
      </p>
      {accessRestricted && accessRestrictedReason !== null ? (
        <p>
          Access to your records stays restricted by the people who run Assay. Their reason:{' '}
          {accessRestrictedReason}
        </p>
      ) : null}
      <p>
        {isSetUp
          ? 'Your company is set up. Invoices and your plan are under Settings, Billing.'
          : 'A few steps of the set-up are left before you can add clients.'}
      </p>
      <p className="flex flex-wrap gap-2">
        <Link className="button button-primary" to={isSetUp ? '/home' : '/onboard'}>
          {isSetUp ? 'Go to the home page' : 'Go on with the set-up'}
        </Link>
        <Link className="button" to="/settings?view=billing">
          See your plan
        </Link>
      </p>
    </>
  );
}

function Processing() {
  const { sessionId } = useLoaderData<typeof loader>();
  return (
    <>
      <p role="status">
        The bank has not confirmed it yet. That can take a minute, rarely longer. This page looks again by
        itself.
      </p>
      <Form method="get" className="flex flex-wrap gap-2" replace preventScrollReset>
        <input type="hidden" name="session_id" value={sessionId} />
        <button type="submit" className="button button-primary">
          Look again
        </button>
        <Link className="button" to="/onboard">
          Back to the set-up
        </Link>
      </Form>
      <p className="hint">You need not wait here: your company is let in as soon as the payment is there.</p>
      <LooksAgain />
    </>
  );
}

function NotPaid() {
  const { outcome } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="notice notice-attention">
        <strong className="font-semibold">Nothing was charged.</strong>{' '}
        {outcome === 'declined'
          ? 'Your bank refused the payment. Another card may do, or your bank can say why.'
          : 'It was left open for too long, or another one was begun after it.'}
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
          <a className="button button-primary" href={continueUrl}>
            Go on paying
          </a>
          <Link className="button" to="/settings?view=billing">
            Choose another plan
          </Link>
        </p>
      )}
    </>
  );
}

function PlanLinks() {
  return (
    <p className="flex flex-wrap gap-2">
      <Link className="button button-primary" to="/settings?view=billing">
        Choose a plan again
      </Link>
      <Link className="button" to="/home">
        Go to the home page
      </Link>
    </p>
  );
}
