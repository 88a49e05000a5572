import type { Diligence } from '#contract/cdd/cdd.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readClientPage } from '#contract/views/client-page.ts';
import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { type ClientTab, getClientTab } from '#rules/clients/client-tabs.ts';
import { compareDates, formatDate, parseDateInput } from '#rules/dates/calendar-dates.ts';
import { formatSanctionsStatus } from '#rules/required-lists.ts';
import { toAssessmentLines } from '../../../components/activities/assessment-lines.server.ts';
import { toAlertLines } from '../../../components/alerts/alert-lines.server.ts';
import { toDocumentsPanel } from '../../../components/documents/document-views.server.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { formatPrintHeading } from '../../../components/print-heading.server.ts';
import { sanctionLines } from '../../../components/sanctions/sanctions-banner.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';
import { readBusinessPanel } from '../../business-verifications/panel.server.ts';
import { readRequestsPanel } from '../../document-requests/panel.server.ts';
import { readEvidencePanel } from '../../evidence-packs/panel.server.ts';
import { readVerificationsPanel } from '../../individual-verifications/panel.server.ts';
import { accessHref } from '../../settings/access-filters.ts';
import { countOutstanding, readDiligencePanel } from '../cdd/diligence.server.ts';
import { readFundsPanel } from '../funds/funds.server.ts';
import { toClientActivities } from '../panels/client-activities.server.ts';
import { detailSections } from '../panels/client-details.server.ts';
import { readGroupPanel } from '../panels/client-group.server.ts';
import { historyEntries } from '../panels/client-history.server.ts';
import { formatPeriods } from '../panels/client-periods.server.ts';
import { toReviewLines, toTriggeredReviews } from '../panels/client-reviews.server.ts';
import { toPrivacyRequestLines } from '../panels/privacy-requests-panel.tsx';
import { readPartiesPanel } from '../parties/parties.server.ts';
import { readScreeningPanel } from '../screening/screening-panel.server.ts';
import { getNextStep } from './client-next-step.server.ts';

type ClientPage = EndpointResponse<typeof readClientPage>;

/** Parameters of the page's URL that continue a list. */
const cursors = [
  'verificationsBefore',
  'kybBefore',
  'partiesAfter',
  'fundsAfter',
  'requestsBefore',
  'documentsBefore',
  'screeningsBefore',
  'before',
] as const;

/** The page for a URL in one call, with the day of `?asAt=` as typed; an invalid day is reported at its field. */
async function fetchPage(
  { api, params, url }: MemberArgs,
  tab: ClientTab,
): Promise<ClientPage & { asked: { text: string; problem: string | null } }> {
  const at = { id: params.id ?? '' };
  const query: Record<string, unknown> & { tab: ClientTab } = {
    tab,
    parties: url.searchParams.get('parties') === 'ended' ? 'ended' : 'current',
  };
  for (const name of cursors) query[name] = url.searchParams.get(name) ?? undefined;
  const text = tab === 'history' ? (url.searchParams.get('asAt')?.slice(0, 40) ?? '') : '';
  const parsed = text.trim() === '' ? null : parseDateInput(text);
  if (!parsed?.ok) {
    const page = await api.call(readClientPage, { params: at, query });
    return { ...page, asked: { text, problem: parsed?.problem ?? null } };
  }
  const found = await api.submit(readClientPage, { params: at, query: { ...query, asAt: parsed.value } });
  if (found.ok) return { ...found.value, asked: { text: parsed.value, problem: null } };
  const page = await api.call(readClientPage, { params: at, query });
  return { ...page, asked: { text, problem: found.problem.fields?.asAt?.[0] ?? null } };
}

type Content<Tab extends ClientTab> = Extract<ClientPage['content'], { tab: Tab }>;
type Fetched = ReturnType<typeof fetchPage>;

/** A list of the tab's content, as soon as the page is there. */
const listed = async <Tab extends ClientTab, Name extends keyof Content<Tab>>(
  page: Fetched,
  _tab: Tab,
  name: Name,
): Promise<Content<Tab>[Name]> => ((await page).content as Content<Tab>)[name];

async function readOverview(args: MemberArgs, page: Fetched) {
  const [diligence, { client, content }, { company }] = await Promise.all([
    readDiligencePanel(
      args,
      page.then((found) => found.diligence),
    ),
    page,
    args.me(),
  ]);
  const { alerts, reviews, privacyRequests } = content as Content<'overview'>;
  return {
    tab: 'overview' as const,
    diligence,
    sections: detailSections(client),
    alerts: toAlertLines(alerts.items, company.timeZone),
    reviews: toTriggeredReviews(reviews.items),
    nextReviews: toReviewLines(reviews.items, diligence.on),
    privacyRequests: toPrivacyRequestLines(privacyRequests.requests),
  };
}

async function readIdentity(args: MemberArgs, page: Fetched) {
  const [verifications, business] = await Promise.all([
    readVerificationsPanel(args, listed(page, 'identity', 'verifications')),
    readBusinessPanel(args, listed(page, 'identity', 'business')),
  ]);
  return { tab: 'identity' as const, verifications, business };
}

async function readPeople(args: MemberArgs, page: Fetched) {
  const [parties, group] = await Promise.all([
    readPartiesPanel(args, listed(page, 'people', 'parties')),
    readGroupPanel(args, listed(page, 'people', 'group')),
  ]);
  return { tab: 'people' as const, parties, group };
}

