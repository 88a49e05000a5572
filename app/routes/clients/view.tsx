import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { clientPageTabs } from '#rules/clients/client-tabs.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { useSectionTab } from '../../components/record-page/section-tab.ts';
import { asMember } from '../../session/session.server.ts';
import { handleClientAction } from './page/client-actions.server.ts';
import { ClientHeader } from './page/client-header.tsx';
import { loadClientPage } from './page/client-page.server.ts';
import { ClientTabContent } from './page/tabs.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.client.displayName ?? 'Client', 'Clients') },
];

export const loader = asMember(loadClientPage);

export const action = asMember(handleClientAction);

export default function ViewClient() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useSectionTab(clientPageTabs, loaded.client.id, loaded.content.tab);
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <ClientHeader loaded={loaded} />
      <ClientTabContent loaded={loaded} content={loaded.content} result={result} />
    </>
  );
}
