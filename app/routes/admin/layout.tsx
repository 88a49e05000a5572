import { data } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { readAdminMe } from '#contract/company/accounts.ts';
import { AdminHeader } from '../../components/admin-layout/admin-header.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { FlashMessage } from '../../components/flash-message.tsx';
import { useScripted } from '../../components/forms/use-hydrated.ts';
import { useRoutedLinks } from '../../components/layout/routed-links.ts';
import { consumeFlash } from '../../flash.server.ts';
import { asAdmin } from '../../session/session.server.ts';

const LeavingGuard = lazy(() => import('../../components/layout/leaving-guard.tsx'));

export const loader = asAdmin(async ({ api, request }) => {
  const [{ admin }, taken] = await Promise.all([api.call(readAdminMe, {}), consumeFlash(request)]);
  return data(
    { admin, flash: taken?.flash ?? null },
    taken ? { headers: { 'Set-Cookie': taken.setCookie } } : {},
  );
});

/** The layout of every screen of a platform admin. */
export default function AdminLayout() {
  const { admin, flash } = useLoaderData<typeof loader>();
  const isScripted = useScripted();
  useRoutedLinks();
  return (
    <div className="min-h-dvh">
      <ButtonLink
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:inline-flex focus:px-3.5 focus:py-1.5"
      >
        Skip to the content
      </ButtonLink>
      <AdminHeader admin={admin} />
      <div className="mx-auto max-w-page px-4 py-5 md:px-6">
        {isScripted ? (
          <Suspense>
            <LeavingGuard owner={admin.id} />
          </Suspense>
        ) : null}
        <main id="main" tabIndex={-1}>
          {flash && flash.at === undefined ? <FlashMessage flash={flash} className="mb-4" /> : null}
          <Outlet />
        </main>
      </div>
    </div>
  );
}
