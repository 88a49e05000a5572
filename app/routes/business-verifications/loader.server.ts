import { redirect } from '@remix-run/node';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { searchRegistries } from '#contract/business-verifications/registry-endpoints.ts';
import { readBusinessVerificationPage } from '#contract/views/business-verification-page.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import {
  type BusinessProgressFacts,
  businessVerificationSteps,
  getNextBusinessAction,
} from '#rules/verification-pages/business-progress.ts';
import {
  type BusinessVerificationTab,
  businessVerificationPageTabs,
} from '#rules/verification-pages/business-tabs.ts';
import { anyClient } from '#rules/verification-pages/verification-ids.ts';
import { toDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { toEvidenceView } from '../../components/documents/submitted-evidence.server.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getChart } from '../../components/ownership/ownership-chart.server.ts';
import { getOutline } from '../../components/ownership/ownership-outline.server.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { canRequestDocuments } from '../document-requests/can-request.server.ts';
import { businessVerificationHistoryLabels } from './history-labels.server.ts';

const isRegistry = (value: string | null): value is 'nzbn' | 'abr' | 'asic' =>
  value === 'nzbn' || value === 'abr' || value === 'asic';

/** The search and its results; null before a search. */
async function found(api: MainApi, id: string, url: URL) {
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const registry = url.searchParams.get('registry');
  const page = Math.min(50, Math.max(1, Math.floor(Number(url.searchParams.get('page')) || 1)));
  if (q === '' || !isRegistry(registry)) return null;
  const sent = await api.submit(searchRegistries, { params: { id }, query: { registry, q, page } });
  if (sent.ok) return { q, registry, page, ...sent.value };
  const { fields = {}, detail, title } = sent.problem;
  const message = fields.q?.join(' ') ?? detail ?? `${title}.`;
  return {
    q,
    registry,
    page,
    candidates: [],
    total: 0,
    failure: { registry, code: 'invalidSearch' as const, message },
  };
}

/** The layers whose cost the URL asks for; undefined without any: no price is shown before it is due. */
function chosenLayers(url: URL): number | undefined {
  const layers = url.searchParams.get('layers');
  return layers === null ? undefined : Math.min(8, Math.max(1, Math.floor(Number(layers)) || 4));
}

/** The page for a URL in one call. */
function fetchPage({ api, params, url }: MemberArgs, tab: BusinessVerificationTab) {
  const cursor = (name: string) => url.searchParams.get(name) ?? undefined;
  const query: Record<string, unknown> & { tab: BusinessVerificationTab } = {
    tab,
    layers: chosenLayers(url),
    documentsBefore: cursor('documentsBefore'),
    before: cursor('before'),
  };
  return api.call(readBusinessVerificationPage, { params: { id: params.verificationId ?? '' }, query });
}

type Page = Awaited<ReturnType<typeof fetchPage>>;
type Session = Awaited<ReturnType<MemberArgs['me']>>;

function getDates(verification: BusinessVerification, timeZone: string) {
  const at = (instant: string | null | undefined) => (instant ? formatInstant(instant, timeZone) : null);
  return {
    created: formatInstant(verification.createdAt, timeZone),
    extract: at(verification.extract?.at),
    decided: at(verification.decision?.at),
    exceptionEnds: verification.decision?.exceptionEndsOn
      ? formatDate(verification.decision.exceptionEndsOn)
      : null,
    evidenceExpires: verification.evidenceExpiresOn && formatDate(verification.evidenceExpiresOn),
    nextQueryAt: at(verification.pendingExtracts?.nextAt),
    extracts: Object.fromEntries(
      verification.extracts.map((extract) => [extract.id, formatInstant(extract.at, timeZone)]),
    ),
    settled: Object.fromEntries(
      verification.mismatches.map((mismatch) => [
        mismatch.field,
        mismatch.settled ? formatInstant(mismatch.settled.at, timeZone) : '',
      ]),
    ),
  };
}

function toProgressFacts(verification: BusinessVerification): BusinessProgressFacts {
  const { extract, mismatches, ownership, mustVerify, isEvidenced, actions, decision } = verification;
  const open = mismatches.filter(({ settled }) => !settled);
  const decide = actions.find(({ action }) => action === 'decide');
  const lacksOwner = decide
    ? decide.blockers.some(({ code }) => code === 'kyb.noOwner')
    : ownership?.fallbacks.some(({ step }) => step !== 'seniorManagingOfficial');
  return {
    status: verification.status,
    isOrdering: verification.pendingExtracts !== null,
    hasExtract: extract !== null && isEvidenced,
    hasOtherEvidence: isEvidenced,
    discrepancies: {
      all: mismatches.length,
      open: open.length,
      toResolve: open.filter(({ mustResolve }) => mustResolve).length,
    },
    ownership: ownership && {
      unresolvedPercent: ownership.unresolvedPercent,
      isTraced: ownership.unresolved.length === 0 && !lacksOwner,
    },
    people: {
      all: mustVerify.length,
      verified: mustVerify.filter(({ client }) => client?.isVerified).length,
      notParties: mustVerify.filter(({ client, isParty }) => !client || !isParty).map(({ name }) => name),
    },
    decision: decision?.outcome ?? null,
  };
}

/** The steps, and the next action. */
function toProgress(verification: BusinessVerification) {
  const facts = toProgressFacts(verification);
  const steps = businessVerificationSteps(facts);
  const isPossible = (action: string) =>
    verification.actions.some((one) => one.action === action && one.blockers.length === 0);
  return { steps, next: getNextBusinessAction(facts, steps, isPossible) };
}

/** What a tab shows besides the verification. The register is searched only from its own tab. */
async function toContent({ api, url }: MemberArgs, { verification, content }: Page, session: Session) {
  const { id, ownership, actions } = verification;
  const may = new Set(actions.map(({ action }) => action));
  switch (content.tab) {
    case 'register':
      return {
        tab: content.tab,
        candidates: may.has('orderExtract') ? await found(api, id, url) : null,
      };
    case 'ownership':
      return {
        tab: content.tab,
        chart: ownership && getChart(ownership),
        outline: ownership ? getOutline(ownership) : [],
        canExpand: may.has('expand'),
        cost: may.has('expand') ? content.cost : null,
      };
    case 'people':
      return { tab: content.tab };
    case 'documents': {
      const owner = { ownerType: 'businessVerification', ownerId: id } as const;
      return {
        tab: content.tab,
        submitted: toEvidenceView(verification.submittedEvidence, session.company.timeZone),
        documents: toDocumentsPanel(content.documents, owner, url)(session),
      };
    }
    case 'history':
      return {
        tab: content.tab,
        entries: formatEvents(
          content.history.events,
          businessVerificationHistoryLabels,
          session.company.timeZone,
        ),
        isFirstPage: !url.searchParams.has('before'),
        nextBefore: content.history.nextBefore,
      };
  }
}

/**
 * Data of a business verification's page: what every tab shows, and the content of the tab in the URL, from one call of the API.
 * @throws a redirect from a URL without the client's id, and a 404 for a URL with another client's
 */
export async function readVerificationPage(args: MemberArgs) {
  const { params, url, requestId } = args;
  const { getTab, tabUrl } = businessVerificationPageTabs;
  const [session, page] = await Promise.all([args.me(), fetchPage(args, getTab(url.searchParams))]);
  const { verification } = page;
  const ids = { clientId: verification.client.id, id: verification.id };
  const href = tabUrl(ids, 'register');
  // Documents refer to the verification only.
  if (params.clientId === anyClient) throw redirect(`${href}${url.search}`);
  if (params.clientId !== ids.clientId) throw errorResponse(404, { code: 'record.notFound', requestId });
  return {
    verification,
    ids,
    href,
    content: await toContent(args, page, session),
    progress: toProgress(verification),
    dates: getDates(verification, session.company.timeZone),
    opened: {
      add: url.searchParams.get('add'),
      change: url.searchParams.get('change'),
      remove: url.searchParams.get('takeOut'),
      decide: url.searchParams.get('decide'),
    },
    requestHref: canRequestDocuments(session, verification.status)
      ? clientSectionUrl(ids.clientId, 'requests', { request: 'new', for: ids.id })
      : null,
    mayStart: may(session, 'checks.start'),
    mayWrite: may(session, 'records.write'),
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
}

export type VerificationPage = Awaited<ReturnType<typeof readVerificationPage>>;
/** Data of one tab. */
export type TabData<Tab extends BusinessVerificationTab> = Extract<VerificationPage['content'], { tab: Tab }>;
