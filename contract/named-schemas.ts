import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as activities from './activities.ts';
import * as addresses from './addresses.ts';
import * as alerts from './alerts.ts';
import * as assessments from './assessments.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as guidance from './blockers.ts';
import * as businessVerificationRecord from './business-verification-record.ts';
import * as diligence from './cdd.ts';
import * as clientAssignment from './client-assignment.ts';
import * as clientImport from './client-import.ts';
import * as clientInput from './client-input.ts';
import * as clientRecord from './client-record.ts';
import * as companySettings from './company-settings.ts';
import * as documentRequests from './document-requests.ts';
import * as documents from './documents.ts';
import * as enrolments from './enrolments.ts';
import * as errors from './errors.ts';
import * as evidenceGaps from './evidence-gaps.ts';
import * as evidencePacks from './evidence-packs.ts';
import * as fields from './fields.ts';
import * as findings from './findings.ts';
import * as fundsLines from './funds-lines.ts';
import * as home from './home.ts';
import * as individualVerifications from './individual-verifications.ts';
import * as lawChanges from './law-changes.ts';
import * as members from './members.ts';
import * as onboarding from './onboarding.ts';
import * as ownershipRecords from './ownership-records.ts';
import * as parties from './parties.ts';
import * as platform from './platform.ts';
import * as publicDocumentRequests from './public-document-request.ts';
import * as registryRecords from './registry-records.ts';
import * as retention from './retention.ts';
import * as reviews from './reviews.ts';
import * as riskTemplates from './risk-templates.ts';
import * as sanctions from './sanctions.ts';
import * as sanctionsPermits from './sanctions-permits.ts';
import * as savedView from './saved-view.ts';
import * as savedViews from './saved-views.ts';
import * as screeningLists from './screening-lists.ts';
import * as screenings from './screenings.ts';
import * as submittedEvidence from './submitted-evidence.ts';
import * as verificationInputs from './verification-inputs.ts';
import * as verificationRecord from './verification-record.ts';
import * as worklists from './worklists.ts';

const modules = {
  accounts,
  activities,
  addresses,
  alerts,
  assessments,
  audit,
  billing,
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
  guidance,
  home,
  individualVerifications,
  lawChanges,
  members,
  onboarding,
  ownershipRecords,
  parties,
  platform,
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
