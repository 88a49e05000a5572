import { z } from 'zod';

/** Six digits, typed with or without a space. */
export const appCode = z
  .string({ error: 'Enter the code of your authenticator app' })
  .max(50, { error: 'Enter the 6-digit code' })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the 6-digit code' }));

/** Ten letters and digits in two groups, typed with or without what separates them. */
export const recoveryCode = z
  .string({ error: 'Enter a recovery code' })
  .max(50, { error: 'Enter a recovery code, such as k7xm2-9pqra' })
  .transform((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().length(10, { error: 'Enter a recovery code, such as k7xm2-9pqra' }));
