import { accountRoutes } from './accounts/routes.ts';
import type { AccountDeps } from './accounts/service.ts';
import { activitiesRoutes } from './activities/routes.ts';
import { alertsRoutes } from './alerts/routes.ts';
import { assessmentsRoutes } from './assessments/routes.ts';
import type { AuditLogDeps } from './audit/log.ts';
import { auditRoutes } from './audit/routes.ts';
import type { BillingDeps } from './billing/follow.ts';
import { billingRoutes } from './billing/routes.ts';
import type { BusinessVerificationDeps } from './business-verifications/present.ts';
import { businessVerificationsRoutes } from './business-verifications/routes.ts';
import { clientAssignmentRoutes } from './clients/assignment/routes.ts';
import { clientImportRoutes } from './clients/import/routes.ts';
import { clientsRoutes } from './clients/routes.ts';
import { companySettingsRoutes } from './company-settings/routes.ts';
import { countryListsRoutes } from './country-lists/routes.ts';
import { diligenceRoutes } from './diligence/routes.ts';
import type { RequestsDeps } from './document-requests/commands.ts';
import { documentRequestsRoutes } from './document-requests/routes.ts';
import { documentsRoutes } from './documents/routes.ts';
import type { DocumentsDeps } from './documents/service.ts';
import { evidencePacksRoutes } from './evidence-packs/routes.ts';
import type { EvidencePackDeps } from './evidence-packs/service.ts';
import { homeRoutes } from './home/routes.ts';
import type { Binding } from './http/bind.ts';
import type { VerificationsDeps } from './individual-verifications/deps.ts';
import { individualVerificationsRoutes } from './individual-verifications/routes.ts';
import type { TeamDeps } from './members/invitations.ts';
import { membersRoutes } from './members/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { partiesRoutes } from './parties/routes.ts';
import { platformRoutes } from './platform/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { reviewsRoutes } from './reviews/routes.ts';
import { savedViewsRoutes } from './saved-views/routes.ts';
import { screeningListsRoutes } from './screening-lists/routes.ts';
import type { ScreeningListsDeps } from './screening-lists/service.ts';
import { screeningsRoutes } from './screenings/routes.ts';
import type { ScreeningsDeps } from './screenings/service.ts';
import { templatesRoutes } from './templates/routes.ts';
import { worklistsRoutes } from './worklists/routes.ts';

/** What the areas of the API work with. */
export type AreaDeps = AccountDeps &
  AuditLogDeps &
  TeamDeps &
  DocumentsDeps &
  VerificationsDeps &
  RequestsDeps &
  BillingDeps &
  EvidencePackDeps &
  BusinessVerificationDeps &
  ScreeningListsDeps &
  ScreeningsDeps;

/** Every endpoint's handler, area by area. */
export function areaBindings(deps: AreaDeps): Binding[] {
  return [
    ...accountRoutes(deps),
    ...membersRoutes(deps),
    ...platformRoutes(deps),
    ...onboardingRoutes(deps),
    ...billingRoutes(deps),
    ...companySettingsRoutes(deps),
    ...auditRoutes(deps),
    ...retentionRoutes(deps),
    ...homeRoutes(deps),
    ...clientsRoutes(deps),
    ...clientAssignmentRoutes(deps),
    ...clientImportRoutes(deps),
    ...savedViewsRoutes(deps),
    ...diligenceRoutes(deps),
    ...partiesRoutes(deps),
    ...evidencePacksRoutes(deps),
    ...alertsRoutes(deps),
    ...worklistsRoutes(deps),
    ...screeningsRoutes(deps),
    ...reviewsRoutes(deps),
    ...documentsRoutes(deps),
    ...documentRequestsRoutes(deps),
    ...individualVerificationsRoutes(deps),
    ...businessVerificationsRoutes(deps),
    ...activitiesRoutes(deps),
    ...templatesRoutes(deps),
    ...assessmentsRoutes(deps),
    ...countryListsRoutes(deps),
    ...screeningListsRoutes(deps),
  ];
}
