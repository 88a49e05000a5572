import { Form } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/company/accounts.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { companiesPath } from '../../main-api/company-param.ts';
import { Button, buttonClass } from '../button.tsx';
import { Card } from '../panel.tsx';
import { useClosing } from './use-closing.ts';

const roles: Record<SignedInMember['role'], string> = {
  owner: 'Owner',
  member: 'Member',
  auditor: 'Auditor',
};

const designations: Record<SignedInMember['designations'][number], string> = {
  complianceOfficer: 'Compliance officer',
  seniorManager: 'Senior manager',
};

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase();

/**
 * Everything about the signed-in person's own account, in one menu. Works without JavaScript; with it, closes on Escape, on a click
 * outside, and when the focus leaves it.
 */
export function PersonMenu({
  member,
  company,
  passwordHref,
}: {
  member: SignedInMember;
  company: CompanyState;
  /** The page that changes the password. */
  passwordHref: string;
}) {
  const element = useClosing();
  const links = [
    { href: settingsUrl('sessions', {}, 'profile-heading'), label: 'Your profile' },
    { href: passwordHref, label: 'Change password' },
    { href: settingsUrl('sessions', {}, 'factors-heading'), label: 'Second factor' },
    { href: settingsUrl('sessions', {}, 'sessions-heading'), label: 'Where you are signed in' },
    { href: settingsUrl('notifications'), label: 'Notification settings' },
    ...(member.otherCompanies === 0 ? [] : [{ href: companiesPath, label: 'Switch company' }]),
  ];
  return (
    <details ref={element} className="group relative shrink-0">
      <summary
        className={buttonClass({
          className: 'list-none border-transparent px-1.5 font-normal [&::-webkit-details-marker]:hidden',
        })}
      >
        <span
          aria-hidden="true"
          className="grid size-[2rem] place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
        >
          {initials(member.name)}
        </span>
        <span className="max-md:sr-only">{member.name}</span>
        <span aria-hidden="true" className="text-xs group-open:rotate-180 max-md:hidden">
          ▾
        </span>
      </summary>
      <Card
        pad="none"
        className="absolute right-0 z-30 mt-1 w-64 max-w-[calc(100vw-32px)] divide-y divide-line shadow-lg"
      >
        <div className="px-3 py-2.5">
          <p className="font-semibold">{member.name}</p>
          <p className="hint">{member.loginId}</p>
          <p className="hint">{company.name}</p>
          <p className="hint">
            {[
              roles[member.role],
              ...member.designations.map((designation) => designations[designation]),
            ].join(', ')}
          </p>
        </div>
        <nav aria-label="Your account" data-routed-links>
          <ul className="py-1">
            {links.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="block px-3 py-1.5 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Form method="post" action="/logout" className="px-3 py-2.5">
          <Button className="w-full">Sign out</Button>
        </Form>
      </Card>
    </details>
  );
}
