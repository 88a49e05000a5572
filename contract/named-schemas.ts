import { z } from 'zod';
import * as activities from './activities.ts';
import * as addresses from './addresses.ts';
import * as guidance from './blockers.ts';
import * as ownershipRecords from './business-verifications/ownership.ts';
import * as businessVerificationRecord from './business-verifications/record.ts';
import * as registryRecords from './business-verifications/registry.ts';
import * as diligence from './cdd/cdd.ts';
import * as evidenceGaps from './cdd/evidence-gaps.ts';
import * as findings from './cdd/findings.ts';
import * as fundsLines from './cdd/funds-lines.ts';
import * as lawChanges from './cdd/law-changes.ts';
import * as sanctionsPermits from './cdd/sanctions-permits.ts';
import * as clientAssignment from './clients/client-assignment.ts';
import * as clientImport from './clients/client-import.ts';
import * as clientInput from './clients/client-input.ts';
import * as clientRecord from './clients/client-record.ts';
import * as parties from './clients/parties.ts';
import * as accounts from './company/accounts.ts';
import * as companySettings from './company/company-settings.ts';
import * as members from './company/members.ts';
import * as onboarding from './company/onboarding.ts';
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
import * as audit from './platform/audit.ts';
import * as auditStreams from './platform/audit-stream.ts';
import * as billing from './platform/billing.ts';
import * as platform from './platform/platform.ts';
import * as support from './platform/support.ts';
import * as privacyBreaches from './privacy/breaches.ts';
import * as privacyRequests from './privacy/requests.ts';
import * as assessments from './risk/assessments.ts';
import * as reviews from './risk/reviews.ts';
import * as riskTemplates from './risk/risk-templates.ts';
import * as sanctions from './sanctions.ts';
import * as savedView from './saved-view.ts';
import * as evidencePacks from './views/evidence-packs.ts';
import * as home from './views/home.ts';
import * as retention from './views/retention.ts';
import * as savedViews from './views/saved-views.ts';

const modules = {
  accounts,
  activities,
  addresses,
  alerts,
  assessments,
  audit,
  auditStreams,
  billing,
  bulkActions,
  businessVerificationRecord,
  clientAssignment,
  clientImport,
  clientInput,
  clientRecord,
  companySettings,
  diligence,
  documentRequests,
  documents,
  enrolments,
  errors,
  evidenceGaps,
  evidencePacks,
  fields,
  findings,
  fundsLines,
  submittedEvidence,
  support,
  guidance,
  home,
  individualVerifications,
  lawChanges,
  members,
  onboarding,
  ownershipRecords,
  parties,
  platform,
  privacyBreaches,
  privacyRequests,
  publicDocumentRequests,
  registryRecords,
  retention,
  reviews,
  riskTemplates,
  sanctionsPermits,
  sanctions,
  savedView,
  savedViews,
  screeningLists,
  screenings,
  verificationInputs,
  verificationRecord,
  worklists,
};

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * All schemas exported by the contract's modules, by name in the OpenAPI document: `companyState` is `CompanyState`. If
 * two modules export the same name, the second is qualified with its module.
 */
export function namedSchemas(): Map<string, z.ZodType> {
  const named = new Map<string, z.ZodType>();
  const known = new Set<unknown>();
  for (const [module, exported] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exported as Record<string, unknown>)) {
      if (!(value instanceof z.ZodType) || known.has(value)) continue;
      known.add(value);
      const plain = capitalised(name);
      named.set(named.has(plain) ? `${capitalised(module)}${plain}` : plain, value);
    }
  }
  return named;
}
