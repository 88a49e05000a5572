import { readActivityPage } from '#contract/views/activity-page.ts';
import { type ActivityTab, activityPageTabs } from '#rules/activities/activity-tabs.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { delayProvisions } from '#rules/firm/cdd-delay.ts';
import { formatMoney } from '#rules/format/money.ts';
import { isFinalActivity } from '#rules/lifecycles/activities.ts';
import { toAssessmentLines } from '../../components/activities/assessment-lines.server.ts';
import { toAlertLines } from '../../components/alerts/alert-lines.server.ts';
import { toDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { toCoverageView, toFundsLineView } from '../../components/funds/funds-views.server.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { sanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { clientChange } from '../clients/panels/client-history.server.ts';
import { readEvidencePanel } from '../evidence-packs/panel.server.ts';
import { accessHref } from '../settings/access-filters.ts';
import { activitySections } from './activity-details.server.ts';
import { activityEntries } from './activity-history.server.ts';
import type { DelayView } from './activity-panels.tsx';
import { arrangementLines } from './arrangement.server.ts';
import { nonCooperationLines } from './non-cooperation.server.ts';
import { toChecklist, toRecheck } from './recheck-view.server.ts';

/** The page for a URL in one call. */
function fetchPage({ api, params, url }: MemberArgs, tab: ActivityTab) {
  const cursor = (name: string) => url.searchParams.get(name) ?? undefined;
  const query: Record<string, unknown> & { tab: ActivityTab } = {
    tab,
    documentsBefore: cursor('documentsBefore'),
    before: cursor('before'),
  };
  return api.call(readActivityPage, { params: { id: params.id ?? '' }, query });
}

type Page = Awaited<ReturnType<typeof fetchPage>>;
type Session = Awaited<ReturnType<MemberArgs['me']>>;
type Content<Tab extends ActivityTab> = Extract<Page['content'], { tab: Tab }>;

function toParties({ activity }: Page, session: Session) {
  const { timeZone, regulatedIn: jurisdictions } = session.company;
  const mayRecord = may(session, 'cdd.grantException');
  return {
    tab: 'parties' as const,
    unverified: activity.checklist.flatMap(({ fix }) =>
      fix.target === 'client.verifications' && fix.of ? [fix.of] : [],
    ),
    records: [
      nonCooperationLines(activity, { jurisdictions, timeZone, mayRecord }),
      arrangementLines(activity, { jurisdictions, mayRecord }),
    ],
  };
}

const toRisk = (
  { assessments, funds }: Content<'risk'>,
  { checklist }: Page['activity'],
  { company: { timeZone } }: Session,
) => ({
  tab: 'risk' as const,
  assessments: toAssessmentLines(assessments.assessments, timeZone),
  funds: {
    coverage: funds.coverage.map((each) => toCoverageView(each, checklist)),
    lines: funds.items.map((line) => toFundsLineView(line, timeZone)),
    hasMore: funds.nextAfter !== null,
  },
});

function toHistory({ activity, content }: Page, session: Session, url: URL) {
  const { history, members } = content as Content<'history'>;
  const { timeZone, sector } = session.company;
  const getName = (memberId: string) => members.find(({ id }) => id === memberId)?.name ?? memberId;
  return {
    tab: 'history' as const,
    entries: activityEntries(history.events, { getName, timeZone, noun: toActivityNoun(sector) }),
    isFirstPage: !url.searchParams.has('before'),
    nextBefore: history.nextBefore,
    accessHref: may(session, 'auditLog.read') ? accessHref({ record: activity.id }) : null,
    changed: activity.changedSince.map(({ clientId, name, field, atCompletion, today }) => ({
      clientId,
      name,
      change: clientChange({ field, before: atCompletion, after: today }),
    })),
    created: formatInstant(activity.createdAt, timeZone),
    updated: formatInstant(activity.updatedAt, timeZone),
  };
}

async function toContent(args: MemberArgs, page: Page, session: Session) {
  const { activity, content } = page;
  switch (content.tab) {
    case 'overview':
      return {
        tab: content.tab,
        alerts: toAlertLines(content.alerts.items, session.company.timeZone),
        sections: activitySections(activity),
      };
    case 'parties':
      return toParties(page, session);
    case 'risk':
      return toRisk(content, activity, session);
    case 'documents': {
      const owner = { ownerType: 'activity', ownerId: activity.id } as const;
      return {
        tab: content.tab,
        documents: toDocumentsPanel(content.documents, owner, args.url)(session),
        evidence: await readEvidencePanel(args, 'activity', activity.id),
      };
    }
    case 'history':
      return toHistory(page, session, args.url);
  }
}

/** The delay of CDD in words, and whether the reader may approve it. */
function toDelay({ delayedCdd, status }: Page['activity'], session: Session): DelayView | null {
  if (delayedCdd === null) return null;
  const { basis, dueOn, ground, riskLimits, recordedBy, approval } = delayedCdd;
  return {
    lastDay: `${formatDate(dueOn)} (${delayProvisions[basis]})`,
    ground,
    riskLimits,
    recordedBy: recordedBy?.name ?? null,
    approved: approval && `${approval.by.name}, ${formatInstant(approval.at, session.company.timeZone)}`,
    canApprove: status !== 'onHold' && riskLimits !== null && may(session, 'cdd.grantException'),
  };
}

/**
 * Data of an activity's page: what every tab shows, and the content of the tab in the URL, from one call of the API.
 * @throws the API's problem if the activity is not found
 */
export async function loadActivityPage(args: MemberArgs) {
  const [session, page] = await Promise.all([
    args.me(),
    fetchPage(args, activityPageTabs.getTab(args.url.searchParams)),
  ]);
  const { activity } = page;
  const { timeZone } = session.company;
  const { maxTransactionValue: amount, delayedCdd, completedAt, seniorApproval } = activity;
  const mayWrite = may(session, 'records.write');
  return {
    activity,
    content: await toContent(args, page, session),
    sanctions: sanctionLines(activity.sanctions, timeZone, { of: null }),
    value: amount === null ? null : formatMoney(amount, activity.currency, { cents: 'ifAny' }),
    due: delayedCdd && formatDate(delayedCdd.dueOn),
    completed: completedAt && formatInstant(completedAt, timeZone),
    checklist: toChecklist(activity),
    delay: toDelay(activity, session),
    recheck: toRecheck(activity, session),
    approved: seniorApproval && `${seniorApproval.by.name}, ${formatInstant(seniorApproval.at, timeZone)}`,
    confirm: args.url.searchParams.get('confirm'),
    isOpen: !isFinalActivity(activity.status),
    mayWrite,
    canApprove: mayWrite && session.member.designations.includes('seniorManager'),
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
}

export type ActivityPageData = Awaited<ReturnType<typeof loadActivityPage>>;
/** Data of one tab. */
export type TabData<Tab extends ActivityTab> = Extract<ActivityPageData['content'], { tab: Tab }>;
