import { readActivityPage } from '#contract/views/activity-page.ts';
import { readBusinessVerificationPage } from '#contract/views/business-verification-page.ts';
import { readClientPage } from '#contract/views/client-page.ts';
import { readIdentityVerificationPage } from '#contract/views/identity-verification-page.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { type ActivityPageDeps, readActivityPage as readOfActivity } from './activity-page.ts';
import {
  type BusinessVerificationPageDeps,
  readBusinessVerificationPage as readOfBusinessVerification,
} from './business-verification-page.ts';
import { type ClientPageDeps, readClientPage as readOfClient } from './client-page.ts';
import {
  type IdentityVerificationPageDeps,
  readIdentityVerificationPage as readOfIdentityVerification,
} from './identity-verification-page.ts';

const handler = handlersFor<
  ActivityPageDeps & ClientPageDeps & IdentityVerificationPageDeps & BusinessVerificationPageDeps
>();

/** Handlers of the pages of records. */
export const recordPageHandlers = [
  handler(readActivityPage, (deps, { params, query }, caller) =>
    readOfActivity(deps, caller, params.id, query),
  ),
  handler(readClientPage, (deps, { params, query }, caller) => readOfClient(deps, caller, params.id, query)),
  handler(readIdentityVerificationPage, (deps, { params, query }, caller) =>
    readOfIdentityVerification(deps, caller, params.id, query),
  ),
  handler(readBusinessVerificationPage, (deps, { params, query }, caller) =>
    readOfBusinessVerification(deps, caller, params.id, query),
  ),
] as const;
