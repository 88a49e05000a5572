import { Form, Link, useLocation } from '@remix-run/react';
import type { Membership } from '#contract/company/memberships.ts';
import { designationLabels } from '#rules/firm/designations.ts';
import type { companiesPage } from '../../session/after-sign-in/companies.server.ts';
import { Button } from '../button.tsx';
import { roleLabels } from '../team/team-labels.ts';
import { AuthPage } from './auth-page.tsx';

type Page = Awaited<ReturnType<typeof companiesPage>>;

/** The page on which a person with several companies selects the one to work in. */
export default function SelectCompany({ page, isGone }: { page: Page; isGone: boolean }) {
  const { pathname, search } = useLocation();
  const { link, memberships, inUse, redirectTo } = page;
  const others =
    link.kind === 'mine' ? memberships.filter((each) => each.companyId !== link.companyId) : memberships;
  return (
    <AuthPage title={link.kind === 'mine' ? `Switch to ${link.companyName}?` : 'Select a company'}>
      {isGone ? (
        <p className="notice notice-warning" role="alert">
          You no longer have access to this company. Select another one.
        </p>
      ) : null}
      <AboutLink page={page} />
      <Form method="post" action={pathname + search} className="grid gap-4">
        {redirectTo === undefined ? null : <input type="hidden" name="redirectTo" value={redirectTo} />}
        {link.kind === 'mine' ? (
          <p>
            <Button variant="primary" name="companyId" value={link.companyId}>
              Switch to {link.companyName}
            </Button>
          </p>
        ) : null}
        {link.kind === 'mine' && others.length > 0 ? <h2>Your other companies</h2> : null}
        <ul className="grid divide-y divide-line border-y border-line empty:hidden">
          {others.map((membership) => (
            <Choice key={membership.companyId} membership={membership} />
          ))}
        </ul>
      </Form>
      {inUse === undefined ? null : (
        <p>
          <Link to="/home">Stay in {inUse}</Link>
        </p>
      )}
      <Form method="post" action="/logout">
        <Button>Sign out</Button>
      </Form>
    </AuthPage>
  );
}

function AboutLink({ page: { link, inUse, isForm } }: { page: Page }) {
  if (link.kind === 'notMine') {
    return (
      <p className="notice notice-warning">
        This page belongs to a company that you are not a member of, or no longer are. Ask an owner of that
        company for access.
      </p>
    );
  }
  if (link.kind === 'none')
    return inUse === undefined ? <p>Your sign-in belongs to several companies.</p> : null;
  return (
    <p>
      This page belongs to <strong className="font-semibold wrap-anywhere">{link.companyName}</strong>.
      {inUse === undefined ? null : ` You are working in ${inUse}.`}
      {isForm ? ' What you entered was not saved.' : null}
    </p>
  );
}

function Choice({ membership }: { membership: Membership }) {
  const { companyId, companyName, role, designations, isInUse } = membership;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{companyName}</span>
        <span className="hint">
          {[roleLabels[role], ...designations.map((each) => designationLabels[each])].join(', ')}
        </span>
      </span>
      {isInUse ? (
        <span className="hint">Current</span>
      ) : (
        <Button name="companyId" value={companyId} aria-label={`Select ${companyName}`}>
          Select
        </Button>
      )}
    </li>
  );
}
