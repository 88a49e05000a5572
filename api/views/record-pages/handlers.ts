import { handlersIn } from '../../kernel/command/handler.ts';
import * as activityPage from './activity-page.ts';
import * as businessVerificationPage from './business-verification-page.ts';
import * as clientPage from './client-page.ts';
import * as identityVerificationPage from './identity-verification-page.ts';

/** Handlers of the pages of records. */
export const recordPageHandlers = handlersIn(
  activityPage,
  clientPage,
  identityVerificationPage,
  businessVerificationPage,
);
