import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { MemberSession, SignInAttempt } from '#contract/company/accounts.ts';
import type { MainApi } from '../main-api/main-api.server.ts';
import type { HeldForms } from '../services/held-forms.server.ts';
import type { Identity, IdentityRejection } from '../services/identity.server.ts';
import type { IdentitySession, IdentityUser, Realm, Session } from '../services/session-cookies.server.ts';
import type { UsedLinks } from '../services/used-links.server.ts';

/** Arguments that Remix passes to a loader or an action. */
export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** Arguments of every loader and action. */
export interface RequestContextArgs {
  request: Request;
  url: URL;
  params: RouteArgs['params'];
  requestId: string;
  /** True while the demo company is still being created; sandbox only. */
  isDemoFilling: boolean;
}

/** Arguments of a loader or action that requires a session. */
export interface SignedInArgs extends RequestContextArgs {
  /** Calls with the user's session token. */
  api: MainApi;
  /** The user as the identity service returns it. */
  user: IdentityUser;
  heldForms: HeldForms;
}

export interface MemberArgs extends SignedInArgs {
  /** The member and the company's state: at most one API call for all loaders of a request. */
  me(): Promise<MemberSession>;
  /** Work that a layout's loader and that of its page share, by name. A form's action does not share it with the loaders after it. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface FailedAttempt {
  kind: SignInAttempt['kind'];
  reason: IdentityRejection['reason'];
  loginId: string | undefined;
}

/** Arguments of a loader or action of a public page. */
export interface AnyoneArgs extends RequestContextArgs {
  /** Calls without a session, or with the given one. */
  api(session?: Pick<IdentitySession, 'sessionToken'> & { secret?: string }): MainApi;
  identity: Identity;
  usedLinks: UsedLinks;
  heldForms: HeldForms;
  /** The session of a realm, refreshed if necessary; undefined if no one is signed in to it. */
  getSession(realm: Realm): Promise<Session | undefined>;
  /** True if a session of the realm has expired in this browser within a day, and no one has signed in since. */
  hasExpired(realm: Realm): Promise<boolean>;
  /** Stores the session in cookies of the response, whatever the response is. */
  signIn(realm: Realm, session: Session): Promise<void>;
  /** What this browser got at earlier sign-ins, with which its attempts count apart from strangers'. */
  knownDevices(): Promise<string[]>;
  /** Stores what a sign-in gave, in a cookie that outlives the session. */
  rememberDevice(token: string): Promise<void>;
  /**
   * Ends the session at the identity service and the main API, if they are reachable, and clears its cookies. After idle time the cookie
   * that names the person stays, so that the form of a suspended tab can still be held for them.
   */
  signOut(realm: Realm, options?: { isIdle: boolean }): Promise<void>;
  /**
   * Logs a sign-in that the identity service rejected: the method, and hashes of login ID and IP address. Reports it to the main API for
   * the audit log of the person’s companies.
   */
  noteFailedAttempt(failed: FailedAttempt): void;
  /** Ends with the current step of time: see `Services`. */
  nextStep(): Promise<void>;
}
