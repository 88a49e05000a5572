/**
 * What the API must answer to a person's browsers, to a thief with copies of what they hold, and to who has tokens alone: written apart from
 * the API's code. Every function returns the expected answer and notes what the call changes. Instants and durations in whole seconds.
 */

const minute = 60;
const hour = 60 * minute;
const idleLimit = 60 * minute;
const absoluteLimit = 12 * hour;
const proofLimit = 15 * minute;
const nonceLimit = 20 * minute;
/** Of a nonce that proves a password entered just now. */
const freshNonceLimit = minute;
/** Between requests that are recorded as the last one. */
const touchInterval = minute;
/** Tolerated between the clocks of API and identity service. */
const clockTolerance = 5;

export type Holder = 'person' | 'other';

/** Of a sign-in, or of an invitation that its person accepted. */
export interface Nonce {
  text: string;
  issuedAt: number;
  /** An invitation's is bound to its person, that of an attempt to nobody. */
  boundTo: Holder | 'nobody';
  isGenuine: boolean;
  isUsed: boolean;
}

export interface Token {
  jwt: string;
  issuedAt: number;
  expiresAt: number;
  holder: Holder;
  methods: readonly string[];
  isOfOtherCompany: boolean;
  nonce: Nonce | undefined;
  /** Signed with another key, or no session token at all. */
  isForged: boolean;
}

export interface Session {
  id: string;
  secret: string;
  startedAt: number;
  lastSeenAt: number;
  factorAt: number | undefined;
  passwordAt: number | undefined;
  isEnded: boolean;
}

export interface World {
  now: number;
  sessions: Session[];
  tokens: Token[];
  /** What ended tokens before they expire. */
  ends: Record<Holder, { validFrom: number; tokens: Set<string> }>;
  /** The response of the passkey that was set up. */
  passkey: string | undefined;
  codes: string[];
  usedCodes: string[];
}

/** A call's token, and the session of the secret that was sent with it. */
export interface Credentials {
  token: Token;
  session: Session | undefined;
}

/** `ok`, or the code of the problem. */
export type Answer = string;

const refused = 'token.invalid';
const isSecondFactor = (method: string) => ['totp', 'webauthn', 'mfa'].includes(method);

export const newWorld = (now: number): World => ({
  now,
  sessions: [],
  tokens: [],
  ends: { person: { validFrom: 0, tokens: new Set() }, other: { validFrom: 0, tokens: new Set() } },
  passkey: undefined,
  codes: [],
  usedCodes: [],
});

export const isOpen = ({ now }: World, { isEnded, lastSeenAt, startedAt }: Session): boolean =>
  !isEnded && now < lastSeenAt + idleLimit && now < startedAt + absoluteLimit;

const isVerified = ({ now }: World, { isForged, expiresAt }: Token) =>
  !isForged && expiresAt + clockTolerance > now;

const isRevoked = ({ ends }: World, { holder, issuedAt, jwt }: Token) =>
  issuedAt < ends[holder].validFrom || ends[holder].tokens.has(jwt);

const isNonceGood = ({ now }: World, nonce: Nonce | undefined, boundTo: Nonce['boundTo'] = 'nobody') =>
  nonce?.isGenuine === true && nonce.boundTo === boundTo && now - nonce.issuedAt <= nonceLimit;

const isNonceUnused = (world: World, nonce: Nonce | undefined) =>
  isNonceGood(world, nonce) && nonce?.isUsed === false;

/** POST /login with a token, and the nonce of an invitation where there is one. A session starts if it is `ok`. */
export function login(
  world: World,
  token: Token,
  { realm, accepted }: { realm: 'member' | 'admin'; accepted?: Nonce | undefined },
): Answer {
  if (!isVerified(world, token) || isRevoked(world, token)) return refused;
  if (token.methods.some(isSecondFactor)) return refused;
  const nonce = accepted ?? token.nonce;
  const isGood = isNonceGood(world, nonce, accepted === undefined ? 'nobody' : token.holder);
  if (nonce === undefined || !isGood || nonce.isUsed) return refused;
  nonce.isUsed = true;
  return token.holder === 'other' || realm === 'admin' || token.isOfOtherCompany ? 'login.noAccount' : 'ok';
}

export function startSession(world: World, { id, secret }: Pick<Session, 'id' | 'secret'>): Session {
  const { now } = world;
  const session: Session = {
    id,
    secret,
    startedAt: now,
    lastSeenAt: now,
    factorAt: undefined,
    passwordAt: undefined,
    isEnded: false,
  };
  world.sessions.push(session);
  return session;
}

interface Demands {
  beforeSecondFactor?: boolean;
  recentProof?: boolean;
  /** Of a platform admin. */
  isAdmins?: boolean;
}

