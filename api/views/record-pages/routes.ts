import { readActivityPage } from '#contract/views/activity-page.ts';
import { readBusinessVerificationPage } from '#contract/views/business-verification-page.ts';
import { readClientPage } from '#contract/views/client-page.ts';
import { readIdentityVerificationPage } from '#contract/views/identity-verification-page.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
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

/** Handlers of the pages of records. */
export function recordPagesRoutes(
  deps: ActivityPageDeps & ClientPageDeps & IdentityVerificationPageDeps & BusinessVerificationPageDeps,
): Binding[] {
  return [
    bind(readActivityPage, ({ params, query }, caller) => readOfActivity(deps, caller, params.id, query)),
    bind(readClientPage, ({ params, query }, caller) => readOfClient(deps, caller, params.id, query)),
    bind(readIdentityVerificationPage, ({ params, query }, caller) =>
      readOfIdentityVerification(deps, caller, params.id, query),
    ),
    bind(readBusinessVerificationPage, ({ params, query }, caller) =>
      readOfBusinessVerification(deps, caller, params.id, query),
    ),
  ];
}
