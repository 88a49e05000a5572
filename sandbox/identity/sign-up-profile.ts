import { z } from 'zod';
import { emailSchema, nameSchema } from './requests.ts';

/** Profile fields that a person may set when signing up. */
export const signUpProfileSchema = z
  .object({
    name: nameSchema.optional(),
    givenName: nameSchema.optional(),
    middleName: nameSchema.optional(),
    familyName: nameSchema.optional(),
    email: z.union([emailSchema, z.literal('').transform(() => undefined)]).optional(),
    phone: z.string().trim().max(40).optional(),
  })
  .transform((profile) =>
    Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)),
  )
  .optional();
