import type { Diligence } from '#contract/cdd/cdd.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readClientPage } from '#contract/views/client-page.ts';
import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { type ClientTab, clientTabAt } from '#rules/clients/client-tabs.ts';
import { compareDates, formatDate, parseDateInput } from '#rules/dates/calendar-dates.ts';
import { formatSanctionsStatus } from '#rules/required-lists.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { formatPrintHeading } from '../../../components/print-heading.server.ts';
import { sanctionLines } from '../../../components/sanctions/sanctions-banner.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';
import { countOutstanding } from '../cdd/diligence.server.ts';
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

type Fetched = Awaited<ReturnType<typeof fetchPage>>;

/** The page with the content of one tab. */
export type PageWith<Tab extends ClientTab> = Omit<Fetched, 'content'> & {
  content: Extract<Fetched['content'], { tab: Tab }>;
};

/** The page of the URL's tab, which the layout and the tab share. */
function getPage(args: MemberArgs): Promise<Fetched> {
  return args.once('client page', () => fetchPage(args, clientTabAt(args.url.pathname)));
}

/** A merged client is shown as to a member who may only read: the API rejects every change of it. */
function asReader(me: MemberArgs['me'], page: Promise<Fetched>): MemberArgs['me'] {
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

/** Data of what every tab of a client's page shows. @throws the API's problem if the client is not found */
export async function loadClientLayout(args: MemberArgs) {
  const page = getPage(args);
  const [session, { client, diligence }] = await Promise.all([asReader(args.me, page)(), page]);
  const { nextReviewDueOn: due } = client;
  return {
    client,
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

/** What the layout passes to the tab in it: `useOutletContext<ClientPageData>()`. */
export type ClientPageData = Awaited<ReturnType<typeof loadClientLayout>>;

/**
 * The loader of a tab from the page, which is one call of the API for the layout and the tab. A form that the URL opens may read more,
 * concurrently.
 */
export function clientTab<Tab extends ClientTab, Data>(
  tab: Tab,
  read: (args: MemberArgs, page: Promise<PageWith<Tab>>) => Promise<Data>,
): (args: MemberArgs) => Promise<Data> {
  const isOfTab = (page: Fetched): page is PageWith<Tab> => page.content.tab === tab;
  return (args) => {
    const page = getPage(args);
    const ofTab = page.then((found) => {
      if (!isOfTab(found))
        throw new Error(`The page has the content of ${found.content.tab}, not of ${tab}.`);
      return found;
    });
    return read({ ...args, me: asReader(args.me, page) }, ofTab);
  };
}
