import { activityHandlers } from './checks/activities/handlers.ts';
import { businessVerificationHandlers } from './checks/business-verifications/handlers.ts';
import { diligenceHandlers } from './checks/cdd/handlers.ts';
import { partyHandlers } from './checks/client-parties/handlers.ts';
import { evidenceGapHandlers } from './checks/evidence-gaps/handlers.ts';
import { individualVerificationHandlers } from './checks/individual-verifications/handlers.ts';
import { lawChangeHandlers } from './checks/law-changes/handlers.ts';
import { assessmentHandlers } from './checks/risk-assessments/handlers.ts';
import { screeningHandlers } from './checks/screening-results/handlers.ts';
import { bulkActionHandlers } from './follow-up/bulk-actions/handlers.ts';
import { clientMergingHandlers } from './follow-up/client-merging/handlers.ts';
import { documentRequestHandlers } from './follow-up/document-requests/handlers.ts';
import { monitoringHandlers } from './follow-up/monitoring-runs/handlers.ts';
import { notificationHandlers } from './follow-up/notifications/handlers.ts';
import { privacyHandlers } from './follow-up/privacy/handlers.ts';
import { retentionHandlers } from './follow-up/retention/handlers.ts';
import { reviewHandlers } from './follow-up/reviews/handlers.ts';
import type { HandlerDeps } from './kernel/command/handler.ts';
import type { Binding } from './kernel/http/bind-endpoint.ts';
import { alertHandlers } from './records/alerts/handlers.ts';
import { billingHandlers } from './records/billing/handlers.ts';
import { clientAssignmentHandlers } from './records/clients/assignment/handlers.ts';
import { clientHandlers } from './records/clients/handlers.ts';
import { clientImportHandlers } from './records/clients/import/handlers.ts';
import { companySettingsHandlers } from './records/company-settings/handlers.ts';
import { onboardingHandlers } from './records/company-setup/handlers.ts';
import { countryListHandlers } from './records/country-lists/handlers.ts';
import { documentHandlers } from './records/documents/handlers.ts';
import { fundsLineHandlers } from './records/funds-lines/handlers.ts';
import { templateHandlers } from './records/risk-templates/handlers.ts';
import { sanctionsPermitHandlers } from './records/sanctions-permits/handlers.ts';
import { savedViewHandlers } from './records/saved-views/handlers.ts';
import { screeningListHandlers } from './records/screening-lists/handlers.ts';
import { accountHandlers } from './records/sign-in/handlers.ts';
import { singleSignOnHandlers } from './records/single-sign-on/handlers.ts';
import { memberHandlers } from './records/team/handlers.ts';
import { worklistHandlers } from './records/worklists/handlers.ts';
import { accessLogHandlers } from './views/access-log/handlers.ts';
import { auditHandlers } from './views/audit-log/handlers.ts';
import { auditStreamHandlers } from './views/audit-stream/handlers.ts';
import { evidencePackHandlers } from './views/evidence-packs/handlers.ts';
import { homeHandlers } from './views/home/handlers.ts';
import { platformHandlers } from './views/platform/handlers.ts';
import { recordPageHandlers } from './views/record-pages/handlers.ts';
import { searchHandlers } from './views/search/handlers.ts';
import { supportHandlers } from './views/support/handlers.ts';

/** Every endpoint's handler, area by area. */
const handlers = [
  ...accountHandlers,
  ...memberHandlers,
  ...singleSignOnHandlers,
  ...platformHandlers,
  ...supportHandlers,
  ...onboardingHandlers,
  ...billingHandlers,
  ...companySettingsHandlers,
  ...auditHandlers,
  ...auditStreamHandlers,
  ...accessLogHandlers,
  ...retentionHandlers,
  ...privacyHandlers,
  ...homeHandlers,
  ...notificationHandlers,
  ...searchHandlers,
  ...clientHandlers,
  ...clientMergingHandlers,
  ...recordPageHandlers,
  ...clientAssignmentHandlers,
  ...clientImportHandlers,
  ...bulkActionHandlers,
  ...savedViewHandlers,
  ...diligenceHandlers,
  ...evidenceGapHandlers,
  ...sanctionsPermitHandlers,
  ...lawChangeHandlers,
  ...partyHandlers,
  ...fundsLineHandlers,
  ...evidencePackHandlers,
  ...alertHandlers,
  ...worklistHandlers,
  ...screeningHandlers,
  ...monitoringHandlers,
  ...reviewHandlers,
  ...documentHandlers,
  ...documentRequestHandlers,
  ...individualVerificationHandlers,
  ...businessVerificationHandlers,
  ...activityHandlers,
  ...templateHandlers,
  ...assessmentHandlers,
  ...countryListHandlers,
  ...screeningListHandlers,
] as const;

/** Dependencies of all areas of the API. */
export type AreaDeps = HandlerDeps<typeof handlers>;

/** Every endpoint with its handler, bound to the dependencies. */
export function areaBindings(deps: AreaDeps): Binding[] {
  return handlers.map((handler) => handler.bind(deps));
}
