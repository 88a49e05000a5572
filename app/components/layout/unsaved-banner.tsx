import { Link, useLocation } from '@remix-run/react';
import { unsavedPage } from '../../unsaved-url.ts';

/** Offers the entries of a form that was not saved before its member was signed out. */
export function UnsavedBanner() {
  if (useLocation().pathname === unsavedPage) return null;
  return (
    <p className="notice notice-warning print:hidden">
      <strong className="font-semibold">You were signed out before a form was saved.</strong> What you entered
      is held for 24 hours. <Link to={unsavedPage}>Review entries</Link>
    </p>
  );
}
