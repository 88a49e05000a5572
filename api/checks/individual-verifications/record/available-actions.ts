import type { z } from 'zod';
import type {
  IndividualVerification,
  verificationAction,
} from '#contract/individual-verifications/verification-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { bureauFailed } from '#rules/identity-verification/au-credit-bureau.ts';
import { checksToRetry } from '#rules/identity-verification/current-checks.ts';
import { hasIssuerCheck } from '#rules/identity-verification/documents/documents.ts';
import { documentFieldLabel } from '#rules/identity-verification/documents/fields.ts';
import type { DataSourceCode } from '#rules/identity-verification/sources.ts';
import type { BureauStatement } from '#rules/identity-verification/statements.ts';
import { cite, ownRules } from '#rules/legal-provisions.ts';
import {
  checkedVerificationStatuses,
  editableIdentityVerificationStatuses,
  linkableVerificationStatuses,
  linkedVerificationStatuses,
  retryableVerificationStatuses,
  runnableVerificationStatuses,
} from '#rules/lifecycles/checks.ts';
import { can } from '#rules/permissions.ts';
import {
  admitsException,
  checkRunBlockers,
  type DecisionFacts,
  decisionBlockers,
  exceptionApprovalBlockers,
  missingBureauStatements,
} from '#rules/transition-guards/verification.ts';
import type { CompanyPolicy } from '../../../kernel/database/tables/foundation-tables.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { formatDocument } from './documents.ts';
import { checkFact, exceptionFacts, type Findings, isExceptionApproved, type Judged } from './facts.ts';
import type { DocumentRow, StoredVerification } from './store.ts';

export type VerificationAction = z.output<typeof verificationAction>;
type Transition = IndividualVerification['actions'][number];

const labels: Record<VerificationAction, string> = {
  recordConsent: 'Record consent',
  addDocument: 'Add a document',
  removeDocument: 'Remove a document',
  runChecks: 'Run checks',
  recordBureauNotice: 'Record bureau notice',
  sendLink: 'Send the link again',
  decideVerified: 'Mark as verified',
  decideNotVerified: 'Mark as not verified',
  approveException: 'Approve the exception',
  retry: 'Try again',
  cancel: 'Cancel',
  reopenVerification: 'Verify again',
};

type Status = StoredVerification['row']['status'];

/** States in which each action is meaningful. */
const actionStates: Record<VerificationAction, readonly Status[]> = {
  recordConsent: editableIdentityVerificationStatuses,
  addDocument: editableIdentityVerificationStatuses,
  removeDocument: editableIdentityVerificationStatuses,
  runChecks: runnableVerificationStatuses,
  recordBureauNotice: checkedVerificationStatuses,
  sendLink: linkableVerificationStatuses,
  decideVerified: ['needsReview'],
  decideNotVerified: ['needsReview'],
  approveException: ['needsReview'],
  retry: retryableVerificationStatuses,
  cancel: linkedVerificationStatuses,
  reopenVerification: ['evidenceExpired'],
};

/** Permission of each action, as in the endpoints. */
const actionPermissions = {
  recordConsent: 'records.write',
  addDocument: 'records.write',
  removeDocument: 'records.write',
  runChecks: 'checks.start',
  recordBureauNotice: 'records.write',
  sendLink: 'checks.start',
  decideVerified: 'records.write',
  decideNotVerified: 'records.write',
  approveException: 'cdd.grantException',
  retry: 'checks.start',
  cancel: 'requests.cancel',
  reopenVerification: 'records.write',
} as const satisfies Record<VerificationAction, string>;

function blocker(code: string, text: string, { company: { regulatedIn } }: Judged): Blocker {
  return {
    code: `verification.${code}`,
    text,
    ...cite(regulatedIn, { NZL: 'NZ s16', AUS: 'AU s28(3)' }),
    fix: { target: 'client.verifications' },
  };
}

/** Whether a document can be checked with its issuer now. */
export function canCheckWithIssuer(document: DocumentRow): boolean {
  return document.sealed !== null && hasIssuerCheck({ type: document.type, issuer: document.issuer });
}

/** Whether a source may be checked as far as a credit reporting body's statements are recorded. */
export function canCheckSource(
  { bureau_statement }: StoredVerification['row'],
  source: DataSourceCode,
): boolean {
  return missingBureauStatements({ dataSources: [source], bureauStatement: bureau_statement }).length === 0;
}

/** Blockers of checking these documents and sources. */
export function checkBlockers(
  { stored, client, company: { regulatedIn } }: Judged,
  selection: {
    documents: readonly DocumentRow[];
    dataSources: readonly DataSourceCode[];
    bureauStatement: BureauStatement | null;
  },
): Blocker[] {
  return checkRunBlockers({
    method: stored.row.method,
    consentAt: stored.row.consent?.at ?? null,
    documents: selection.documents.map((row) => ({
      id: row.id,
      label: formatDocument(row),
      missingForIssuer: row.missing_for_issuer.map((field) =>
        documentFieldLabel(row.type, field).toLowerCase(),
      ),
    })),
    dataSources: selection.dataSources,
    bureauStatement: selection.bureauStatement,
    checks: stored.checks.map(checkFact),
    hasDateOfBirth: !!client.individual?.dateOfBirth,
    jurisdictions: regulatedIn,
  });
}