async function readRisk(args: MemberArgs, page: Fetched) {
  const [funds, { assessments }, { company }] = await Promise.all([
    readFundsPanel(
      args,
      listed(page, 'risk', 'funds'),
      page.then(({ diligence }) => diligence),
    ),
    listed(page, 'risk', 'assessments'),
    args.me(),
  ]);
  return { tab: 'risk' as const, funds, assessments: toAssessmentLines(assessments, company.timeZone) };
}

async function readDocuments(args: MemberArgs, page: Fetched) {
  const [requests, { client, content }, evidence, session] = await Promise.all([
    readRequestsPanel(args, listed(page, 'documents', 'requests')),
    page,
    readEvidencePanel(args, 'client', args.params.id ?? ''),
    args.me(),
  ]);
  const owner = { ownerType: 'client', ownerId: client.id } as const;
  return {
    tab: 'documents' as const,
    requests: requests(client),
    documents: toDocumentsPanel((content as Content<'documents'>).documents, owner, args.url)(session),
    evidence,
  };
}

async function readMonitoring(args: MemberArgs, page: Fetched) {
  const [screening, { diligence, content }, { company }] = await Promise.all([
    readScreeningPanel(args, listed(page, 'monitoring', 'monitoring')),
    page,
    args.me(),
  ]);
  const { alerts, reviews } = content as Content<'monitoring'>;
  return {
    tab: 'monitoring' as const,
    screening,
    alerts: toAlertLines(alerts.items, company.timeZone),
    reviews: toReviewLines(reviews.items, diligence.on),
  };
}

async function readHistory(args: MemberArgs, page: Fetched) {
  const [{ client, content, asked }, session] = await Promise.all([page, args.me()]);
  const { history } = content as Content<'history'>;
  const { timeZone } = session.company;
  return {
    tab: 'history' as const,
    entries: historyEntries(history.events, timeZone),
    periods: formatPeriods({ ...history, asked }, timeZone),
    isFirstPage: !args.url.searchParams.has('before'),
    nextBefore: history.nextBefore,
    accessHref: may(session, 'auditLog.read') ? accessHref({ record: client.id }) : null,
    created: formatInstant(client.createdAt, timeZone),
    updated: formatInstant(client.updatedAt, timeZone),
  };
}

function readContent(args: MemberArgs, tab: ClientTab, page: Fetched) {
  switch (tab) {
    case 'overview':
      return readOverview(args, page);
    case 'identity':
      return readIdentity(args, page);
    case 'people':
      return readPeople(args, page);
    case 'risk':
      return readRisk(args, page);
    case 'activities':
      return listed(page, 'activities', 'activities').then((activities) => ({
        tab,
        activities: toClientActivities(activities),
      }));
    case 'documents':
      return readDocuments(args, page);
    case 'monitoring':
      return readMonitoring(args, page);
    case 'history':
      return readHistory(args, page);
  }
}

/** A merged client is shown as to a member who may only read: the API rejects every change of it. */
function asReader(me: MemberArgs['me'], page: Fetched): MemberArgs['me'] {
  return async () => {
    const [session, { client }] = await Promise.all([me(), page]);
    if (client.status !== 'merged') return session;
    return { ...session, member: { ...session.member, role: 'auditor', designations: [] } };
  };
}

/** What made the CDD of an approved client due again, and what is to be done. */
function formatRefresh(refresh: Diligence['refresh']) {
  if (refresh === null) return null;
  const { causes, outstanding } = refresh;
  return {
    causes: causes.map((cause) => `${refreshCauseLabels[cause]}.`).join(' '),
    toDo: outstanding === 0 ? 'Approve CDD again' : formatOutstanding(outstanding),
  };
}

/**
 * Data of a client's page: what every tab shows, and the content of the tab in the URL, from one call of the API. A form that the URL
 * opens may read more, concurrently.
 * @throws the API's problem if the client is not found
 */
export async function loadClientPage(memberArgs: MemberArgs) {
  const tab = getClientTab(memberArgs.url.searchParams);
  const page = fetchPage(memberArgs, tab);
  const args = { ...memberArgs, me: asReader(memberArgs.me, page) };
  const [session, { client, diligence }, content] = await Promise.all([
    args.me(),
    page,
    readContent(args, tab, page),
  ]);
  const { nextReviewDueOn: due } = client;
  return {
    client,
    content,
    progress: diligence.progress,
    missing: client.mergedInto === null ? countOutstanding(diligence) : 0,
    next: may(session, 'records.write') ? getNextStep(client, diligence) : null,
    requestKey: newRequestKey(),
    refresh: formatRefresh(diligence.refresh),
    riskFloor: diligence.riskFloor,
    sanctionsText: formatSanctionsStatus(
      client.sanctionsStatus,
      client.screeningGaps,
      session.company.timeZone,
    ),
    sanctions: sanctionLines(diligence.sanctions, session.company.timeZone, { of: client.id }),
    exceptionEnds: diligence.exception && formatDate(diligence.exception.endsOn),
    isReviewOverdue: due !== null && compareDates(due, diligence.on) < 0,
    printHeading: formatPrintHeading(session, new Date()),
    mayWrite: may(session, 'records.write'),
    canHold: may(session, 'legalHolds.manage'),
    mayMerge: may(session, 'clients.merge'),
  };
}

export type ClientPageData = Awaited<ReturnType<typeof loadClientPage>>;
/** Data of one tab. */
export type TabData<Tab extends ClientTab> = Extract<ClientPageData['content'], { tab: Tab }>;
