import { useLocation, useMatches, useNavigation } from '@remix-run/react';
import type { BillingCountry, CompanyState, SignedInAdmin, SignedInMember } from '#contract/accounts.ts';
import type { Activity } from '#contract/activities.ts';
import type { Client } from '#contract/client-record.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';

/** The specification's client-side state (section 3), filled from what loaders return; there is no store. */
export interface AppState {
  auth: { member: SignedInMember | null; admin: SignedInAdmin | null };
  /** The activity of the page that shows or edits it. */
  activity: Pick<Activity, 'id' | 'name' | 'reference'> | null;
  client: Client | null;
  loader: { isLoading: boolean };
  /** The identity verification of the page that shows it. */
  individualVerification: Pick<IndividualVerification, 'id' | 'status' | 'method'> | null;
  company: Pick<CompanyState, 'accessRestricted' | 'subscriptionActive' | 'defaultWorklistId'> & {
    billingCountryCode: BillingCountry;
  };
}

/** What each slice is before a loader has filled it. */
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

/** Id that Remix gives to the layout of every screen of a member. */
export const mainLayoutRoute = 'routes/main-layout';

/** What the loaders that fill the state return, by the id that Remix gives to their route. */
interface LoaderData {
  [mainLayoutRoute]: { member: SignedInMember; company: CompanyState };
  'routes/admin/layout': { admin: SignedInAdmin };
  'routes/clients/view': { client: Client };
  'routes/clients/edit': { client: Client };
  'routes/activities/view': { activity: NonNullable<AppState['activity']> };
  'routes/activities/edit': { activity: NonNullable<AppState['activity']> };
  'routes/individual-verifications/view': {
    verification: NonNullable<AppState['individualVerification']>;
  };
}

/** A route of the present screen with what its loader returned; undefined where the loader threw. */
interface Match {
  id: string;
  data: unknown;
}

/** Initial values, and over them what the loaders of the present screen and the navigation say. */
export function appStateFrom(matches: readonly Match[], isLoading: boolean): AppState {
  const loaded = <Id extends keyof LoaderData>(id: Id) =>
    matches.find((match) => match.id === id)?.data as LoaderData[Id] | undefined;
  const main = loaded(mainLayoutRoute);
  return {
    auth: { member: main?.member ?? null, admin: loaded('routes/admin/layout')?.admin ?? null },
    activity:
      loaded('routes/activities/view')?.activity ?? loaded('routes/activities/edit')?.activity ?? null,
    client: loaded('routes/clients/view')?.client ?? loaded('routes/clients/edit')?.client ?? null,
    loader: { isLoading },
    individualVerification: loaded('routes/individual-verifications/view')?.verification ?? null,
    company: main?.company ?? initialAppState.company,
  };
}

/** The state of the present screen. */
export function useAppState(): AppState {
  return appStateFrom(useMatches(), useIsChangingScreen());
}

/** Whether a member is signed in; `loading` until a navigation has found out. @public */
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
