import { Link, useLocation } from '@remix-run/react';
import type { CompanyState } from '#contract/accounts.ts';

/** What of the company's state everybody in it has to know on every screen. */
export function CompanyBanners({ company }: { company: CompanyState }) {
  const { pathname } = useLocation();
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
  if (company.subscriptionActive) return null;
  return (
    <p className="notice notice-attention print:hidden">
      <strong className="font-semibold">No active subscription.</strong> You can read and edit records. Checks
      that are billed, new document requests and monitoring wait until an owner has renewed it.
    </p>
  );
}
