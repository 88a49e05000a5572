import { data, type SerializeFrom } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { hasOpenRecords } from '#rules/permissions.ts';
import { ButtonLink } from '../components/button.tsx';
import { ErrorMessage, ErrorPage } from '../components/error-page.tsx';
import { FlashMessage } from '../components/flash-message.tsx';
import { useScripted } from '../components/forms/use-hydrated.ts';
import { Bell } from '../components/layout/bell.tsx';
import { CompanyBanners } from '../components/layout/company-banners.tsx';
import { GlobalSearch } from '../components/layout/global-search.tsx';
import { IdleWarning } from '../components/layout/idle-warning.tsx';
import { destinationsFor, MainNavigation, MobileMenu } from '../components/layout/navigation.tsx';
import { PersonMenu } from '../components/layout/person-menu.tsx';
import { useRoutedLinks } from '../components/layout/routed-links.ts';
import { UnsavedBanner } from '../components/layout/unsaved-banner.tsx';
import { consumeFlash } from '../flash.server.ts';
import { changePasswordUrl } from '../session/second-factor-url.ts';
import { asMember } from '../session/session.server.ts';
import { describeOffered, offeredIn, readUnsaved } from '../session/unsaved-entries.server.ts';
import { mainLayoutRoute } from '../state.ts';

const DemoIsFilling = lazy(() => import('../components/layout/demo-is-filling.tsx'));
const LeavingGuard = lazy(() => import('../components/layout/leaving-guard.tsx'));

export const loader = asMember(async ({ request, url, user, me, isDemoFilling }) => {
  const [{ member, company }, taken, unsaved] = await Promise.all([
    me(),
    consumeFlash(request),
    readUnsaved(request, user.userId),
  ]);
  return data(
    {
      member,
      company,
      isDemoFilling,
      unsavedForms: describeOffered(offeredIn(unsaved, company.id), url.pathname + url.search),
      flash: taken?.flash ?? null,
    },
    taken ? { headers: { 'Set-Cookie': taken.setCookie } } : {},
  );
});

export default function MainLayout() {
  const { flash, ...loaded } = useLoaderData<typeof loader>();
  return (
    <MainFrame loaded={loaded}>
      {flash && flash.at === undefined ? <FlashMessage flash={flash} className="mb-4" /> : null}
      <Outlet />
    </MainFrame>
  );
}

/** An error of a screen, such as a record that does not exist, leaves the navigation in place. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>(mainLayoutRoute);
  // After an error of an action the layout's own data is not loaded.
  if (!loaded) return <ErrorPage />;
  return (
    <MainFrame loaded={loaded}>
      <div className="max-w-form">
        <ErrorMessage />
      </div>
    </MainFrame>
  );
}

/** Frame of every member screen: navigation, company, user menu, search and messages. */
function MainFrame({
  loaded: { member, company, isDemoFilling, unsavedForms },
  children,
}: {
  loaded: Omit<SerializeFrom<typeof loader>, 'flash'>;
  children: ReactNode;
}) {
  const { key } = useLocation();
  const isScripted = useScripted();
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
          <div className="mx-auto flex max-w-page items-center gap-x-3 gap-y-2 px-4 py-2 max-xs:flex-wrap md:gap-x-4 md:px-6">
            <MobileMenu key={key} company={company} destinations={destinations} />
            {hasRecords ? <GlobalSearch /> : null}
            <div className="ml-auto flex shrink-0 items-center gap-x-1" data-routed-links>
              <Bell unread={member.unreadNotifications} />
              <PersonMenu
                key={`person ${key}`}
                member={member}
                company={company}
                passwordHref={changePasswordUrl('member')}
              />
            </div>
          </div>
        </header>
        <div className="mx-auto max-w-page px-4 py-5 md:px-6">
          <aside aria-label="Messages" className="grid gap-3 not-empty:mb-4 empty:hidden">
            {isScripted ? (
              <Suspense>
                <LeavingGuard owner={`${member.id} ${company.id}`} />
              </Suspense>
            ) : null}
            <UnsavedBanner forms={unsavedForms} />
            <CompanyBanners company={company} member={member} />
            {isDemoFilling ? (
              <Suspense>
                <DemoIsFilling />
              </Suspense>
            ) : null}
          </aside>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <IdleWarning
        idleMinutes={company.sessionIdleMinutes}
        timeZone={company.timeZone}
        companyId={company.id}
      />
    </div>
  );
}
