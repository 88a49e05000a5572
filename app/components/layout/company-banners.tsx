import { Link, useLocation } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/company/accounts.ts';
import { formatDayIn } from '#rules/format/dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { hasOpenRecords } from '#rules/permissions.ts';

/** Banners about the company's state, on every screen. */
export function CompanyBanners({ company, member }: { company: CompanyState; member: SignedInMember }) {
  const { pathname } = useLocation();
  if (company.accessRestricted) {
    // The home page states it in full, and the setup resolves it.
    if (pathname === '/home' || pathname === '/onboard') return null;
    return (
      <p className="notice notice-warning print:hidden">
        <strong className="font-semibold">Access is restricted.</strong>{' '}
        {hasOpenRecords(company)
          ? 'Your team can read and export records, and cannot add or change them.'
          : 'Your team cannot open client records.'}{' '}
        <Link to="/home">See why and what to do</Link>
      </p>
    );
  }
  // The billing view states it in full, and resolves it.
  if (pathname === settingsUrl('billing')) return null;
  // Monitoring states in full that it is paused.
  if (/^\/monitoring(\/|$)/.test(pathname) && !company.subscriptionActive) return null;
  const banner = subscriptionBanner(company, member.role === 'owner');
  if (banner === null) return null;
  return (
    <p className="notice notice-warning print:hidden">
      <strong className="font-semibold">{banner.title}</strong> {banner.text}{' '}
      <Link to={settingsUrl('billing')}>{banner.link}</Link>
    </p>
  );
}

const billed = 'Billable checks, new document requests and monitoring';
const waits = `You can still read and edit records. ${billed} are paused`;

/** The banner for a subscription with a problem; null if there is none. */
export function subscriptionBanner(
  { subscriptionActive, subscription, timeZone, name }: CompanyState,
  isOwner: boolean,
) {
  // In the company's time zone: server and browser must render the same date.
  const day = (instant: string) => formatDayIn(instant, timeZone);
  const pay = isOwner ? 'Pay or change card' : 'See who can pay';
  if (subscriptionActive) {
    if (subscription?.status !== 'pastDue' || subscription.graceUntil === null) return null;
    return {
      title: isOwner ? 'Your last payment failed.' : `The last payment of ${name} failed.`,
      text: `${billed} continue until ${day(subscription.graceUntil)}, then stop unless ${isOwner ? 'payment is made' : 'an owner pays'}. Records stay open.`,
      link: pay,
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
      return {
        title: 'Payment is overdue.',
        text:
          subscription.graceUntil === null
            ? `${waits} until payment is made.`
            : `${billed} stopped on ${day(subscription.graceUntil)}, and start again once ${isOwner ? 'payment is made' : 'an owner pays'}. Records stay open.`,
        link: pay,
      };
    default:
      return {
        title: 'No active subscription.',
        text: `${waits} until an owner chooses a plan.`,
        link: 'See plans',
      };
  }
}
