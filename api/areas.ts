import { accountRoutes } from './accounts/routes.ts';
import type { AccountDeps } from './accounts/service.ts';
import { activitiesRoutes } from './activities/routes.ts';
import { alertsRoutes } from './alerts/routes.ts';
import { assessmentsRoutes } from './assessments/routes.ts';
import type { BusinessVerificationDeps } from './business-verifications/present.ts';
import { businessVerificationsRoutes } from './business-verifications/routes.ts';
import { clientAssignmentRoutes } from './clients/assignment/routes.ts';
import { clientImportRoutes } from './clients/import/routes.ts';
import { clientsRoutes } from './clients/routes.ts';
import { countryListsRoutes } from './country-lists/routes.ts';
import { diligenceRoutes } from './diligence/routes.ts';
import { documentRequestsRoutes } from './document-requests/routes.ts';
import type { RequestsDeps } from './document-requests/sending.ts';
import { documentsRoutes } from './documents/routes.ts';
import type { DocumentsDeps } from './documents/service.ts';
import { homeRoutes } from './home/routes.ts';
import type { Binding } from './http/bind.ts';
import type { VerificationsDeps } from './individual-verifications/deps.ts';
import { individualVerificationsRoutes } from './individual-verifications/routes.ts';
import { membersRoutes } from './members/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { partiesRoutes } from './parties/routes.ts';
import { savedViewsRoutes } from './saved-views/routes.ts';
import { templatesRoutes } from './templates/routes.ts';

/** What the areas of the API work with. */
export type AreaDeps = AccountDeps &
  DocumentsDeps &
  VerificationsDeps &
  RequestsDeps &
  BusinessVerificationDeps;

/** Every endpoint's handler, area by area. */
export function areaBindings(deps: AreaDeps): Binding[] {
  return [
    ...accountRoutes(deps),
    ...membersRoutes(deps),
    ...onboardingRoutes(deps),
    ...homeRoutes(deps),
    ...clientsRoutes(deps),
    ...clientAssignmentRoutes(deps),
    ...clientImportRoutes(deps),
    ...savedViewsRoutes(deps),
    ...diligenceRoutes(deps),
    ...partiesRoutes(deps),
    ...alertsRoutes(deps),
    ...documentsRoutes(deps),
    ...documentRequestsRoutes(deps),
    ...individualVerificationsRoutes(deps),
    ...businessVerificationsRoutes(deps),
    ...activitiesRoutes(deps),
    ...templatesRoutes(deps),
    ...assessmentsRoutes(deps),
    ...countryListsRoutes(deps),
  ];
}
