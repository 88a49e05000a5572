import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, recordId, requiredText, sector, signInAddress } from '#contract/fields.ts';
import { tranches } from '#rules/dates/commencement.ts';

/** Countries in which companies are billed and addresses are looked up. */
export const billingCountry = z.enum(['AUS', 'NZL'], { error: 'Select Australia or New Zealand' });
export type BillingCountry = z.infer<typeof billingCountry>;

export const memberRole = z.enum(['owner', 'member', 'auditor']);
export const designation = z.enum(['complianceOfficer', 'seniorManager']);

export const signedInMember = z.object({
  id: recordId,
  loginId: z.string(),
  name: z.string(),
  role: memberRole,
  designations: z.array(designation),
  accessEndsAt: instant.nullable(),
  /** Other companies that the person can switch to. */
  otherCompanies: z.number().int(),
  /** Counted up to 100. */
  unreadNotifications: z.number().int(),
});
export type SignedInMember = z.infer<typeof signedInMember>;

export const signedInAdmin = z.object({ id: recordId, loginId: z.string(), name: z.string() });
export type SignedInAdmin = z.infer<typeof signedInAdmin>;

export const companyState = z.object({
  id: recordId,
  name: z.string(),
  accessRestricted: z.boolean(),
  /** Shown to members; null while access is restricted by unfinished company setup. */
  accessRestrictedReason: z.string().nullable(),
  subscriptionActive: z.boolean(),
  /** Null for a company without a subscription. `graceUntil`: end of the grace period after a failed payment. */
  subscription: z
    .object({
      status: z.enum(['incomplete', 'trialing', 'active', 'pastDue', 'paused', 'cancelled']),
      plan: z.enum(['payAsYouGo', 'monthly', 'enterprise']).nullable(),
      graceUntil: instant.nullable(),
    })
    .nullable(),
  billingCountryCode: billingCountry,
  regulatedIn: z.array(billingCountry),
  /** Determines the label of activities; null until company setup is complete. */
  sector: sector.nullable(),
  /** Determine from when a country's law applies to the company. */
  otherSectors: z.array(sector),
  australianTranche: z.enum(tranches).nullable(),
  firstServiceNz: z.string().nullable(),
  firstServiceAu: z.string().nullable(),
  defaultWorklistId: z.number().int(),
  onboardingStep: z.enum(['company', 'designations', 'templates', 'team', 'done']),
  timeZone: z.string(),
  /** The caller’s session ends after this long without a request. */
  sessionIdleMinutes: z.number().int(),
  /** Alerts that are not closed, counted up to 100. */
  openAlerts: z.number().int(),
});
export type CompanyState = z.infer<typeof companyState>;

export const memberSession = z.object({ member: signedInMember, company: companyState });
export type MemberSession = z.infer<typeof memberSession>;

/**
 * Response header of every GET by a member: `memberSession` as base64url JSON. The API reads it anyway to authenticate
 * the caller; sending it saves each page a call.
 */
export const memberSessionHeader = 'X-Assay-Session';

/** Request header with the secret of the browser's session, which `login` returned. Every caller but `open` and `identity` sends it. */
export const browserSessionHeader = 'Assay-Session';

/**
 * Request header with the id of the company that a request is meant for: that of the link or the page it comes from. With a session in
 * another company it is rejected as `company.notInUse`.
 */
export const companyHeader = 'Assay-Company';

/** Kind of sign-in attempt under a login id; see `signInAttempt`. */
export const signInKind = z.enum([
  'password',
  'sendCode',
  'code',
  'reset',
  'signUp',
  'signUpCode',
  'invitation',
  'sso',
]);

/**
 * What the browser got at earlier sign-ins. Attempts of a browser in which the person has signed in before count apart from strangers', who
 * could otherwise stop the person's sign-in.
 */
const knownDevices = z.array(z.string().max(150)).max(5).optional();

/**
 * Sign-in, sign-up or join attempt, counted before the identity service is called: its kind and login id, never the
 * password or code. Counted and noted for the web server alone, which signs its calls; other callers get the same response without effect. A password reset by emailed link has no login id; the link identifies the user.
 */
export const signInAttempt = z.discriminatedUnion('kind', [
  z.object({
    kind: signInKind,
    loginId: signInAddress,
    knownDevices,
    /** Reported afterwards by the web server alone, for the audit log: how the identity service rejected the attempt. */
    outcome: z.enum(['refused', 'limited']).optional(),
  }),
  z.object({ kind: z.literal('newPassword') }),
]);
export type SignInAttempt = z.input<typeof signInAttempt>;

/**
 * Proves that a token is of the sign-in that follows, and of no other: the identity service writes it into the tokens of that sign-in. It
 * works once, within 20 minutes.
 */
export const signInNonce = z.string().max(150);

/** Custom claim of the identity service's tokens with the `signInNonce`; given as `loginOptions.customClaims` when the sign-in starts. */
export const nonceClaim = 'assayNonce';

/** Session token issued by the identity service, with the realm to sign in to. It has to be of a sign-in that was started with a nonce. */
export const signInSession = z.object({
  kind: z.undefined().optional(),
  loginId: signInAddress,
  sessionToken: z.string().min(1).max(8192),
  realm: z.enum(['member', 'admin']),
  /** The browser's `User-Agent`, for the list of sessions. */
  device: z.string().max(300).optional(),
  knownDevices,
  /** The company to work in, of a person with several. Ignored if it is not one of theirs. */
  companyId: recordId.optional(),
  /** From an accepted invitation, in place of the nonce in the token: the emailed link that led to it writes none. */
  nonce: signInNonce.optional(),
});

