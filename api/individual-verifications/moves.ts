import type { z } from 'zod';
import type { IndividualVerification, verificationAct } from '#contract/verification-record.ts';
import { mayAct } from '#rules/access.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { checkRunBlockers, decisionBlockers } from '#rules/guards/verification.ts';
import { checksToRetry } from '#rules/verification/current-checks.ts';
import { documentFieldLabel } from '#rules/verification/document-fields.ts';
import { hasIssuerCheck } from '#rules/verification/documents.ts';
import { type DataSourceCode, verificationSources } from '#rules/verification/sources.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import type { MemberCaller } from '../http/bind.ts';
import { documentText } from './documents.ts';
import { checkFact, type Findings, type Judged } from './facts.ts';
import type { DocumentRow, StoredVerification } from './store.ts';

export type VerificationAct = z.output<typeof verificationAct>;
type Move = IndividualVerification['moves'][number];

const labels: Record<VerificationAct, string> = {
  recordConsent: 'Record consent',
  addDocument: 'Add a document',
  removeDocument: 'Take out a document',
  runChecks: 'Ask the issuers and sources',
  sendLink: 'Send the link again',
  decideVerified: 'Accept as verified',
  decideNotVerified: 'Decide: not verified',
  approveException: 'Approve the exception',
  retry: 'Try again',
  cancel: 'Cancel',
  verifyAgain: 'Verify again',
};

type Status = StoredVerification['row']['status'];

/** States in which each act has a meaning; source: domain 3, VerificationStatus. */
const actStates: Record<VerificationAct, readonly Status[]> = {
  recordConsent: ['notStarted', 'sent', 'opened', 'needsReview', 'error', 'failed'],
  addDocument: ['notStarted', 'sent', 'opened', 'needsReview', 'error', 'failed'],
  removeDocument: ['notStarted', 'sent', 'opened', 'needsReview', 'error', 'failed'],
  runChecks: ['notStarted', 'needsReview'],
  sendLink: ['notStarted', 'sent', 'opened'],
  decideVerified: ['needsReview'],
  decideNotVerified: ['needsReview'],
  approveException: ['needsReview'],
  retry: ['error', 'failed'],
  cancel: ['sent', 'opened'],
  verifyAgain: ['evidenceExpired'],
};

/** Who may do each, as the endpoints have it. */
const actRights = {
  recordConsent: 'records.write',
  addDocument: 'records.write',
  removeDocument: 'records.write',
  runChecks: 'checks.start',
  sendLink: 'checks.start',
  decideVerified: 'records.write',
  decideNotVerified: 'records.write',
  approveException: 'cdd.grantException',
  retry: 'checks.start',
  cancel: 'requests.cancel',
  verifyAgain: 'records.write',
} as const satisfies Record<VerificationAct, string>;

function blocker(code: string, text: string): Blocker {
  return { code: `verification.${code}`, text, fix: { target: 'client.verifications' } };
}

/** Whether a document can be held against its issuer's register now. */
export function mayAskIssuer(document: DocumentRow): boolean {
  return document.sealed !== null && hasIssuerCheck({ type: document.type, issuer: document.issuer });
}

/** What keeps these documents and sources from being asked. */
export function askBlockers(
  { stored, client, regulatedIn }: Judged,
  asked: { documents: readonly DocumentRow[]; dataSources: readonly DataSourceCode[] },
): Blocker[] {
  return checkRunBlockers({
    method: stored.row.method,
    consentAt: stored.row.consent?.at ?? null,
    documents: asked.documents.map((row) => ({
      id: row.id,
      label: documentText(row),
      missingForIssuer: row.missing_for_issuer.map((field) =>
        documentFieldLabel(row.type, field).toLowerCase(),
      ),
    })),
    dataSources: asked.dataSources.map((code) => verificationSources[code].label),
    checks: stored.checks.map(checkFact),
    hasDateOfBirth: !!client.individual?.dateOfBirth,
    jurisdictions: regulatedIn,
  });
}

/** Whether the company wants a second person to accept this client. Source: domain 2, Company.policy.fourEyes. */
export function needsSecondPerson({ client }: Judged, { fourEyes }: CompanyPolicy): boolean {
  if (fourEyes !== 'highOnly') return fourEyes === 'always';
  return client.riskLevel === 'high' || client.pepStatus === 'foreign';
}

