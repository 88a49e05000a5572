import { useLocation, useNavigation, useRouteLoaderData } from '@remix-run/react';
import type { BillingCountry, CompanyState, SignedInAdmin, SignedInMember } from '#contract/accounts.ts';
import type { Client } from '#contract/clients.ts';

/** The specification's client-side state (section 3), filled from what loaders return; there is no store. */
export interface AppState {
  auth: { member: SignedInMember | null; admin: SignedInAdmin | null };
  activity: null;
  client: Client | null;
  loader: { isLoading: boolean };
  individualVerification: null;
  company: Pick<CompanyState, 'accessRestricted' | 'subscriptionActive' | 'defaultWorklistId'> & {
    billingCountryCode: BillingCountry;
  };
}

export const initialAppState: AppState = {
  auth: { member: null, admin: null },
  activity: null,
  client: null,
  loader: { isLoading: false },
  individualVerification: null,
  company: {
    accessRestricted: true,
    subscriptionActive: false,
    billingCountryCode: 'AUS',
    defaultWorklistId: 0,
  },
};

/** Ids that Remix gives to the routes whose loaders fill the state. */
const sources = {
  mainLayout: 'routes/main-layout',
  adminLayout: 'routes/admin/layout',
  client: 'routes/clients/view',
  clientEdit: 'routes/clients/edit',
} as const;

interface MainLayoutData {
  member: SignedInMember;
  company: CompanyState;
}

/** Initial values, and over them what the loaders of the present screen and the navigation say. */
export function useAppState(): AppState {
  const main = useRouteLoaderData(sources.mainLayout) as MainLayoutData | undefined;
  const door = useRouteLoaderData(sources.adminLayout) as { admin: SignedInAdmin } | undefined;
  const viewed = useRouteLoaderData(sources.client) as { client?: Client } | undefined;
  const edited = useRouteLoaderData(sources.clientEdit) as { client?: Client } | undefined;
  const isLoading = useIsChangingScreen();
  return {
    ...initialAppState,
    auth: { member: main?.member ?? null, admin: door?.admin ?? null },
    client: viewed?.client ?? edited?.client ?? null,
    loader: { isLoading },
    company: main?.company ?? initialAppState.company,
  };
}

/** Whether somebody is signed in as a member; `loading` until a navigation has found out. */
export function useSession(): 'loading' | 'authenticated' | 'unauthenticated' {
  const { auth, loader } = useAppState();
  if (auth.member !== null) return 'authenticated';
  return loader.isLoading ? 'loading' : 'unauthenticated';
}

/**
 * True from the start of a navigation to another screen until it is ready. A filter or search on the same
 * screen, a post and what follows it, and a look-up keep the screen as it is.
 */
function useIsChangingScreen(): boolean {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const isPost = formMethod !== undefined && formMethod !== 'GET';
  return state === 'loading' && !isPost && location.pathname !== pathname;
}