/** A new session: its secret is shown once, and identifies the browser in `browserSessionHeader`. */
const startedSession = z.object({
  secret: z.string(),
  /** For `knownDevices` of later attempts. */
  knownDevice: z.string(),
});

/** A member’s: `needsCompany` if the person has several companies and has yet to select one. */
const startedMemberSession = startedSession.extend({ needsCompany: z.boolean() });

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/login',
  summary:
    'Sign in: record an attempt, which returns a nonce for the identity service (or 429); then exchange the session token of that sign-in for a member or an admin, once',
  caller: 'open',
  body: z.discriminatedUnion('kind', [...signInAttempt.options, signInSession]),
  response: z.discriminatedUnion('realm', [
    /** Of an attempt: the sign-in is yet to come. */
    z.object({ realm: z.literal('none'), nonce: z.string() }),
    z.object({ realm: z.literal('member'), session: startedMemberSession, ...memberSession.shape }),
    z.object({ realm: z.literal('admin'), session: startedSession, admin: signedInAdmin }),
  ]),
  status: 200,
});

export const signupDetails = z.object({
  name: requiredText('Enter your name', { max: 120 }),
  companyName: requiredText('Enter the name of your company', { max: 200 }),
  billingCountryCode: billingCountry,
});

export const signup = endpoint({
  id: 'signup',
  method: 'POST',
  path: '/signup',
  summary: 'Create a company and its owner for a user known to the identity service',
  caller: 'identity',
  body: signupDetails.extend({ loginId: signInAddress }),
  response: memberSession,
  status: 201,
});

export const renameOwnAccount = endpoint({
  id: 'account.rename',
  method: 'POST',
  path: '/account/name',
  summary: 'Change the caller’s own name',
  caller: 'person',
  body: z.object({ name: signupDetails.shape.name }),
  response: z.object({ name: z.string() }),
  status: 200,
});

const sessionsEnded = z.object({ ended: z.literal(true) });

/** A sign-in of the caller in one browser. */
export const ownSession = z.object({
  id: recordId,
  startedAt: instant,
  lastSeenAt: instant,
  /** IP address of its last request. */
  address: z.string(),
  /** The browser's `User-Agent`; empty if it sent none. */
  device: z.string(),
  /** The company in use, of a person with several. */
  companyName: z.string().nullable(),
  /** The session that reads the list. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = endpoint({
  id: 'sessions.list',
  method: 'GET',
  path: '/sessions',
  summary: 'List the caller’s own sessions that have not ended, last seen first',
  caller: 'person',
  response: z.object({
    /** A session ends after this long without a request. */
    idleMinutes: z.number().int(),
    /** A session ends this long after the sign-in. */
    maxHours: z.number().int(),
    sessions: z.array(ownSession),
  }),
  status: 200,
});

export const checkSession = endpoint({
  id: 'sessions.check',
  method: 'POST',
  path: '/sessions/check',
  summary:
    'Whether the session of a secret is open. The web server asks before it renews an expired session token',
  caller: 'open',
  body: z.object({ secret: z.string().regex(/^[\w-]{43}$/) }),
  response: z.object({ isOpen: z.boolean() }),
  status: 200,
});

export const endOneSession = endpoint({
  id: 'sessions.endOne',
  method: 'POST',
  path: '/sessions/:id/end',
  summary: 'End one of the caller’s own sessions',
  caller: 'person',
  params: z.object({ id: recordId }),
  body: z.object({}),
  response: sessionsEnded,
  status: 200,
});

export const endAllSessions = endpoint({
  id: 'sessions.endAll',
  method: 'POST',
  path: '/sessions/end-all',
  summary: 'Sign out everywhere: end all of the caller’s sessions, this one included',
  caller: 'person',
  body: z.object({}),
  response: sessionsEnded,
  status: 200,
});

export const endOtherSessions = endpoint({
  id: 'sessions.endOthers',
  method: 'POST',
  path: '/sessions/end-others',
  summary:
    'End all other sessions of the user, in the browser as at the API: session tokens issued before this one are rejected',
  caller: 'identity',
  body: z.object({
    /** The user has changed their password: recorded, and emailed to them. */
    passwordChanged: z.literal(true).optional(),
  }),
  response: sessionsEnded,
  status: 200,
});

export const endSession = endpoint({
  id: 'sessions.end',
  method: 'POST',
  path: '/sessions/end',
  summary: 'End this session: its session token is rejected from now on',
  caller: 'identity',
  body: z.object({}),
  response: sessionsEnded,
  status: 200,
});

export const readMe = endpoint({
  id: 'me.read',
  method: 'GET',
  path: '/me',
  summary: 'Get the signed-in member and the company’s state',
  caller: 'member',
  permission: 'self.read',
  response: memberSession,
  status: 200,
});

export const readAdminMe = endpoint({
  id: 'admin.me.read',
  method: 'GET',
  path: '/admin/me',
  summary: 'Get the signed-in platform admin',
  caller: 'admin',
  response: z.object({ admin: signedInAdmin }),
  status: 200,
});

export const listMembers = endpoint({
  id: 'members.list',
  method: 'GET',
  path: '/members',
  summary: 'List team members who can be assigned',
  caller: 'member',
  permission: 'records.read',
  response: z.object({ members: z.array(z.object({ id: recordId, name: z.string(), active: z.boolean() })) }),
  status: 200,
});