/** Whether there is anything that a person could accept on. */
export function hasEvidence({ stored }: Judged): boolean {
  const { row, documents, checks } = stored;
  return (
    row.reliance !== null ||
    row.exception !== null ||
    documents.some(({ certified, sighted }) => certified !== null || sighted?.originalSighted) ||
    checks.some(({ outcome }) => outcome !== 'source_unavailable')
  );
}

/** Enough of a reason for any decision, so that only what else is in the way shows before one is typed. */
const anyReason = 'x'.repeat(1_000);

function blockersOf(
  act: VerificationAct,
  judged: Judged,
  { member, policy, findings }: { member: MemberCaller['member']; policy: CompanyPolicy; findings: Findings },
): Blocker[] {
  const { row, documents, checks } = judged.stored;
  switch (act) {
    case 'runChecks':
      return askBlockers(judged, {
        // Those that lack something can be left out, as long as one of them does not.
        documents: documents.filter(mayAskIssuer).filter(({ missing_for_issuer: lacking }, _at, all) => {
          return lacking.length === 0 || all.every((one) => one.missing_for_issuer.length > 0);
        }),
        // A source can still be chosen.
        dataSources: row.data_sources.length === 0 ? ['nzCreditBureau'] : row.data_sources,
      });
    case 'decideVerified':
    case 'decideNotVerified':
      return decisionBlockers({
        decision: act === 'decideVerified' ? 'verified' : 'notVerified',
        reason: anyReason,
        machineResult: findings.machineResult,
        rulePassed: findings.rulePassed,
        sharesDocument: findings.sharesDocument,
        hasEvidence: hasEvidence(judged),
        needsSecondPerson: needsSecondPerson(judged, policy),
        startedBy: row.created_by,
        decidedBy: member.id,
      });
    case 'retry':
      return checksToRetry(checks.map(checkFact)).length === 0 &&
        documents.every((document) => !mayAskIssuer(document)) &&
        row.status === 'error'
        ? [blocker('nothingToRetry', 'There is no check to make again. Add a document first.')]
        : [];
    case 'verifyAgain':
      return row.method === 'reliance' || row.method === 'exception'
        ? [
            blocker(
              'startAnew',
              'What stood here was somebody else’s word, or an exception. Start a new verification on the client’s page.',
            ),
          ]
        : [];
    default:
      return [];
  }
}

function applies(act: VerificationAct, { stored: { row, documents } }: Judged): boolean {
  if (!actStates[act].includes(row.status)) return false;
  switch (act) {
    case 'recordConsent':
      return row.consent === null && row.method !== 'reliance';
    case 'removeDocument':
      return documents.length > 0;
    case 'runChecks':
      // A link's checks begin when the person has agreed on the phone.
      return row.method !== 'reliance' && !(row.method === 'electronicRemote' && row.status === 'notStarted');
    case 'sendLink':
      return row.method === 'electronicRemote';
    case 'approveException':
      return row.method === 'exception' && row.exception_approved_by === null;
    case 'addDocument':
      return row.method !== 'reliance';
    default:
      return true;
  }
}

/** What the caller may do now, each with what is in the way. The same decides when it is done. */
export function movesOf(
  judged: Judged,
  {
    caller,
    policy,
    findings,
    now,
  }: { caller: MemberCaller; policy: CompanyPolicy; findings: Findings; now: Date },
): Move[] {
  const { member, company } = caller;
  return (Object.keys(labels) as VerificationAct[])
    .filter((act) => applies(act, judged))
    .filter((act) => {
      const right = mayAct({ kind: 'member', ...member }, actRights[act], company, now.toISOString());
      // Without a subscription the act is named, with where it is settled.
      return right.allowed || right.code === 'subscription.required';
    })
    .map((act) => {
      const right = mayAct({ kind: 'member', ...member }, actRights[act], company, now.toISOString());
      const gate: Blocker[] = right.allowed
        ? []
        : [{ code: right.code, text: right.reason, fix: { target: 'settings.billing' } }];
      const label =
        act === 'sendLink' && judged.stored.row.status === 'notStarted' ? 'Send the link' : labels[act];
      return { act, label, blockers: [...gate, ...blockersOf(act, judged, { member, policy, findings })] };
    });
}
