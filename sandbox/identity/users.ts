import { randomInt } from 'node:crypto';
import type { Journal } from '../journal.ts';
import { refusal } from './errors.ts';

type UserStatus = 'enabled' | 'disabled' | 'invited';

type UserTenant = { tenantId: string; tenantName: string; roleNames: string[] };

/** Fields of a user that a caller may set. */
export type Profile = {
  email: string;
  verifiedEmail: boolean;
  phone: string;
  verifiedPhone: boolean;
  name: string;
  givenName: string;
  middleName: string;
  familyName: string;
  picture: string;
  roleNames: string[];
  tenants: UserTenant[];
  customAttributes: Record<string, unknown>;
};

/** A stored user. Times in milliseconds since 1970. */
export type User = Profile & {
  userId: string;
  /** Lower case; at least one. */
  loginIds: string[];
  status: UserStatus;
  test: boolean;
  /** `hash` as returned by `hashPassword`; an expired password must be replaced before it opens a session. */
  password: { hash: string; isExpired: boolean } | null;
  /** False until the first session. */
  hasSignedIn: boolean;
  createdAtMs: number;
  modifiedAtMs: number;
};

export const emptyProfile: Profile = {
  email: '',
  verifiedEmail: false,
  phone: '',
  verifiedPhone: false,
  name: '',
  givenName: '',
  middleName: '',
  familyName: '',
  picture: '',
  roleNames: [],
  tenants: [],
  customAttributes: {},
};

type NewUser = Partial<Profile> & {
  loginIds: string[];
  userId?: string;
  status?: UserStatus;
  test?: boolean;
  password?: User['password'];
};

export type Users = {
  byLoginId(loginId: string): User | undefined;
  byUserId(userId: string): User | undefined;
  /** By login ID or user ID: management calls accept either in one field. */
  byEither(id: string): User | undefined;
  all(): User[];
  /** @throws E062107 if a login id or the user id is already in use */
  create(user: NewUser): User;
  /** Stores the changes and the time. @throws E062107 a login id is another user's, E062108 the user was deleted */
  change(user: User, changes: Partial<Omit<User, 'userId' | 'createdAtMs'>>): User;
  remove(user: User): void;
};

/** Normalises a login ID for comparison: lower case, trimmed. */
export function normaliseLoginId(loginId: string): string {
  return loginId.trim().toLowerCase();
}

export function isEmail(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/u.test(text);
}

/** Users in the journal's collection `users`, looked up by user ID and by login ID. */
export function openUsers(deps: { journal: Journal; now: () => Date }): Users {
  const stored = deps.journal.collection<User>('users');
  const userIdByLoginId = new Map<string, string>();
  for (const user of stored.values()) point(user);

  function point(user: User): void {
    for (const loginId of user.loginIds) userIdByLoginId.set(loginId, user.userId);
  }

  function requireFree(loginIds: string[], userId: string): void {
    const isDelivered = loginIds.some((loginId) => (userIdByLoginId.get(loginId) ?? userId) !== userId);
    if (isDelivered) throw refusal('userExists');
  }

  function byLoginId(loginId: string): User | undefined {
    const userId = userIdByLoginId.get(normaliseLoginId(loginId));
    return userId === undefined ? undefined : stored.get(userId);
  }

  return {
    byLoginId,
    byUserId: (userId) => stored.get(userId),
    byEither: (id) => byLoginId(id) ?? stored.get(id),
    all: () => stored.values(),
    create({ userId = newUserId(), ...profile }) {
      const loginIds = [...new Set(profile.loginIds.map(normaliseLoginId))];
      if (stored.get(userId)) throw refusal('userExists');
      requireFree(loginIds, userId);
      const user = newUser(profile, { userId, loginIds, nowMs: deps.now().getTime() });
      stored.put(userId, user);
      point(user);
      return user;
    },
    change(user, changes) {
      // The caller's copy may predate a change made while it awaited, for example, a password hash.
      const current = stored.get(user.userId);
      if (!current) throw refusal('userNotFound', 'Cannot find user');
      const next: User = { ...current, ...changes, modifiedAtMs: deps.now().getTime() };
      next.loginIds = [...new Set(next.loginIds.map(normaliseLoginId))];
      requireFree(next.loginIds, user.userId);
      stored.put(user.userId, next);
      for (const loginId of current.loginIds) userIdByLoginId.delete(loginId);
      point(next);
      return next;
    },
    remove(user) {
      stored.remove(user.userId);
      for (const loginId of user.loginIds) userIdByLoginId.delete(loginId);
    },
  };
}

/** Completes a new user with the defaults of its fields. */
function newUser(
  profile: Omit<NewUser, 'userId'>,
  { userId, loginIds, nowMs }: { userId: string; loginIds: string[]; nowMs: number },
): User {
  return {
    ...emptyProfile,
    status: 'enabled',
    test: false,
    password: null,
    ...profile,
    userId,
    loginIds,
    hasSignedIn: false,
    createdAtMs: nowMs,
    modifiedAtMs: nowMs,
  };
}

const idAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `U2` and 26 characters, like the vendor's ids. */
function newUserId(): string {
  return `U2${Array.from({ length: 26 }, () => idAlphabet[randomInt(idAlphabet.length)]).join('')}`;
}

/** A user as the vendor's `UserResponse` (times in seconds). */
export function toUserResponse(user: User) {
  return {
    loginIds: user.loginIds,
    userId: user.userId,
    email: user.email,
    name: user.name,
    givenName: user.givenName,
    middleName: user.middleName,
    familyName: user.familyName,
    phone: user.phone,
    verifiedEmail: user.verifiedEmail,
    verifiedPhone: user.verifiedPhone,
    picture: user.picture,
    roleNames: user.roleNames,
    userTenants: user.tenants.map((tenant) => ({ ...tenant, permissions: [] })),
    createdTime: Math.floor(user.createdAtMs / 1_000),
    modifiedTime: Math.floor(user.modifiedAtMs / 1_000),
    TOTP: false,
    SAML: false,
    SCIM: false,
    password: user.password !== null,
    OAuth: {},
    customAttributes: user.customAttributes,
    status: user.status,
    test: user.test,
  };
}
