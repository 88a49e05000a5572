import { useLocation, useMatches, useNavigation } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type {
  BillingCountry,
  CompanyState,
  SignedInAdmin,
  SignedInMember,
} from '#contract/company/accounts.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';

/** The specification's client-side state (section 3), derived from loader data; there is no store. */
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

/** Initial value of each slice, before a loader has provided data. */
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

/** Id that Remix assigns to the layout of all member screens. */
export const mainLayoutRoute = 'routes/main-layout';

/** Data of the loaders that provide the state, by Remix route id. */
interface LoaderData {
  [mainLayoutRoute]: { member: SignedInMember; company: CompanyState };
  'routes/admin/layout': { admin: SignedInAdmin };
  'routes/clients/page/layout': { client: Client };
  'routes/clients/edit': { client: Client };
  'routes/activities/view': { activity: NonNullable<AppState['activity']> };
  'routes/activities/edit': { activity: NonNullable<AppState['activity']> };
  'routes/individual-verifications/view': {
    verification: NonNullable<AppState['individualVerification']>;
  };
}

/** A route of the current screen with its loader's data; undefined if the loader threw. */
interface Match {
  id: string;
  data: unknown;
}

/** Initial values, overridden by the loaders of the current screen and the navigation. */
export function appStateFrom(matches: readonly Match[], isLoading: boolean): AppState {
  const loaded = <Id extends keyof LoaderData>(id: Id) =>
    matches.find((match) => match.id === id)?.data as LoaderData[Id] | undefined;
  const main = loaded(mainLayoutRoute);
  return {
    auth: { member: main?.member ?? null, admin: loaded('routes/admin/layout')?.admin ?? null },
    activity:
      loaded('routes/activities/view')?.activity ?? loaded('routes/activities/edit')?.activity ?? null,
    client: loaded('routes/clients/page/layout')?.client ?? loaded('routes/clients/edit')?.client ?? null,
    loader: { isLoading },
    individualVerification: loaded('routes/individual-verifications/view')?.verification ?? null,
    company: main?.company ?? initialAppState.company,
  };
}

/** The state of the present screen. */
export function useAppState(): AppState {
  return appStateFrom(useMatches(), useIsChangingScreen());
}

/** Whether a member is signed in; `loading` until a navigation has determined it. @public */
export function useSession(): 'loading' | 'authenticated' | 'unauthenticated' {
  const { auth, loader } = useAppState();
  if (auth.member !== null) return 'authenticated';
  return loader.isLoading ? 'loading' : 'unauthenticated';
}

/**
 * True from the start of a navigation to another screen until it is ready. A filter or search on the same screen, a
 * post with its revalidation, and a look-up do not count.
 */
function useIsChangingScreen(): boolean {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const isPost = formMethod !== undefined && formMethod !== 'GET';
  return state === 'loading' && !isPost && location.pathname !== pathname;
}
