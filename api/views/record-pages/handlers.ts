import { readActivityPage } from './activity-page.ts';
import { readBusinessVerificationPage } from './business-verification-page.ts';
import { readClientPage } from './client-page.ts';
import { readIdentityVerificationPage } from './identity-verification-page.ts';

/** Handlers of the pages of records. */
export const recordPageHandlers = [
  readActivityPage,
  readClientPage,
  readIdentityVerificationPage,
  readBusinessVerificationPage,
] as const;
