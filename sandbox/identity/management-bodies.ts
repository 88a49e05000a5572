import { z } from 'zod';
import { emailSchema, loginIdSchema, nameSchema, webUrlSchema } from './requests.ts';
import type { Profile } from './users.ts';

const rolesListSchema = z.array(z.string().min(1).max(100)).max(100);
const attributesSchema = z.record(z.string(), z.unknown()).refine(isSmallAttributes);

const profileSchema = z.object({
  email: z.union([emailSchema, z.literal('')]).optional(),
  phone: z.string().trim().max(40).optional(),
  displayName: nameSchema.optional(),
  givenName: nameSchema.optional(),
  middleName: nameSchema.optional(),
  familyName: nameSchema.optional(),
  picture: z.string().max(2_000).optional(),
  verifiedEmail: z.boolean().optional(),
  verifiedPhone: z.boolean().optional(),
  roleNames: rolesListSchema.optional(),
  userTenants: z
    .array(z.object({ tenantId: z.string().min(1).max(100), roleNames: rolesListSchema.optional() }))
    .max(100)
    .optional(),
  customAttributes: attributesSchema.optional(),
});

export const updateSchema = profileSchema.extend({
  loginId: loginIdSchema,
  additionalLoginIds: z.array(loginIdSchema).max(20).optional(),
});

export const createSchema = updateSchema.extend({
  invite: z.boolean().optional(),
  inviteUrl: webUrlSchema.optional(),
  sendMail: z.boolean().optional(),
  test: z.boolean().optional(),
});

export const patchSchema = profileSchema.extend({
  loginId: loginIdSchema,
  status: z.enum(['enabled', 'disabled', 'invited']).optional(),
});

export const rolesSchema = z.object({
  loginId: loginIdSchema,
  tenantId: z.string().max(100).optional(),
  roleNames: rolesListSchema,
});

/** Converts the body of a management call to profile changes; omits absent fields. */
export function profileChanges(body: z.output<typeof profileSchema>): Partial<Profile> {
  const { displayName, userTenants, ...rest } = body;
  const changes: Partial<Profile> = {};
  const fields = [
    'email',
    'phone',
    'givenName',
    'middleName',
    'familyName',
    'picture',
    'verifiedEmail',
    'verifiedPhone',
    'roleNames',
    'customAttributes',
  ] as const;
  for (const field of fields) {
    if (rest[field] !== undefined) Object.assign(changes, { [field]: rest[field] });
  }
  if (displayName !== undefined) changes.name = displayName;
  if (userTenants !== undefined) {
    changes.tenants = userTenants.map(({ tenantId, roleNames = [] }) => ({
      tenantId,
      tenantName: tenantId,
      roleNames,
    }));
  }
  return changes;
}

/** Whether the attributes are at most 10,000 characters of JSON. */
export function isSmallAttributes(attributes: Record<string, unknown>): boolean {
  return JSON.stringify(attributes).length <= 10_000;
}
