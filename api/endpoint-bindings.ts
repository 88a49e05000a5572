import { activitiesRoutes } from './checks/activities/routes.ts';
import type { BusinessVerificationDeps } from './checks/business-verifications/record/dto.ts';
import { businessVerificationsRoutes } from './checks/business-verifications/routes.ts';
import { diligenceRoutes } from './checks/cdd/routes.ts';
import { partiesRoutes } from './checks/client-parties/routes.ts';
import { evidenceGapsRoutes } from './checks/evidence-gaps/routes.ts';
import type { VerificationsDeps } from './checks/individual-verifications/record/deps.ts';
import { individualVerificationsRoutes } from './checks/individual-verifications/routes.ts';
import { lawChangesRoutes } from './checks/law-changes/routes.ts';
import { assessmentsRoutes } from './checks/risk-assessments/routes.ts';
import { screeningsRoutes } from './checks/screening-results/routes.ts';
import type { ScreeningsDeps } from './checks/screening-results/service.ts';
import type { BulkActionsDeps } from './follow-up/bulk-actions/queries.ts';
import { bulkActionsRoutes } from './follow-up/bulk-actions/routes.ts';
import { clientMergingRoutes } from './follow-up/client-merging/routes.ts';
import type { RequestsDeps } from './follow-up/document-requests/commands.ts';
import { documentRequestsRoutes } from './follow-up/document-requests/routes.ts';
import { monitoringRoutes } from './follow-up/monitoring-runs/routes.ts';
import { notificationsRoutes } from './follow-up/notifications/routes.ts';
import { privacyRoutes } from './follow-up/privacy/routes.ts';
import { retentionRoutes } from './follow-up/retention/routes.ts';
import { reviewsRoutes } from './follow-up/reviews/routes.ts';
import type { Binding } from './kernel/http/bind-endpoint.ts';
import { alertsRoutes } from './records/alerts/routes.ts';
import { billingRoutes } from './records/billing/routes.ts';
import type { BillingDeps } from './records/billing/sync-subscription.ts';
import { clientAssignmentRoutes } from './records/clients/assignment/routes.ts';
import { clientImportRoutes } from './records/clients/import/routes.ts';
import { clientsRoutes } from './records/clients/routes.ts';
import { companySettingsRoutes } from './records/company-settings/routes.ts';
import { onboardingRoutes } from './records/company-setup/routes.ts';
import { countryListsRoutes } from './records/country-lists/routes.ts';
import { documentsRoutes } from './records/documents/routes.ts';
import type { DocumentsDeps } from './records/documents/service.ts';
import { fundsLinesRoutes } from './records/funds-lines/routes.ts';
import { templatesRoutes } from './records/risk-templates/routes.ts';
import { sanctionsPermitsRoutes } from './records/sanctions-permits/routes.ts';
import { savedViewsRoutes } from './records/saved-views/routes.ts';
import { screeningListsRoutes } from './records/screening-lists/routes.ts';
import type { ScreeningListsDeps } from './records/screening-lists/service.ts';
import { accountRoutes } from './records/sign-in/routes.ts';
import type { AccountDeps } from './records/sign-in/service.ts';
import type { SingleSignOnDeps } from './records/single-sign-on/queries.ts';
import { singleSignOnRoutes } from './records/single-sign-on/routes.ts';
import type { TeamDeps } from './records/team/invitations.ts';
import { membersRoutes } from './records/team/routes.ts';
import { worklistsRoutes } from './records/worklists/routes.ts';
import type { AccessLogDeps } from './views/access-log/queries.ts';
import { accessLogRoutes } from './views/access-log/routes.ts';
import type { AuditLogDeps } from './views/audit-log/log.ts';
import { auditRoutes } from './views/audit-log/routes.ts';
import type { AuditStreamDeps } from './views/audit-stream/commands.ts';
import { auditStreamRoutes } from './views/audit-stream/routes.ts';
import { evidencePacksRoutes } from './views/evidence-packs/routes.ts';
import type { EvidencePackDeps } from './views/evidence-packs/service.ts';
import { homeRoutes } from './views/home/routes.ts';
import { platformRoutes } from './views/platform/routes.ts';
import { recordPagesRoutes } from './views/record-pages/routes.ts';
import { searchRoutes } from './views/search/routes.ts';
import { supportRoutes } from './views/support/routes.ts';

/** Dependencies of all areas of the API. */
export type AreaDeps = AccountDeps &
  AuditLogDeps &
  AuditStreamDeps &
  AccessLogDeps &
  BulkActionsDeps &
  TeamDeps &
  DocumentsDeps &
  VerificationsDeps &
  RequestsDeps &
  BillingDeps &
  EvidencePackDeps &
  BusinessVerificationDeps &
  ScreeningListsDeps &
  ScreeningsDeps &
  SingleSignOnDeps;

/** Every endpoint's handler, area by area. */
export function areaBindings(deps: AreaDeps): Binding[] {
  return [
    ...accountRoutes(deps),
    ...membersRoutes(deps),
    ...singleSignOnRoutes(deps),
    ...platformRoutes(deps),
    ...supportRoutes(deps),
    ...onboardingRoutes(deps),
    ...billingRoutes(deps),
    ...companySettingsRoutes(deps),
    ...auditRoutes(deps),
    ...auditStreamRoutes(deps),
    ...accessLogRoutes(deps),
    ...retentionRoutes(deps),
    ...privacyRoutes(deps),
    ...homeRoutes(deps),
    ...notificationsRoutes(deps),
    ...searchRoutes(deps),
    ...clientsRoutes(deps),
    ...clientMergingRoutes(deps),
    ...recordPagesRoutes(deps),
    ...clientAssignmentRoutes(deps),
    ...clientImportRoutes(deps),
    ...bulkActionsRoutes(deps),
    ...savedViewsRoutes(deps),
    ...diligenceRoutes(deps),
    ...evidenceGapsRoutes(deps),
    ...sanctionsPermitsRoutes(deps),
    ...lawChangesRoutes(deps),
    ...partiesRoutes(deps),
    ...fundsLinesRoutes(deps),
    ...evidencePacksRoutes(deps),
    ...alertsRoutes(deps),
    ...worklistsRoutes(deps),
    ...screeningsRoutes(deps),
    ...monitoringRoutes(deps),
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
