import { redirect } from '@remix-run/node';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { readIdentityVerificationPage } from '#contract/views/identity-verification-page.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { isClosedIdentityVerification } from '#rules/lifecycles/checks.ts';
import { areRulesEvaluated, hasIdentityEvidence } from '#rules/verification-pages/decision-evidence.ts';
import {
  getNextIdentityAction,
  type IdentityProgressFacts,
  identityVerificationSteps,
} from '#rules/verification-pages/identity-progress.ts';
import {
  type IdentityVerificationTab,
  identityVerificationPageTabs,
} from '#rules/verification-pages/identity-tabs.ts';
import { anyClient } from '#rules/verification-pages/verification-ids.ts';
import { toDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may, permissionFor } from '../../session/permissions.server.ts';
import { canRequestDocuments } from '../document-requests/can-request.server.ts';
import { toVerificationView } from './verification-view.server.ts';

/** The page for a URL in one call. */
function fetchPage({ api, params, url }: MemberArgs, tab: IdentityVerificationTab) {
  const documentsBefore = url.searchParams.get('documentsBefore') ?? undefined;
  const query: Record<string, unknown> & { tab: IdentityVerificationTab } = { tab, documentsBefore };
  return api.call(readIdentityVerificationPage, { params: { id: params.verificationId ?? '' }, query });
}

type Page = Awaited<ReturnType<typeof fetchPage>>;
type Session = Awaited<ReturnType<MemberArgs['me']>>;

/** Results of an issuer, a source or the person's face, and not only of what a member saw; an unavailable source has none. */
const isResult = ({ type, current, outcome }: IndividualVerification['checks'][number]) =>
  current && type !== 'sighted' && type !== 'machineReadableZone' && outcome !== 'source_unavailable';

function toProgressFacts(verification: IndividualVerification): IdentityProgressFacts {
  const { documents, submittedEvidence, dataSources, checks, rules, decision } = verification;
  const { accreditedService, reliance, exception } = verification;
  const clauses = rules.filter(({ decisive }) => decisive).flatMap((rule) => rule.clauses);
  const met = clauses.filter(({ passed }) => passed).length;
  const checked = dataSources.filter((code) => checks.some(({ source }) => source?.code === code)).length;
  return {
    method: verification.method,
    status: verification.status,
    hasConsent: verification.consent !== null,
    evidenceCount:
      documents.length +
      submittedEvidence.length +
      checked +
      [accreditedService, reliance, exception].filter((statement) => statement !== null).length,
    uncheckedSources: dataSources.length - checked,
    hasDecisionEvidence: hasIdentityEvidence({ documents, checks }),
    hasCheckResult: checks.some(isResult),
    machineResult: verification.machineResult,
    isEvaluated: areRulesEvaluated(verification),
    clauses: clauses.length === 0 ? null : { met, unmet: clauses.length - met },
    rulePassed: verification.rulePassed,
    isExceptionApproved: verification.exceptionApproval?.counts ?? false,
    sharesDocument: verification.sharesDocument,
    decision: decision?.decision ?? null,
    identityChangedOn: verification.identityChangedOn,
    unmetAtRisk: verification.unmetAtRisk,
    exceptionMissing: verification.exceptionMissing,
  };
}

/** Whether an action is available without an outstanding requirement; a decision, if it can be made either way. */
function isPossible({ actions }: IndividualVerification, action: string): boolean {
  const names = action === 'decide' ? ['decideVerified', 'decideNotVerified'] : [action];
  return actions.some((one) => names.includes(one.action) && one.blockers.length === 0);
}

/** What the URL opens: an action's form, or the decision's. */
function getOpened(verification: IndividualVerification, { searchParams }: URL) {
  const requested = searchParams.get('do');
  const documentId = searchParams.get('document');
  // Why it is retained is said beside the document.
  const isRetained = verification.documents.some(
    ({ id, retainedBecause }) => id === documentId && retainedBecause !== null,
  );
  const action =
    requested === null || (requested === 'removeDocument' && isRetained)
      ? null
      : (verification.actions.find(({ action: name }) => name === requested)?.action ?? null);
  return {
    action: action !== null && isPossible(verification, action) ? action : null,
    isDeciding: requested === 'decide' && isPossible(verification, 'decide'),
    documentType: searchParams.get('type'),
    documentId,
  };
}

function toContent({ verification, content }: Page, session: Session, url: URL) {
  if (content.tab !== 'documents') return content;
  const owner = { ownerType: 'individualVerification', ownerId: verification.id } as const;
  return { tab: content.tab, panel: toDocumentsPanel(content.documents, owner, url)(session) };
}

/** The steps, and the next action. */
function toProgress(verification: IndividualVerification) {
  const facts = toProgressFacts(verification);
  const steps = identityVerificationSteps(facts);
  return { steps, next: getNextIdentityAction(facts, steps, (action) => isPossible(verification, action)) };
}

/**
 * Data of an identity verification's page: what every tab shows, and the content of the tab in the URL, from one call of the API.
 * @throws a redirect from a URL without the client's id, and a 404 for a URL with another client's
 */
export async function loadVerificationPage(args: MemberArgs) {
  const { url, params, requestId } = args;
  const tab = identityVerificationPageTabs.getTab(url.searchParams);
  const [session, page] = await Promise.all([args.me(), fetchPage(args, tab)]);
  const { verification } = page;
  const ids = { clientId: verification.client.id, id: verification.id };
  const href = identityVerificationPageTabs.tabUrl(ids, 'evidence');
  if (params.clientId === anyClient) throw redirect(`${href}${url.search}`);
  if (params.clientId !== ids.clientId) throw errorResponse(404, { code: 'record.notFound', requestId });
  const { company, member } = session;
  const right = permissionFor(session, 'cdd.grantException');
  return {
    verification: toVerificationView(verification, session),
    ids,
    href,
    content: toContent(page, session, url),
    progress: toProgress(verification),
    opened: getOpened(verification, url),
    canDecide: isPossible(verification, 'decide'),
    /** Why the member cannot approve an exception; null for members who can. */
    exceptionRefusal: right.allowed ? null : right.reason,
    mayStart: may(session, 'checks.start'),
    mayWrite: may(session, 'records.write'),
    canAddFiles: may(session, 'records.write') && !isClosedIdentityVerification(verification.status),
    requestHref: canRequestDocuments(session, verification.status)
      ? clientSectionUrl(ids.clientId, 'requests', { request: 'new', for: ids.id })
      : null,
    company: { country: company.billingCountryCode, regulatedIn: company.regulatedIn },
    meeting: { metBy: member.name, metOn: companyDay(new Date(), company.timeZone) },
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
}

export type VerificationPageData = Awaited<ReturnType<typeof loadVerificationPage>>;
