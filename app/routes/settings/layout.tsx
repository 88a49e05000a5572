import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { settingsPages, settingsUrl } from '#rules/pages/settings-pages.ts';
import { oneScreen } from '../../components/layout/landing.ts';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { settingsMenu } from './settings-menu.ts';
import { SettingsNav } from './settings-nav.tsx';

export const handle = oneScreen;

/** The pages that the member can open. */
export const loader = asMember(async ({ me }) => {
  const session = await me();
  return { open: settingsPages.filter((page) => may(session, settingsMenu[page].sees)) };
});

/** The navigation of the settings, beside the page in the URL. */
export default function SettingsLayout() {
  const { open } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const current = settingsPages.find((page) => settingsUrl(page) === pathname);
  return (
    <>
      {/* On paper the page's own heading is the title. */}
      <h1 className="print:hidden">Settings</h1>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[180px_minmax(0,1fr)] xl:gap-8">
        <SettingsNav current={current} open={open} />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </>
  );
}
