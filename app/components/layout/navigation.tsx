import { useLocation } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/company/accounts.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { hasOpenRecords } from '#rules/permissions.ts';
import { Brand } from '../brand.tsx';
import { buttonClass } from '../button.tsx';
import { useClosing } from './use-closing.ts';

export interface Destination {
  to: string;
  label: string;
  /** Further URL prefixes of the screens under it. */
  alsoUnder?: string;
  /** Number of items waiting there, up to 100, and what they are. */
  count?: number;
  counted?: string;
}

interface NavigationProps {
  company: CompanyState;
  destinations: Destination[];
}

/** The screens that the member can open, in the order of a day's work. */
export function destinationsFor(company: CompanyState, member: SignedInMember): Destination[] {
  const home = { to: '/home', label: 'Home' };
  const settings = { to: '/settings', label: 'Settings' };
  if (hasOpenRecords(company)) {
    return [
      home,
      { to: '/clients', label: 'Clients' },
      { to: '/activities', label: toActivityNoun(company.sector).pluralTitle },
      {
        to: '/monitoring',
        label: 'Monitoring',
        count: company.openAlerts,
        counted: company.openAlerts === 1 ? 'open alert' : 'open alerts',
      },
      { to: '/templates', label: 'Templates', alsoUnder: '/risk_assessment_templates' },
      settings,
    ];
  }
  const isBeingSetUp = company.onboardingStep !== 'done' && member.role === 'owner';
  return isBeingSetUp
    ? [home, { to: '/onboard', label: 'Complete company setup' }, settings]
    : [home, settings];
}

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

function Destinations({ destinations }: { destinations: Destination[] }) {
  const { pathname } = useLocation();
  return (
    <ul className="grid gap-0.5" data-routed-links>
      {destinations.map(({ to, label, alsoUnder, count = 0, counted }) => (
        <li key={to}>
          <a
            href={to}
            aria-current={
              [to, alsoUnder].some((path) => path && isUnder(pathname, path)) ? 'page' : undefined
            }
            className="block rounded-md border-l-[3px] border-transparent px-3 py-1.5 text-ink no-underline hover:bg-ground aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold"
          >
            {label}
            {count === 0 ? null : (
              <span className="ml-2 rounded-full bg-accent-soft px-1.5 text-sm font-semibold tabular-nums">
                {count > 99 ? '99+' : count}
                <span className="sr-only"> {counted}</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The left column on wide screens. */
export function MainNavigation({ company, destinations }: NavigationProps) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-paper px-3 py-3 md:flex print:hidden"
    >
      <div className="px-2 pt-1">
        <Brand />
        <p className="mt-1 text-sm text-ink-soft">{company.name}</p>
      </div>
      <Destinations destinations={destinations} />
    </nav>
  );
}

/** The navigation as a menu on narrow screens. Works without JavaScript. */
export function MobileMenu({ company, destinations }: NavigationProps) {
  const element = useClosing();
  return (
    <details ref={element} className="group shrink-0 md:hidden">
      <summary className="flex min-h-9 list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <Brand isShort />
        <span className={buttonClass()}>
          Menu
          <span aria-hidden="true" className="group-open:rotate-180">
            ▾
          </span>
        </span>
      </summary>
      <div className="absolute inset-x-0 top-full z-30 grid gap-3 border-y border-line bg-paper px-4 py-3 shadow-lg">
        <p className="text-sm text-ink-soft">{company.name}</p>
        <nav aria-label="Main">
          <Destinations destinations={destinations} />
        </nav>
      </div>
    </details>
  );
}
