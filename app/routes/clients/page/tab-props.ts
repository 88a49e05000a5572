import type { useActionData } from '@remix-run/react';
import type { ClientTab } from '#rules/clients/client-tabs.ts';
import type { handleClientAction } from './client-actions.server.ts';
import type { ClientPageData, TabData } from './client-page.server.ts';

/** What each tab of a client's page is rendered from. */
export interface ClientTabProps<Tab extends ClientTab> {
  loaded: ClientPageData;
  content: TabData<Tab>;
  /** Result of a form of the page that was not accepted; undefined before a post. */
  result: ReturnType<typeof useActionData<typeof handleClientAction>>;
}
