import { listAccessLog } from './access-log.ts';
import {
  createActivity,
  exportActivities,
  listActivities,
  readActivity,
  readActivityHistory,
  transitionActivity,
  updateActivity,
} from './activities.ts';
import { businessVerificationEndpoints } from './business-verifications/business-verifications.ts';
import {
  approveClient,
  readCountryListStates,
  readCountryLists,
  readDecisionBasis,
  readDiligence,
  saveCountryList,
  transitionClient,
} from './cdd/cdd.ts';
import { listEvidenceGaps } from './cdd/evidence-gaps.ts';
import { recordFinding, withdrawFinding } from './cdd/findings.ts';
import { fundsLineEndpoints } from './cdd/funds-lines.ts';
import { previewCompanyChange, previewCountryList } from './cdd/law-change-previews.ts';
import { lawChangeEndpoints } from './cdd/law-changes.ts';
import { nonCooperationEndpoints } from './cdd/non-cooperation.ts';
import { arrangementEndpoints } from './cdd/property-arrangements.ts';
import { sanctionsPermitEndpoints } from './cdd/sanctions-permits.ts';
import { assignClients, assignFilteredClients } from './clients/client-assignment.ts';
import { readClientGroup } from './clients/client-group.ts';
import {
  addImportRows,
  chooseImportHeadings,
  chooseImportRows,
  continueClientImport,
  correctImportRows,
  createClientImport,
  discardClientImport,
  exportRejectedRows,
  listClientImports,
  listImportRows,
  mapClientImport,
  readClientImport,
  startClientImport,
} from './clients/client-import.ts';
import {
  createClient,
  exportClients,
  listClients,
  readClient,
  readClientHistory,
  updateClient,
} from './clients/clients.ts';
import { listDuplicates, mergeClients, previewMerge } from './clients/merging.ts';
import { addParty, endParty, listParties, readParty, updateParty } from './clients/parties.ts';
import {
  checkSession,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listMembers,
  listSessions,
  login,
  readAdminMe,
  readMe,
  renameOwnAccount,
  signup,
} from './company/accounts.ts';
import {
  previewPolicies,
  readCompanyProfile,
  readPolicies,
  updateCompanyProfile,
  updatePolicies,
} from './company/company-settings.ts';
import { teamEndpoints } from './company/members.ts';
import { membershipEndpoints } from './company/memberships.ts';
import { onboardingEndpoints } from './company/onboarding.ts';
import { secondFactorEndpoints } from './company/second-factors.ts';
import { singleSignOnEndpoints } from './company/single-sign-on.ts';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
  readDocumentRequest,
  requestChanges,
  revealItemNumber,
  sendDocumentRequest,
  sendReminder,
} from './document-requests/document-requests.ts';
import {
  readPublicRequest,
  receiveRequestForm,
  removeFile,
  startPublicRequest,
  submitPublicRequest,
  submitRequestDetails,
  uploadRequestFiles,
} from './document-requests/public-document-request.ts';
import {
  confirmDocumentRemoval,
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  removeDocument,
  uploadDocuments,
  withdrawDocumentRemoval,
} from './documents/documents.ts';
import type { Endpoint } from './endpoint.ts';
import { individualVerificationEndpoints } from './individual-verifications/individual-verifications.ts';
import { alertEndpoints } from './monitoring/alerts.ts';
import {
  listBulkActions,
  listBulkItems,
  readBulkAction,
  startBulkAction,
  stopBulkAction,
  undoBulkAction,
} from './monitoring/bulk-actions.ts';
import { enrolmentEndpoints } from './monitoring/enrolments.ts';
import { screeningListEndpoints } from './monitoring/screening-lists.ts';
import { screeningEndpoints } from './monitoring/screenings.ts';
import { worklistEndpoints } from './monitoring/worklists.ts';
import { notificationEndpoints } from './notifications/notifications.ts';
import { exportAuditLog, listAuditLog, readAuditKeys, verifyAuditLog } from './platform/audit.ts';
import { auditStreamEndpoints } from './platform/audit-stream.ts';
import { billingEndpoints } from './platform/billing.ts';
import { platformEndpoints } from './platform/platform.ts';
import { supportEndpoints } from './platform/support.ts';
import { privacyBreachEndpoints } from './privacy/breaches.ts';
import { readPurgeSchedule } from './privacy/purges.ts';
import { privacyRequestEndpoints } from './privacy/requests.ts';
import {
  compareAssessments,
  createAssessment,
  decideAssessment,
  listAssessments,
  prepareAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
} from './risk/assessments.ts';
import { reviewEndpoints } from './risk/reviews.ts';
import {
  changeTemplate,
  createTemplate,
  discardTemplateDraft,
  listTemplates,
  publishTemplate,
  readTemplate,
  readTemplateImpact,
  saveTemplateDraft,
} from './risk/risk-templates.ts';
import { readActivityPage } from './views/activity-page.ts';
import { readBusinessVerificationPage } from './views/business-verification-page.ts';
import { readClientPage } from './views/client-page.ts';
import { downloadEvidencePack, listEvidencePacks } from './views/evidence-packs.ts';
import { readHome } from './views/home.ts';
import { readIdentityVerificationPage } from './views/identity-verification-page.ts';
import {
  confirmDestruction,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from './views/retention.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './views/saved-views.ts';
import { searchEverything } from './views/search.ts';

/** All endpoints of /api/v1. The API mounts exactly these; the OpenAPI document and the access tests are generated from this list. */
export const endpoints: readonly Endpoint[] = [
  login,
  signup,
  endOtherSessions,
  endSession,
  checkSession,
  listSessions,
  endOneSession,
  endAllSessions,
  renameOwnAccount,
  ...membershipEndpoints,
  ...singleSignOnEndpoints,
  ...secondFactorEndpoints,
  readMe,
  readAdminMe,
  listMembers,
  ...teamEndpoints,
  ...platformEndpoints,
  ...onboardingEndpoints,
  ...billingEndpoints,
  readCompanyProfile,
  updateCompanyProfile,
  readPolicies,
  previewPolicies,
  updatePolicies,
  listAuditLog,
  exportAuditLog,
  verifyAuditLog,
  readAuditKeys,
  listAccessLog,
  readRetention,
  confirmDestruction,
  exportCertificates,
  setLegalHold,
  liftLegalHold,
  readHome,
  ...notificationEndpoints,
  searchEverything,
  listClients,
  exportClients,
  createClient,
  readClient,
  readClientPage,
  updateClient,
  readClientHistory,
  listDuplicates,
  previewMerge,
  mergeClients,
  assignClients,
  assignFilteredClients,
  listBulkActions,
  startBulkAction,
  readBulkAction,
  listBulkItems,
  stopBulkAction,
  undoBulkAction,
  listClientImports,
  createClientImport,
  addImportRows,
  readClientImport,
  mapClientImport,
  continueClientImport,
  listImportRows,
  chooseImportHeadings,
  chooseImportRows,
  correctImportRows,
  startClientImport,
  discardClientImport,
  exportRejectedRows,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  ...lawChangeEndpoints,
  previewCountryList,
  previewCompanyChange,
  readDiligence,
  readDecisionBasis,
  listEvidenceGaps,
  transitionClient,
  approveClient,
  recordFinding,
  withdrawFinding,
  readClientGroup,
  listParties,
  addParty,
  ...fundsLineEndpoints,
  readParty,
  updateParty,
  endParty,
  listEvidencePacks,
  downloadEvidencePack,
  ...alertEndpoints,
  ...worklistEndpoints,
  ...enrolmentEndpoints,
  ...screeningEndpoints,
  ...reviewEndpoints,
  ...nonCooperationEndpoints,
  ...arrangementEndpoints,
  ...sanctionsPermitEndpoints,
  ...privacyBreachEndpoints,
  ...privacyRequestEndpoints,
  readPurgeSchedule,
  ...auditStreamEndpoints,
  ...supportEndpoints,
  listDocuments,
  uploadDocuments,
  receiveForm,
  readDocument,
  downloadDocument,
  previewDocument,
  readThumbnail,
  removeDocument,
  confirmDocumentRemoval,
  withdrawDocumentRemoval,
  listDocumentRequests,
  createDocumentRequest,
  listSubmittedRequests,
  readDocumentRequest,
  editDocumentRequest,
  sendDocumentRequest,
  sendReminder,
  cancelDocumentRequest,
  decideRequestItem,
  requestChanges,
  revealItemNumber,
  readPublicRequest,
  receiveRequestForm,
  startPublicRequest,
  uploadRequestFiles,
  removeFile,
  submitRequestDetails,
  submitPublicRequest,
  ...individualVerificationEndpoints,
  readIdentityVerificationPage,
  ...businessVerificationEndpoints,
  readBusinessVerificationPage,
  listActivities,
  exportActivities,
  createActivity,
  readActivity,
  updateActivity,
  transitionActivity,
  readActivityHistory,
  readActivityPage,
  listTemplates,
  createTemplate,
  readTemplate,
  saveTemplateDraft,
  discardTemplateDraft,
  readTemplateImpact,
  publishTemplate,
  changeTemplate,
  listAssessments,
  prepareAssessment,
  createAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
  decideAssessment,
  compareAssessments,
  readCountryLists,
  readCountryListStates,
  saveCountryList,
  ...screeningListEndpoints,
];
