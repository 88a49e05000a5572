import { z } from 'zod';
import type { User } from './users.ts';

const listSchema = z.array(z.string().max(254)).max(1_000).optional();
const timeSchema = z.number().optional();

/** Supported filters of `POST /v2/mgmt/user/search`; times in milliseconds since 1970. */
export const searchSchema = z.object({
  page: z.int().min(0).default(0),
  limit: z.int().min(0).max(1_000).default(100),
  sort: z
    .array(
      z.object({
        field: z.enum(['createdTime', 'modifiedTime', 'name', 'displayName', 'email', 'loginId', 'status']),
        desc: z.boolean().default(false),
      }),
    )
    .default([]),
  text: z.string().max(254).optional(),
  emails: listSchema,
  phones: listSchema,
  statuses: listSchema,
  roleNames: listSchema,
  tenantIds: listSchema,
  loginIds: listSchema,
  userIds: listSchema,
  withTestUser: z.boolean().default(false),
  testUsersOnly: z.boolean().default(false),
  verifiedEmail: z.boolean().optional(),
  fromCreatedTime: timeSchema,
  toCreatedTime: timeSchema,
  fromModifiedTime: timeSchema,
  toModifiedTime: timeSchema,
});

type Search = z.output<typeof searchSchema>;

/** One page of the users that match every filter, and the total. A `limit` of 0 means the default of 100. */
export function searchUsers(all: User[], search: Search): { users: User[]; total: number } {
  const found = all.filter((user) => isMatch(user, search));
  found.sort((a, b) => compare(a, b, search.sort));
  const limit = search.limit === 0 ? 100 : search.limit;
  const start = search.page * limit;
  return { users: found.slice(start, start + limit), total: found.length };
}

function isMatch(user: User, search: Search): boolean {
  const isOf = (values: string[] | undefined, own: string[]) =>
    values === undefined ||
    values.length === 0 ||
    values.some((value) => own.some((mine) => mine.toLowerCase() === value.trim().toLowerCase()));
  const isWithin = (ms: number, from: number | undefined, to: number | undefined) =>
    (from === undefined || ms >= from) && (to === undefined || ms <= to);
  return (
    (search.testUsersOnly ? user.test : search.withTestUser || !user.test) &&
    isOf(search.emails, [user.email]) &&
    isOf(search.phones, [user.phone]) &&
    isOf(search.statuses, [user.status]) &&
    isOf(search.roleNames, user.roleNames) &&
    isOf(
      search.tenantIds,
      user.tenants.map(({ tenantId }) => tenantId),
    ) &&
    isOf(search.loginIds, user.loginIds) &&
    (search.userIds === undefined || search.userIds.length === 0 || search.userIds.includes(user.userId)) &&
    (search.verifiedEmail === undefined || search.verifiedEmail === user.verifiedEmail) &&
    isWithin(user.createdAtMs, search.fromCreatedTime, search.toCreatedTime) &&
    isWithin(user.modifiedAtMs, search.fromModifiedTime, search.toModifiedTime) &&
    holdsText(user, search.text ?? '')
  );
}

function holdsText(user: User, text: string): boolean {
  const wanted = fold(text.trim());
  return [user.name, user.email, user.phone, ...user.loginIds].some((own) => fold(own).includes(wanted));
}

/** Without case and accents: "maia" finds "Māia". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function compare(a: User, b: User, sort: Search['sort']): number {
  for (const { field, desc } of [...sort, { field: 'createdTime' as const, desc: false }]) {
    const order = compareValues(sortValue(a, field), sortValue(b, field));
    if (order !== 0) return desc ? -order : order;
  }
  return compareValues(a.userId, b.userId);
}

function sortValue(user: User, field: Search['sort'][number]['field']): string | number {
  switch (field) {
    case 'createdTime':
      return user.createdAtMs;
    case 'modifiedTime':
      return user.modifiedAtMs;
    case 'name':
    case 'displayName':
      return fold(user.name);
    case 'email':
      return user.email;
    case 'loginId':
      return user.loginIds[0] ?? '';
    case 'status':
      return user.status;
  }
}

function compareValues(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
