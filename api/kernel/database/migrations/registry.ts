import { foundation } from './0001-foundation.ts';
import { clientsMigration } from './0002-clients.ts';
import { riskMigration } from './0003-risk.ts';
import { activitiesMigration } from './0004-activities.ts';
import { listSourcesMigration } from './0005-list-sources.ts';
import { dueDiligenceMigration } from './0006-due-diligence-and-alerts.ts';
import { clientToolsMigration } from './0007-client-tools.ts';
import { documentsMigration } from './0008-documents.ts';
import { documentRequestsMigration } from './0009-document-requests.ts';
import { individualVerificationsMigration } from './0010-individual-verifications.ts';
import { businessVerificationsMigration } from './0011-business-verifications.ts';
import { evidenceOfRequestsMigration } from './0012-evidence-of-requests.ts';
import { screeningListsMigration } from './0013-screening-lists.ts';
import { paymentsMigration } from './0014-payments.ts';
import { settingsAndRetention } from './0015-settings-and-retention.ts';
import { teamAndPlatform } from './0016-team-and-platform.ts';
import { complianceExportsMigration } from './0017-compliance-exports.ts';
import { monitoringMigration } from './0018-monitoring.ts';
import { screeningsMigration } from './0019-screenings.ts';
import { soleApprovalsMigration } from './0020-sole-approvals.ts';
import { sanctionsAndAlertOrderMigration } from './0021-sanctions-and-alert-order.ts';
import { sessionsAndRemovals } from './0022-sessions-and-removals.ts';
import { failedPaymentsMigration } from './0023-failed-payments.ts';
import { regimesByCodeMigration } from './0024-regimes-by-code.ts';
import { outboxMigration } from './0025-outbox.ts';
import { sessionSectorMigration } from './0026-session-sector.ts';
import { billingEmailsMigration } from './0027-billing-emails.ts';
import { endpointNamesMigration } from './0028-endpoint-names.ts';
import { settlementFirstAgreedMigration } from './0029-settlement-first-agreed.ts';
import { accreditedIdentityServicesMigration } from './0030-accredited-identity-services.ts';
import { companyFactsMigration } from './0031-company-facts.ts';
import { permitsMigration } from './0032-sanctions-permits.ts';
import { cddDecisionsMigration } from './0033-cdd-decisions.ts';
import { fundsLinesMigration } from './0034-funds-lines.ts';
import { requiredListsMigration } from './0035-required-lists.ts';
import { lawChangesMigration } from './0036-law-changes.ts';
import { clientPeriodsMigration } from './0037-client-periods.ts';
import { entityFindingsMigration } from './0038-entity-findings.ts';
import { clientApprovalsMigration } from './0039-client-approvals.ts';
import { nonCooperationMigration } from './0040-non-cooperation.ts';
import { kindsOfConfirmedPepsMigration } from './0041-kinds-of-confirmed-peps.ts';
import { financialDelaysMigration } from './0042-financial-delays.ts';
import { identityChangesMigration } from './0043-identity-changes.ts';
import { formerRetentionMigration } from './0044-former-retention.ts';
import { workOnHoldMigration } from './0045-work-on-hold.ts';
import { furtherFindingsMigration } from './0046-further-findings.ts';
import { confirmedPepsMigration } from './0047-confirmed-peps.ts';
import { decisionsByOneMigration } from './0048-decisions-by-one.ts';
import { auditEventFormatMigration } from './0050-audit-event-format.ts';
import { auditBatchesMigration } from './0051-audit-batches.ts';
import { readEventsMigration } from './0052-read-events.ts';
import { fileScansMigration } from './0070-file-scans.ts';
import { companyKeysMigration } from './0071-company-keys.ts';
import { fileTombstonesMigration } from './0072-file-tombstones.ts';
import { sealedNumbersMigration } from './0073-sealed-numbers.ts';
import { forcedRowSecurityMigration } from './0080-forced-row-security.ts';
import { soleDestructionMigration } from './0081-sole-destruction.ts';
import { evidenceGapsByStartDayMigration } from './0082-evidence-gaps-by-start-day.ts';
import { activityDecisionsByOneMigration } from './0083-activity-decisions-by-one.ts';
import { relationshipEndsKnownFromMigration } from './0084-relationship-ends-known-from.ts';
import { browserSessionsMigration } from './0086-browser-sessions.ts';
import { secondFactorsMigration } from './0087-second-factors.ts';
import { privacyMigration } from './0090-privacy.ts';
import { supportGrantsMigration } from './0091-support-grants.ts';
import { arrangementsAndEvidenceGapsMigration } from './0092-arrangements-and-evidence-gaps.ts';
import { auditReachMigration } from './0093-audit-reach.ts';
import { membershipsMigration } from './0095-memberships.ts';
import { singleSignOnMigration } from './0096-single-sign-on.ts';
import { notificationsMigration } from './0097-notifications.ts';
import { bulkActionsMigration } from './0098-bulk-actions.ts';
import { importedClientsMigration } from './0099-imported-clients.ts';
import { mergedClientsMigration } from './0100-merged-clients.ts';
import { importedDraftsMigration } from './0101-imported-drafts.ts';
import { familyMembersMigration } from './0102-family-members.ts';
import { documentStatusTextMigration } from './0103-document-status-text.ts';
import { listReadingsMigration } from './0104-list-readings.ts';
import { screeningGapsIndexMigration } from './0105-screening-gaps-index.ts';
import { domainsOfAdminsMigration } from './0106-domains-of-admins.ts';
import { secondPeopleMigration } from './0107-second-people.ts';
import { signInNoncesMigration } from './0108-sign-in-nonces.ts';
import { authenticatorAppsMigration } from './0109-authenticator-apps.ts';
import { deletionOfPhotosMigration } from './0110-deletion-of-photos.ts';
import { decisionFactsMigration } from './0111-decision-facts.ts';
import { evidenceOfBusinessesMigration } from './0112-evidence-of-businesses.ts';
import { permitsByOneMigration } from './0113-permits-by-one.ts';
import { seniorApprovalsMigration } from './0114-senior-approvals.ts';
import { exceptionsFromRulesMigration } from './0115-exceptions-from-rules.ts';
import { refreshDueMigration } from './0116-refresh-due.ts';
import { ownCountriesMigration } from './0117-own-countries.ts';
import { loweringByOneMigration } from './0118-lowering-by-one.ts';
import { acceptedOwnershipMigration } from './0119-accepted-ownership.ts';
import { refreshSweepsMigration } from './0120-refresh-sweeps.ts';
import { recheckDueMigration } from './0121-recheck-due.ts';
import { chartOwnersMigration } from './0122-chart-owners.ts';
import { formerApprovalsMigration } from './0123-former-approvals.ts';
import { checkedListsMigration } from './0124-checked-lists.ts';
import { australianRegimesMigration } from './0125-australian-regimes.ts';
import { evidenceOfPreCommencementMigration } from './0126-evidence-of-pre-commencement.ts';
import { scopeGroundsMigration } from './0127-scope-grounds.ts';
import { onlyItem54Migration } from './0128-only-item-54.ts';
import { clientApprovalMigration } from './0129-client-approval.ts';
import { identityAtPresentRiskMigration } from './0130-identity-at-present-risk.ts';
import { displayStatusMigration } from './0131-display-status.ts';
import { approvalsInWorkMigration } from './0132-approvals-in-work.ts';
import { heicPicturesMigration } from './0133-heic-pictures.ts';
import { headingRowsMigration } from './0134-heading-rows.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. Append new ones; never change a released one. */
export const migrations: readonly Migration[] = [
  foundation,
  clientsMigration,
  riskMigration,
  activitiesMigration,
  listSourcesMigration,
  dueDiligenceMigration,
  clientToolsMigration,
  documentsMigration,
  documentRequestsMigration,
  individualVerificationsMigration,
  businessVerificationsMigration,
  evidenceOfRequestsMigration,
  screeningListsMigration,
  paymentsMigration,
  settingsAndRetention,
  teamAndPlatform,
  complianceExportsMigration,
  monitoringMigration,
  screeningsMigration,
  soleApprovalsMigration,
  sanctionsAndAlertOrderMigration,
  sessionsAndRemovals,
  failedPaymentsMigration,
  regimesByCodeMigration,
  outboxMigration,
  sessionSectorMigration,
  billingEmailsMigration,
  endpointNamesMigration,
  settlementFirstAgreedMigration,
  accreditedIdentityServicesMigration,
  companyFactsMigration,
  permitsMigration,
  cddDecisionsMigration,
  fundsLinesMigration,
  requiredListsMigration,
  lawChangesMigration,
  clientPeriodsMigration,
  entityFindingsMigration,
  clientApprovalsMigration,
  nonCooperationMigration,
  kindsOfConfirmedPepsMigration,
  financialDelaysMigration,
  identityChangesMigration,
  formerRetentionMigration,
  workOnHoldMigration,
  furtherFindingsMigration,
  confirmedPepsMigration,
  decisionsByOneMigration,
  auditEventFormatMigration,
  auditBatchesMigration,
  readEventsMigration,
  fileScansMigration,
  companyKeysMigration,
  fileTombstonesMigration,
  sealedNumbersMigration,
  forcedRowSecurityMigration,
  soleDestructionMigration,
  evidenceGapsByStartDayMigration,
  activityDecisionsByOneMigration,
  relationshipEndsKnownFromMigration,
  browserSessionsMigration,
  secondFactorsMigration,
  privacyMigration,
  supportGrantsMigration,
  arrangementsAndEvidenceGapsMigration,
  auditReachMigration,
  membershipsMigration,
  singleSignOnMigration,
  notificationsMigration,
  bulkActionsMigration,
  importedClientsMigration,
  mergedClientsMigration,
  importedDraftsMigration,
  familyMembersMigration,
  documentStatusTextMigration,
  listReadingsMigration,
  screeningGapsIndexMigration,
  domainsOfAdminsMigration,
  secondPeopleMigration,
  signInNoncesMigration,
  authenticatorAppsMigration,
  deletionOfPhotosMigration,
  decisionFactsMigration,
  evidenceOfBusinessesMigration,
  permitsByOneMigration,
  seniorApprovalsMigration,
  exceptionsFromRulesMigration,
  refreshDueMigration,
  ownCountriesMigration,
  loweringByOneMigration,
  acceptedOwnershipMigration,
  refreshSweepsMigration,
  recheckDueMigration,
  chartOwnersMigration,
  formerApprovalsMigration,
  checkedListsMigration,
  australianRegimesMigration,
  evidenceOfPreCommencementMigration,
  scopeGroundsMigration,
  onlyItem54Migration,
  clientApprovalMigration,
  identityAtPresentRiskMigration,
  displayStatusMigration,
  approvalsInWorkMigration,
  heicPicturesMigration,
  headingRowsMigration,
];
