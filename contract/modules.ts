import * as accessLog from './access-log.ts';
import * as activities from './activities.ts';
import * as addresses from './addresses.ts';
import * as guidance from './blockers.ts';
import * as businessVerifications from './business-verifications/business-verifications.ts';
import * as ownershipRecords from './business-verifications/ownership.ts';
import * as ownershipEndpoints from './business-verifications/ownership-endpoints.ts';
import * as businessVerificationRecord from './business-verifications/record.ts';
import * as registryRecords from './business-verifications/registry.ts';
import * as registryEndpoints from './business-verifications/registry-endpoints.ts';
import * as diligence from './cdd/cdd.ts';
import * as evidenceGaps from './cdd/evidence-gaps.ts';
import * as findings from './cdd/findings.ts';
import * as fundsLines from './cdd/funds-lines.ts';
import * as lawChangePreviews from './cdd/law-change-previews.ts';
import * as lawChanges from './cdd/law-changes.ts';
import * as nonCooperation from './cdd/non-cooperation.ts';
import * as propertyArrangements from './cdd/property-arrangements.ts';
import * as sanctionsPermits from './cdd/sanctions-permits.ts';
import * as clientAssignment from './clients/client-assignment.ts';
import * as clientGroup from './clients/client-group.ts';
import * as clientImport from './clients/client-import.ts';
import * as clientInput from './clients/client-input.ts';
import * as clientRecord from './clients/client-record.ts';
import * as clients from './clients/clients.ts';
import * as merging from './clients/merging.ts';
import * as parties from './clients/parties.ts';
import * as accounts from './company/accounts.ts';
import * as companySettings from './company/company-settings.ts';
import * as members from './company/members.ts';
import * as memberships from './company/memberships.ts';
import * as onboarding from './company/onboarding.ts';
import * as secondFactors from './company/second-factors.ts';
import * as singleSignOn from './company/single-sign-on.ts';
import * as documentRequests from './document-requests/document-requests.ts';
import * as publicDocumentRequests from './document-requests/public-document-request.ts';
import * as documents from './documents/documents.ts';
import * as submittedEvidence from './documents/submitted-evidence.ts';
import * as errors from './errors.ts';
import * as fields from './fields.ts';
import * as individualVerifications from './individual-verifications/individual-verifications.ts';
import * as verificationInputs from './individual-verifications/verification-inputs.ts';
import * as verificationRecord from './individual-verifications/verification-record.ts';
import * as alerts from './monitoring/alerts.ts';
import * as bulkActions from './monitoring/bulk-actions.ts';
import * as enrolments from './monitoring/enrolments.ts';
import * as screeningLists from './monitoring/screening-lists.ts';
import * as screenings from './monitoring/screenings.ts';
import * as worklists from './monitoring/worklists.ts';
import * as notifications from './notifications/notifications.ts';
import * as audit from './platform/audit.ts';
import * as auditStreams from './platform/audit-stream.ts';
import * as billing from './platform/billing.ts';
import * as platform from './platform/platform.ts';
import * as support from './platform/support.ts';
import * as privacyBreaches from './privacy/breaches.ts';
import * as purges from './privacy/purges.ts';
import * as privacyRequests from './privacy/requests.ts';
import * as assessments from './risk/assessments.ts';
import * as reviews from './risk/reviews.ts';
import * as riskTemplates from './risk/risk-templates.ts';
import * as sanctions from './sanctions.ts';
import * as savedView from './saved-view.ts';
import * as activityPage from './views/activity-page.ts';
import * as businessVerificationPage from './views/business-verification-page.ts';
import * as clientPage from './views/client-page.ts';
import * as evidencePacks from './views/evidence-packs.ts';
import * as home from './views/home.ts';
import * as identityVerificationPage from './views/identity-verification-page.ts';
import * as retention from './views/retention.ts';
import * as savedViews from './views/saved-views.ts';
import * as search from './views/search.ts';

/**
 * The modules of the contract, by the name that qualifies their schemas. Endpoints are in this order. Schemas of other modules have no name
 * in the OpenAPI document.
 */
export const contractModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  accessLog,
  activities,
  businessVerifications,
  ownershipEndpoints,
  registryEndpoints,
  diligence,
  evidenceGaps,
  findings,
  fundsLines,
  lawChangePreviews,
  lawChanges,
  nonCooperation,
  propertyArrangements,
  sanctionsPermits,
  clientAssignment,
  clientGroup,
  clientImport,
  clients,
  merging,
  parties,
  accounts,
  companySettings,
  members,
  memberships,
  onboarding,
  secondFactors,
  singleSignOn,
  documentRequests,
  publicDocumentRequests,
  documents,
  individualVerifications,
  alerts,
  bulkActions,
  enrolments,
  screeningLists,
  screenings,
  worklists,
  notifications,
  auditStreams,
  audit,
  billing,
  platform,
  support,
  privacyBreaches,
  purges,
  privacyRequests,
  assessments,
  reviews,
  riskTemplates,
  activityPage,
  businessVerificationPage,
  clientPage,
  evidencePacks,
  home,
  identityVerificationPage,
  retention,
  savedViews,
  search,
  addresses,
  businessVerificationRecord,
  clientInput,
  clientRecord,
  errors,
  fields,
  submittedEvidence,
  guidance,
  ownershipRecords,
  registryRecords,
  sanctions,
  savedView,
  verificationInputs,
  verificationRecord,
};
