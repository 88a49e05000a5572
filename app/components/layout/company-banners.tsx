import { Link, useLocation } from '@remix-run/react';
import type { CompanyState } from '#contract/accounts.ts';

/** What of the company's state everybody in it has to know on every screen. */
export function CompanyBanners({ company }: { company: CompanyState }) {
  const { pathname, search } = useLocation();
  if (company.accessRestricted) {
    // The home page says it at length, and the set-up ends it.
    if (pathname === '/home' || pathname === '/onboard') return null;
    return (
      <p className="notice notice-attention print:hidden">
        <strong className="font-semibold">Access is restricted.</strong> Records stay closed.{' '}
        <Link to="/home">See why and what to do</Link>
      </p>
    );
  }
  // The billing view says it at length, and there it is ended.
  if (pathname === '/settings' && new URLSearchParams(search).get('view') === 'billing') return null;
  // So does monitoring, of its pause.
  if (pathname === '/monitoring' && !company.subscriptionActive) return null;
  const banner = subscriptionBanner(company);
  if (banner === null) return null;
  return (
    <p className="notice notice-attention print:hidden">
      <strong className="font-semibold">{banner.title}</strong> {banner.text}{' '}
      <Link to="/settings?view=billing">{banner.link}</Link>
    </p>
  );
}

const waits =
  'You can read and edit records. Checks that are billed, new document requests and monitoring wait';

function subscriptionBanner({ subscriptionActive, subscription, timeZone }: CompanyState) {
  if (subscriptionActive) {
    if (subscription?.status !== 'pastDue' || subscription.graceUntil === null) return null;
    // In the company's time zone: the server and the browser must write the same day.
    const until = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone }).format(
      new Date(subscription.graceUntil),
    );
    return {
      title: 'The last payment failed.',
      text: `Checks, new document requests and monitoring go on until ${until}, and stop then unless it is paid.`,
      link: 'See billing',
    };
  }
  switch (subscription?.status) {
    case 'paused':
      return {
        title: 'Your subscription is paused.',
        text: `${waits} until it is resumed.`,
        link: 'See billing',
      };
    case 'pastDue':
      return { title: 'Payment is overdue.', text: `${waits} until it is paid.`, link: 'See billing' };
    default:
      return {
        title: 'No active subscription.',
        text: `${waits} until an owner has chosen a plan.`,
        link: 'See plans',
      };
  }
}
