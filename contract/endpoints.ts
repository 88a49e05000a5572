import { listMembers, login, readAdminMe, readMe, signup } from './accounts.ts';
import {
  createActivity,
  exportActivities,
  listActivities,
  moveActivity,
  readActivity,
  readActivityHistory,
  updateActivity,
} from './activities.ts';
import { listAlerts, moveAlert } from './alerts.ts';
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
  moveClient,
  readCountryListStates,
  readCountryLists,
  readDiligence,
  saveCountryList,
} from './diligence.ts';
import {
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  removeDocument,
  uploadDocuments,
} from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { recordFinding, withdrawFinding } from './findings.ts';
import { readHome } from './home.ts';
import { individualVerificationEndpoints } from './individual-verifications.ts';
import { finishOnboarding, readOnboarding } from './onboarding.ts';
import { addParty, endParty, listParties, readParty, updateParty } from './parties.ts';
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

import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';

/**
 * Every endpoint of /api/v1. The API mounts nothing else, the OpenAPI document is made from this list, and
 * the tests of access walk it.
 */
export const endpoints: readonly Endpoint[] = [
  login,
  signup,
  readMe,
  readAdminMe,
  listMembers,
  readOnboarding,
  finishOnboarding,
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
  readDiligence,
  moveClient,
  recordFinding,
  withdrawFinding,
  listParties,
  addParty,
  readParty,
  updateParty,
  endParty,
  listAlerts,
  moveAlert,
  listDocuments,
  uploadDocuments,
  receiveForm,
  readDocument,
  downloadDocument,
  previewDocument,
  readThumbnail,
  removeDocument,
  ...individualVerificationEndpoints,
  listActivities,
  exportActivities,
  createActivity,
  readActivity,
  updateActivity,
  moveActivity,
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
];
