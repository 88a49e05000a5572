import { type ComponentType, lazy, Suspense } from 'react';
import { type ClientTab, clientTabs, getClientTab } from '#rules/clients/client-tabs.ts';
import type { ClientTabProps } from './tab-props.ts';

type TabModule<Tab extends ClientTab> = () => Promise<{ default: ComponentType<ClientTabProps<Tab>> }>;

/** Each tab's module is loaded when it is shown: together they are too heavy for a page. */
const modules: { [Tab in ClientTab]: TabModule<Tab> } = {
  overview: () => import('./overview-tab.tsx'),
  identity: () => import('./identity-tab.tsx'),
  people: () => import('./people-tab.tsx'),
  risk: () => import('./risk-tab.tsx'),
  activities: () => import('./activities-tab.tsx'),
  documents: () => import('./documents-tab.tsx'),
  monitoring: () => import('./monitoring-tab.tsx'),
  history: () => import('./history-tab.tsx'),
};

const pages = {
  overview: lazy(modules.overview),
  identity: lazy(modules.identity),
  people: lazy(modules.people),
  risk: lazy(modules.risk),
  activities: lazy(modules.activities),
  documents: lazy(modules.documents),
  monitoring: lazy(modules.monitoring),
  history: lazy(modules.history),
};

// The module of the tab that is opened first loads beside the others of the page, not after them.
if (typeof document !== 'undefined' && /^\/clients\/[^/]+$/.test(location.pathname))
  void modules[getClientTab(new URLSearchParams(location.search))]();

/** Loads the modules of all tabs; called when a tab is likely to be opened. */
export function loadTabs(): void {
  for (const tab of clientTabs) void modules[tab]();
}

/** The content of the tab that the URL names. */
export function ClientTabContent(props: ClientTabProps<ClientTab>) {
  const Page = pages[props.content.tab] as ComponentType<ClientTabProps<ClientTab>>;
  return (
    // While another tab's module loads, the transition keeps the tab before on the page.
    <Suspense>
      <Page key={props.content.tab} {...props} />
    </Suspense>
  );
}
