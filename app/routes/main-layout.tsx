import { data } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { hasOpenRecords } from '#rules/permissions.ts';
import { ButtonLink } from '../components/button.tsx';
import { FlashMessage } from '../components/flash-message.tsx';
import { CompanyBanners } from '../components/layout/company-banners.tsx';
import { GlobalSearch } from '../components/layout/global-search.tsx';
import { destinationsFor, MainNavigation, MobileMenu } from '../components/layout/navigation.tsx';
import { PersonMenu } from '../components/layout/person-menu.tsx';
import { useRoutedLinks } from '../components/layout/routed-links.ts';
import { consumeFlash } from '../flash.server.ts';
import { asMember } from '../session/session.server.ts';

export const loader = asMember(async ({ request, me, isDemoFilling }) => {
  const [{ member, company }, taken] = await Promise.all([me(), consumeFlash(request)]);
  return data(
    { member, company, isDemoFilling, flash: taken?.flash ?? null },
    taken ? { headers: { 'Set-Cookie': taken.setCookie } } : {},
  );
});

/** Layout of every member screen: navigation, company, user menu, search and messages. */
export default function MainLayout() {
  const { member, company, isDemoFilling, flash } = useLoaderData<typeof loader>();
  const { key } = useLocation();
  useRoutedLinks();
  // Records that are closed have no links.
  const hasRecords = hasOpenRecords(company);
  const destinations = destinationsFor(company, member);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[224px_minmax(0,1fr)] print:block">
      <ButtonLink
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:inline-flex focus:px-3.5 focus:py-1.5"
      >
        Skip to the content
      </ButtonLink>
      <MainNavigation company={company} destinations={destinations} />
      <div className="min-w-0">
        <header className="relative border-b border-line bg-paper print:hidden">
          <div className="mx-auto flex max-w-page items-center gap-x-3 px-4 py-2 md:gap-x-4 md:px-6">
            <MobileMenu key={key} company={company} member={member} destinations={destinations} />
            {hasRecords ? <GlobalSearch /> : null}
            <PersonMenu key={`person ${key}`} member={member} company={company} />
          </div>
        </header>
        <div className="mx-auto max-w-page px-4 py-5 md:px-6">
          <aside aria-label="Messages" className="grid gap-3 not-empty:mb-4 empty:hidden">
            <CompanyBanners company={company} member={member} />
            {isDemoFilling ? <DemoIsFilling /> : null}
          </aside>
          <main id="main" tabIndex={-1}>
            {flash && flash.at === undefined ? <FlashMessage flash={flash} className="mb-4" /> : null}
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  );
}

/** On first start a user can sign in before the demo data is complete. */
function DemoIsFilling() {
  return (
    <p className="notice print:hidden">
      <strong className="font-semibold">Demo data is still loading.</strong> More records appear within a
      minute. Reload the page to see them.
    </p>
  );
}