/** A call of a member or person: in a session that has not ended, with the second factor and the proof that it demands. */
export function enter(world: World, { token, session }: Credentials, demands: Demands = {}): Answer {
  if (!isVerified(world, token) || isRevoked(world, token)) return refused;
  if (token.holder === 'other' || session === undefined || !isOpen(world, session)) return refused;
  if (world.now - session.lastSeenAt >= touchInterval) session.lastSeenAt = world.now;
  const isEnrolled = world.passkey !== undefined;
  const mustVerify = isEnrolled && session.factorAt === undefined;
  if (mustVerify && demands.beforeSecondFactor !== true) return 'session.secondFactor';
  if (demands.isAdmins === true) return 'role.forbidden';
  if (demands.recentProof !== true) return 'ok';
  const provedAt = isEnrolled ? session.factorAt : (session.passwordAt ?? session.startedAt);
  if (provedAt !== undefined && world.now - provedAt < proofLimit) return 'ok';
  return mustVerify ? 'session.secondFactor' : 'session.confirm';
}

/** A call for which a token counts right after its sign-in, and in a session later on. */
function identify(world: World, { token, session }: Credentials): Answer {
  if (!isVerified(world, token) || isRevoked(world, token)) return refused;
  const isInSession = session !== undefined && token.holder === 'person' && isOpen(world, session);
  return isInSession || isNonceUnused(world, token.nonce) ? 'ok' : refused;
}

/** POST /signup of who is a member already. */
export const signUp = (world: World, by: Credentials): Answer =>
  identify(world, by) === 'ok' ? 'signup.exists' : refused;

export function endOwn(world: World, by: Credentials): Answer {
  const answer = identify(world, by);
  if (answer !== 'ok') return answer;
  world.ends[by.token.holder].tokens.add(by.token.jwt);
  if (by.session && by.token.holder === 'person') by.session.isEnded = true;
  return answer;
}

export function endOthers(world: World, by: Credentials): Answer {
  const answer = identify(world, by);
  if (answer !== 'ok') return answer;
  const { token, session } = by;
  if (session && token.nonce && isNonceGood(world, token.nonce)) token.nonce.isUsed = true;
  const ends = world.ends[token.holder];
  ends.validFrom = Math.max(ends.validFrom, token.issuedAt);
  if (token.holder === 'person') for (const each of world.sessions) if (each !== session) each.isEnded = true;
  return answer;
}

export function endOne(world: World, by: Credentials, target: Session): Answer {
  const answer = enter(world, by);
  if (answer !== 'ok') return answer;
  if (target.isEnded) return 'record.notFound';
  target.isEnded = true;
  return answer;
}

export function endAll(world: World, by: Credentials): Answer {
  const answer = enter(world, by);
  if (answer !== 'ok') return answer;
  for (const each of world.sessions) each.isEnded = true;
  const ends = world.ends.person;
  ends.tokens.add(by.token.jwt);
  ends.validFrom = Math.max(ends.validFrom, world.now - clockTolerance);
  return answer;
}

/** POST /second-factors/password: a password entered for this, which no refreshed token shows. */
export function confirm(world: World, by: Credentials, proof: Token): Answer {
  const answer = enter(world, by, { beforeSecondFactor: true });
  if (answer !== 'ok' || by.session === undefined) return answer;
  if (world.passkey !== undefined) return 'session.secondFactor';
  if (!isVerified(world, proof)) return refused;
  const { nonce, holder, methods } = proof;
  // Beside a second factor the password is an earlier one: the service adds the factor to a sign-in that it has.
  const isPassword = holder === 'person' && methods.includes('pwd') && !methods.some(isSecondFactor);
  const isFresh = isNonceUnused(world, nonce) && world.now - (nonce?.issuedAt ?? 0) <= freshNonceLimit;
  if (!isPassword || !isFresh || nonce === undefined) return 'request.invalid';
  nonce.isUsed = true;
  by.session.passwordAt = world.now;
  return answer;
}

/** @param added the response of a passkey that its person registered, which later checks are answered with */
export function addPasskey(world: World, by: Credentials, added: string): Answer {
  const answer = enter(world, by, { beforeSecondFactor: true, recentProof: true });
  if (answer !== 'ok' || by.session === undefined) return answer;
  world.passkey ??= added;
  by.session.factorAt = world.now;
  return answer;
}

/** POST /second-factors/verify with the passkey that was set up, one that was registered elsewhere, or a recovery code. */
export function verify(
  world: World,
  by: Credentials,
  proof: { isStrange: true } | { code?: string },
): Answer {
  const answer = enter(world, by, { beforeSecondFactor: true });
  if (answer !== 'ok' || by.session === undefined) return answer;
  if (world.passkey === undefined) return 'record.notFound';
  if ('isStrange' in proof) return 'request.invalid';
  if (proof.code !== undefined) {
    if (!world.codes.includes(proof.code)) return 'request.invalid';
    world.codes = world.codes.filter((code) => code !== proof.code);
    world.usedCodes.push(proof.code);
  }
  by.session.factorAt = world.now;
  return answer;
}
