import type { WorkItem } from '#contract/views/home.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alerts/alert-types.ts';
import { clientSectionUrl, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { type DisplayStatus, riskLevelLabels } from '#rules/clients/client-types.ts';
import { compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { alertUrl, reviewUrl } from '#rules/pages/monitoring-pages.ts';
import { reviewTriggerLabels } from '#rules/reviews/review-labels.ts';
import { alertRecordHref } from '../../components/alerts/alert-lines.server.ts';
import { type BadgeProps, neutralBadge, overdueBadge, severityBadges } from '../../components/badge.tsx';
import { formatDay } from '../../components/format-instant.server.ts';

interface Viewer {
  /** Today in the company's time zone. */
  today: string;
  now: Date;
  timeZone: string;
  noun: ActivityNoun;
}

interface Work {
  /** "Screening match" */
  what: string;
  why: string;
  /** Where the work is done. */
  href: string;
  /** Label of the link to it. */
  action: string;
}

const risk = ({ level }: WorkItem) => (level === null ? 'Not assessed' : `${riskLevelLabels[level]} risk`);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const assessmentHref = ({ id, resourceType, resourceId }: WorkItem) =>
  `/${resourceType}/${resourceId}/risk_assessments/${id}`;

/** How far the approval of a client in onboarding has come, where that is what its owner does next. */
const progress: Partial<Record<DisplayStatus, string>> = {
  returned: 'returned for more work',
  approved: 'approved, not active yet',
};

const onboardingProgress = ({ clientStatus }: WorkItem) => {
  const text = clientStatus && progress[clientStatus];
  return text ? [text] : [];
};

/** What each kind of work is, why it waits, and where it is done. */
const works: Record<WorkItem['kind'], (item: WorkItem, viewer: Viewer) => Work> = {
  alert: ({ id, alertType, about }) => ({
    what: alertTypeLabels[alertType ?? 'other'],
    why: about ?? '',
    href: alertUrl(id),
    action: alertType === 'screeningMatch' ? 'Decide match' : 'Open alert',
  }),
  review: (item) => ({
    what: 'Review of the client',
    why: [risk(item), ...(item.trigger ? [reviewTriggerLabels[item.trigger]] : [])].join(', '),
    href: item.trigger ? reviewUrl(item.id) : clientTabUrl(item.resourceId, 'monitoring'),
    action: 'Review',
  }),
  activity: ({ id, activityStatus }, { noun }) => ({
    what: capitalized(noun.singular),
    why: activityStatus ? activityLifecycle.labels[activityStatus] : '',
    href: `/activities/${id}`,
    action: 'Continue',
  }),
  approval: (item) => ({
    what: 'Risk assessment to approve',
    why: `${risk(item)}, assessed by ${item.person}`,
    href: assessmentHref(item),
    action: 'Check and approve',
  }),
  clientApproval: (item) => ({
    what: 'Client to approve',
    why: [risk(item), ...(item.person === null ? [] : [`sent by ${item.person}`])].join(', '),
    href: `/clients/${item.resourceId}`,
    action: 'Check and approve',
  }),
  request: ({ id, resourceId, resourceName, about }) => ({
    what: 'Submitted documents',
    why: about === resourceName ? 'Sent by the client' : `Sent by ${about}`,
    href: clientSectionUrl(resourceId, 'requests', { request: id }),
    action: 'Check documents',
  }),
  verification: ({ id, resourceId, verificationKind }) => ({
    what: verificationKind === 'business' ? 'Business verification' : 'Identity verification',
    why: 'Results are in, decision outstanding',
    href: `/clients/${resourceId}/${verificationKind === 'business' ? 'kyb' : 'individual'}_verifications/${id}`,
    action: 'Decide',
  }),
  draft: (item) => ({
    what: 'Risk assessment',
    why: item.assessmentStatus === 'returned' ? 'Returned to you' : 'You started it',
    href: assessmentHref(item),
    action: 'Finish',
  }),
  onboarding: (item) => ({
    what: 'Onboarding',
    why: [risk(item), ...onboardingProgress(item)].join(', '),
    href: `/clients/${item.resourceId}`,
    action: 'Continue',
  }),
};

/** A due date as a badge, overdue if it has passed; without one, since when it waits. */
function dueState({ dueOn, dueAt, since }: WorkItem, { today, now, timeZone }: Viewer) {
  const isLate = dueOn !== null ? compareDates(dueOn, today) < 0 : dueAt !== null && new Date(dueAt) < now;
  const day = dueOn !== null ? formatDate(dueOn) : dueAt !== null ? formatDay(dueAt, timeZone) : null;
  if (day === null) return { by: null, text: `Since ${formatDay(since, timeZone)}` };
  return isLate
    ? { by: overdueBadge, text: `Overdue since ${day}` }
    : { by: neutralBadge, text: `Due ${day}` };
}

/** An item of work formatted for display. */
export interface WorkLine extends Work {
  key: string;
  name: string;
  recordHref: string;
  sanctions: WorkItem['sanctions'];
  /** Of an alert. */
  severity: { by: BadgeProps; text: string } | null;
  due: { by: BadgeProps | null; text: string };
}

/** The member's work as lines. */
export function workLines(items: readonly WorkItem[], viewer: Viewer): WorkLine[] {
  return items.map((item) => ({
    ...works[item.kind](item, viewer),
    key: `${item.kind} ${item.id}`,
    name: item.resourceName,
    recordHref: alertRecordHref(item),
    sanctions: item.sanctions,
    severity:
      item.kind === 'alert' && item.level
        ? { by: severityBadges[item.level], text: alertSeverityLabels[item.level] }
        : null,
    due: dueState(item, viewer),
  }));
}
