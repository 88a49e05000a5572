import {
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listMembers,
  listSessions,
  login,
  readAdminMe,
  readMe,
  signup,
} from './accounts.ts';
import {
  createActivity,
  exportActivities,
  listActivities,
  readActivity,
  readActivityHistory,
  transitionActivity,
  updateActivity,
} from './activities.ts';
import { alertEndpoints } from './alerts.ts';
import {
  compareAssessments,
  createAssessment,
  decideAssessment,
  listAssessments,
  prepareAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
} from './assessments.ts';
import { exportAuditLog, listAuditLog, verifyAuditLog } from './audit.ts';
import { billingEndpoints } from './billing.ts';
import { businessVerificationEndpoints } from './business-verifications.ts';
import {
  readCountryListStates,
  readCountryLists,
  readDecisionBasis,
  readDiligence,
  saveCountryList,
  transitionClient,
} from './cdd.ts';
import { assignClients, assignFilteredClients } from './client-assignment.ts';
import {
  addImportRows,
  chooseImportRows,
  continueClientImport,
  createClientImport,
  discardClientImport,
  exportRefusedRows,
  listClientImports,
  listImportRows,
  mapClientImport,
  readClientImport,
  startClientImport,
} from './client-import.ts';
import {
  createClient,
  exportClients,
  listClients,
  readClient,
  readClientHistory,
  updateClient,
} from './clients.ts';
import {
  previewPolicies,
  readCompanyProfile,
  readPolicies,
  updateCompanyProfile,
  updatePolicies,
} from './company-settings.ts';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
  readDocumentRequest,
  remindOfDocumentRequest,
  requestChanges,
  sendDocumentRequest,
} from './document-requests.ts';
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
} from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { enrolmentEndpoints } from './enrolments.ts';
import { listEvidenceGaps } from './evidence-gaps.ts';
import { downloadEvidencePack, listEvidencePacks } from './evidence-packs.ts';
import { recordFinding, withdrawFinding } from './findings.ts';
import { fundsLineEndpoints } from './funds-lines.ts';
import { readHome } from './home.ts';
import { individualVerificationEndpoints } from './individual-verifications.ts';
import { lawChangeEndpoints } from './law-changes.ts';
import { teamEndpoints } from './members.ts';
import { nonCooperationEndpoints } from './non-cooperation.ts';
import { onboardingEndpoints } from './onboarding.ts';
import { addParty, endParty, listParties, readParty, updateParty } from './parties.ts';
import { platformEndpoints } from './platform.ts';
import {
  readPublicRequest,
  receiveRequestForm,
  removeFile,
  startPublicRequest,
  submitPublicRequest,
  submitRequestDetails,
  uploadRequestFiles,
} from './public-document-request.ts';
import {
  confirmDestruction,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from './retention.ts';
import { reviewEndpoints } from './reviews.ts';
import {
  changeTemplate,
  createTemplate,
  discardTemplateDraft,
  listTemplates,
  publishTemplate,
  readTemplate,
  readTemplateImpact,
  saveTemplateDraft,
} from './risk-templates.ts';
import { sanctionsPermitEndpoints } from './sanctions-permits.ts';

import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';
import { screeningListEndpoints } from './screening-lists.ts';
import { screeningEndpoints } from './screenings.ts';
import { secondFactorEndpoints } from './second-factors.ts';
import { worklistEndpoints } from './worklists.ts';

/** All endpoints of /api/v1. The API mounts exactly these; the OpenAPI document and the access tests are generated from this list. */
export const endpoints: readonly Endpoint[] = [
  login,
  signup,
  endOtherSessions,
  endSession,
  listSessions,
  endOneSession,
  endAllSessions,
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
  readRetention,
  confirmDestruction,
  exportCertificates,
  setLegalHold,
  liftLegalHold,
  readHome,
  listClients,
  exportClients,
  createClient,
  readClient,
  updateClient,
  readClientHistory,
  assignClients,
  assignFilteredClients,
  listClientImports,
  createClientImport,
  addImportRows,
  readClientImport,
  mapClientImport,
  continueClientImport,
  listImportRows,
  chooseImportRows,
  startClientImport,
  discardClientImport,
  exportRefusedRows,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  ...lawChangeEndpoints,
  readDiligence,
  readDecisionBasis,
  listEvidenceGaps,
  transitionClient,
  recordFinding,
  withdrawFinding,
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
  ...sanctionsPermitEndpoints,
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
  remindOfDocumentRequest,
  cancelDocumentRequest,
  decideRequestItem,
  requestChanges,
  readPublicRequest,
  receiveRequestForm,
  startPublicRequest,
  uploadRequestFiles,
  removeFile,
  submitRequestDetails,
  submitPublicRequest,
  ...individualVerificationEndpoints,
  ...businessVerificationEndpoints,
  listActivities,
  exportActivities,
  createActivity,
  readActivity,
  updateActivity,
  transitionActivity,
  readActivityHistory,
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