/** Whether company policy requires a second person to verify this client. */
function needsSecondPerson({ client }: Judged, { fourEyes }: CompanyPolicy): boolean {
  if (fourEyes !== 'highOnly') return fourEyes === 'always';
  return client.riskLevel === 'high' || client.pepStatus === 'foreign';
}

/** What a decision of this member is judged by, besides its reason. */
export function decisionFacts(
  judged: Judged,
  findings: Findings,
  { policy, memberId }: { policy: CompanyPolicy; memberId: string },
): Omit<DecisionFacts, 'decision' | 'reason'> {
  const { row } = judged.stored;
  return {
    ...exceptionFacts(judged, findings),
    machineResult: findings.machineResult,
    exceptionApproved: isExceptionApproved(judged, findings),
    needsSecondPerson: needsSecondPerson(judged, policy),
    startedBy: row.creator_present_id,
    decidedBy: memberId,
    jurisdictions: judged.company.regulatedIn,
  };
}

/** A reason long enough for any decision, so that only other blockers show before one is typed. */
const anyReason = 'x'.repeat(1_000);

function getBlockers(
  action: VerificationAction,
  judged: Judged,
  { member, policy, findings }: { member: MemberCaller['member']; policy: CompanyPolicy; findings: Findings },
): Blocker[] {
  const { row, documents, checks } = judged.stored;
  switch (action) {
    case 'runChecks':
      return checkBlockers(judged, {
        // Incomplete documents can be omitted if another one is complete.
        documents: documents
          .filter(canCheckWithIssuer)
          .filter(({ missing_for_issuer: lacking }, _at, all) => {
            return lacking.length === 0 || all.every((item) => item.missing_for_issuer.length > 0);
          }),
        // A source can still be selected, and the statements for a credit reporting body are in the same form.
        dataSources: row.data_sources.length === 0 ? ['nzCreditBureau'] : row.data_sources,
        bureauStatement: { informed: true, agreed: true, alternativeOffered: true },
      });
    case 'decideVerified':
    case 'decideNotVerified':
      return decisionBlockers({
        decision: action === 'decideVerified' ? 'verified' : 'notVerified',
        reason: anyReason,
        ...decisionFacts(judged, findings, { policy, memberId: member.id }),
      });
    case 'approveException':
      return exceptionApprovalBlockers({
        startedBy: row.creator_present_id,
        approvedBy: member.id,
        eligiblePeople: judged.exceptionApprovers,
        recordedEnd: row.exception?.endsOn ?? null,
        on: judged.on,
      });
    case 'retry':
      return checksToRetry(checks.map(checkFact)).length === 0 &&
        documents.every((document) => !canCheckWithIssuer(document)) &&
        row.status === 'error'
        ? [blocker('nothingToRetry', 'There is no check to make again. Add a document first.', judged)]
        : [];
    case 'reopenVerification':
      return ['distf', 'reliance', 'exception'].includes(row.method)
        ? [
            blocker(
              'startAnew',
              'This result came from another business, or was an exception. Start a new verification on the client’s page.',
              judged,
            ),
          ]
        : [];
    default:
      return [];
  }
}

/** Whether an exception can be approved by anyone: before the decision, where it is admitted and none is approved that covers what is not met. */
export function canApproveException(judged: Judged, findings: Findings): boolean {
  return (
    actionStates.approveException.includes(judged.stored.row.status) &&
    admitsException(exceptionFacts(judged, findings)) &&
    !isExceptionApproved(judged, findings)
  );
}

function applies(action: VerificationAction, judged: Judged, findings: Findings): boolean {
  const { row, documents, checks } = judged.stored;
  if (!actionStates[action].includes(row.status)) return false;
  switch (action) {
    case 'recordConsent':
      return row.consent === null && row.method !== 'reliance';
    case 'removeDocument':
      return documents.length > 0;
    case 'runChecks':
      // Checks of a link start when the person has consented on the phone.
      return row.method !== 'reliance' && !(row.method === 'electronicRemote' && row.status === 'notStarted');
    case 'recordBureauNotice':
      return row.bureau_notice === null && bureauFailed(checks.map(checkFact));
    case 'sendLink':
      return row.method === 'electronicRemote';
    case 'approveException':
      return canApproveException(judged, findings);
    case 'addDocument':
      return row.method !== 'reliance';
    default:
      return true;
  }
}

/** Actions of the caller, each with its blockers. Commands check the same. */
export function availableActions(
  judged: Judged,
  {
    caller,
    policy,
    findings,
    now,
  }: { caller: MemberCaller; policy: CompanyPolicy; findings: Findings; now: Date },
): Transition[] {
  const { member, company } = caller;
  return (Object.keys(labels) as VerificationAction[])
    .filter((action) => applies(action, judged, findings))
    .filter((action) => {
      const right = can({ kind: 'member', ...member }, actionPermissions[action], company, now.toISOString());
      // Without a subscription the action is listed, with a link to resolve it.
      return right.allowed || right.code === 'subscription.required';
    })
    .map((action) => {
      const right = can({ kind: 'member', ...member }, actionPermissions[action], company, now.toISOString());
      const gate: Blocker[] = right.allowed
        ? []
        : [
            {
              code: right.code,
              text: right.reason,
              ...ownRules.account,
              fix: { target: 'settings.billing' },
            },
          ];
      const label =
        action === 'sendLink' && judged.stored.row.status === 'notStarted' ? 'Send the link' : labels[action];
      return {
        action,
        label,
        blockers: [...gate, ...getBlockers(action, judged, { member, policy, findings })],
      };
    });
}
