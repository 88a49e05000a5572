import { Form, useLocation } from '@remix-run/react';
import type { SignedInAdmin } from '#contract/company/accounts.ts';
import { adminSessionsUrl } from '#rules/pages/admin-pages.ts';
import { Button } from '../button.tsx';

const destinations = [
  { to: '/admin/home', label: 'Home' },
  { to: '/admin/companies', label: 'Companies' },
  { to: '/admin/users', label: 'Users' },
];

const linkClass =
  'block rounded-md border-b-2 border-transparent px-2.5 py-1.5 text-on-header no-underline hover:bg-header-raised aria-[current=page]:border-on-header aria-[current=page]:font-semibold';

/** The dark header of the admin area, which sets it apart from a company's Assay. Works without JavaScript. */
export function AdminHeader({ admin }: { admin: SignedInAdmin }) {
  const { pathname } = useLocation();
  return (
    <header className="bg-header text-on-header print:hidden [&_:focus-visible]:outline-on-header">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 md:px-6">
        <p className="text-lg font-semibold">
          Assay <span className="font-normal">Platform administration</span>
        </p>
        <nav aria-label="Platform administration" data-routed-links>
          <ul className="-mx-2.5 flex flex-wrap gap-1">
            {destinations.map(({ to, label }) => {
              const isHere = pathname === to || pathname.startsWith(`${to}/`);
              return (
                <li key={to}>
                  <a href={to} className={linkClass} aria-current={isHere ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <a href={adminSessionsUrl()} className="text-sm text-on-header">
            {admin.name}
            <span className="sr-only">, your profile</span>
          </a>
          <Form method="post" action="/logout">
            <input type="hidden" name="realm" value="admin" />
            <Button className="border-on-header bg-transparent text-on-header hover:bg-header-raised">
              Sign out
            </Button>
          </Form>
        </div>
      </div>
    </header>
  );
}
