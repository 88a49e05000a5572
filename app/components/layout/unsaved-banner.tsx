import { Link, useLocation } from '@remix-run/react';
import { unsavedPage } from '../../unsaved-url.ts';

/** Offers the entries of forms that were not saved before their member was signed out; on the page of one, names it. `pages`: of those forms. */
export function UnsavedBanner({ pages }: { pages: readonly string[] }) {
  const { pathname, search } = useLocation();
  if (pages.length === 0 || pathname === unsavedPage) return null;
  const form = pages.includes(pathname + search) ? 'the form on this page' : 'a form';
  return (
    <p className="notice notice-warning print:hidden">
      <strong className="font-semibold">{`You were signed out before ${form} was saved.`}</strong> What you
      entered is held for 24 hours. <Link to={unsavedPage}>Review entries</Link>
    </p>
  );
}
