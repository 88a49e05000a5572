import type { MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { clientPageTabs, clientTabAt } from '#rules/clients/client-tabs.ts';
import { oneScreen } from '../../../components/layout/landing.ts';
import { PrintHeading } from '../../../components/print-heading.tsx';
import { useSectionTab } from '../../../components/record-page/section-tab.ts';
import { asMember } from '../../../session/session.server.ts';
import { ClientHeader } from './client-header.tsx';
import { loadClientLayout } from './client-page.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.client.displayName ?? 'Client', 'Clients') },
];

export const handle = oneScreen;

export const loader = asMember(loadClientLayout);

/** What every tab of a client's page shows, around the tab in the URL. */
export default function ClientLayout() {
  const loaded = useLoaderData<typeof loader>();
  const tab = clientTabAt(useLocation().pathname);
  useSectionTab(clientPageTabs, loaded.client.id, tab);
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <ClientHeader loaded={loaded} tab={tab} />
      <Outlet context={loaded} />
    </>
  );
}
