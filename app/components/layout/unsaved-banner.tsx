import { Link, useLocation } from '@remix-run/react';
import { unsavedPage } from '../../unsaved-url.ts';

/** Offers the entries of forms that were not saved before their member was signed out. `forms`: as `describeOffered` says them. */
export function UnsavedBanner({ forms }: { forms: string | undefined }) {
  const { pathname } = useLocation();
  if (forms === undefined || pathname === unsavedPage) return null;
  return (
    <p className="notice notice-warning print:hidden">
      <strong className="font-semibold">{`You were signed out before ${forms} saved.`}</strong> What you
      entered is held for 24 hours. <Link to={unsavedPage}>Review entries</Link>
    </p>
  );
}
