import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { reviewTriggerLabels } from '#rules/reviews/review-labels.ts';
import { neutralBadge, overdueBadge } from '../../components/badge.tsx';
import { formatDay } from '../../components/format-instant.server.ts';
import { formatCount } from '../../components/table.tsx';
import type { WorkKind, WorkLine } from './task-list.tsx';

type Home = EndpointResponse<typeof readHome>;
type Assessment = Home['approvals']['items'][number];

const formatLevel = (level: Assessment['level']) =>
  level === null ? '' : `${riskLevelLabels[level].toLowerCase()} risk, `;

function assessmentLine(assessment: Assessment, about: string): WorkLine {
  return {
    key: assessment.id,
    href: `/${assessment.resourceType}/${assessment.resourceId}/risk_assessments/${assessment.id}`,
    name: assessment.resourceName,
    sanctions: assessment.sanctions,
    about,
  };
}

/** A due date as a badge; overdue if it has passed. */
function dueState(dueOn: string, today: string): WorkLine['state'] {
  const isLate = compareDates(dueOn, today) < 0;
  return isLate
    ? { by: overdueBadge, text: `Overdue since ${formatDate(dueOn)}` }
    : { by: neutralBadge, text: `Due ${formatDate(dueOn)}` };
}

/** With the number of `total`, which determines whether the list is shown and linked. */
type CountedKind = WorkKind & { count: number };

function toApprovals({ approvals }: Home, timeZone: string): CountedKind {
  return {
    id: 'approvals',
    title: 'Awaiting your approval',
    hint: 'Risk assessments you can approve, oldest first.',
    ...counted(approvals),
    lines: approvals.items.map((assessment) =>
      assessmentLine(
        assessment,
        `${formatLevel(assessment.level)}from ${assessment.assessedBy}, ${formatDay(assessment.since, timeZone)}`,
      ),
    ),
    all: null,
  };
}

function toVerifications({ verifications }: Home, timeZone: string): CountedKind {
  return {
    id: 'verifications',
    title: 'Verifications to decide',
    hint: 'Verifications with results, oldest first.',
    ...counted(verifications),
    lines: verifications.items.map((verification) => ({
      key: verification.id,
      href: `/clients/${verification.clientId}/${verification.kind === 'individual' ? 'individual' : 'kyb'}_verifications/${verification.id}`,
      name: verification.clientName,
      sanctions: verification.sanctions,
      about: `${verification.kind === 'individual' ? 'identity' : 'business'}, since ${formatDay(verification.since, timeZone)}`,
    })),
    all: null,
  };
}

function toReviews({ reviews, today }: Home): CountedKind {
  return {
    id: 'reviews',
    title: 'Reviews due',
    hint: 'For your clients: overdue or due within 30 days.',
    ...counted(reviews),
    lines: reviews.items.map(({ clientId, clientName, sanctions, dueOn, riskLevel, reviewId, trigger }) => ({
      key: reviewId ?? clientId,
      href: reviewId === null ? `/clients/${clientId}` : `/monitoring?review=${reviewId}`,
      name: clientName,
      sanctions,
      about: [
        riskLevel === null ? 'not rated' : `${riskLevelLabels[riskLevel].toLowerCase()} risk`,
        ...(trigger === null ? [] : [reviewTriggerLabels[trigger]]),
      ].join(', '),
      state: dueState(dueOn, today),
    })),
    all: { href: '/monitoring?view=reviews&due=mine', label: 'All your reviews' },
  };
}

function toActivities({ activities, today }: Home, noun: ActivityNoun): CountedKind {
  return {
    id: 'activities',
    title: `Your open ${noun.plural}`,
    hint: 'Soonest due first.',
    ...counted(activities),
    lines: activities.items.map(({ id, reference, name, sanctions, status, dueOn }) => ({
      key: id,
      href: `/activities/${id}`,
      name,
      about: reference,
      sanctions,
      state:
        dueOn === null
          ? { by: neutralBadge, text: activityLifecycle.labels[status] }
          : dueState(dueOn, today),
    })),
    all: { href: '/activities?assignee=me&sort=due', label: `All your ${noun.plural}` },
  };
}

function toDrafts({ drafts }: Home, timeZone: string): CountedKind {
  return {
    id: 'drafts',
    title: 'Your drafts',
    hint: 'Risk assessments you started or that were returned to you.',
    ...counted(drafts),
    lines: drafts.items.map((assessment) =>
      assessmentLine(
        assessment,
        `${assessment.status === 'returned' ? 'returned to you' : 'begun'}, ${formatDay(assessment.since, timeZone)}`,
      ),
    ),
    all: null,
  };
}

function toEvidenceGaps({ evidenceGaps }: Home): CountedKind {
  return {
    id: 'evidence-gaps',
    title: 'Approved before evidence was required',
    hint: 'Clients verified or activated without CDD approved on evidence. High risk first.',
    ...counted(evidenceGaps),
    lines: evidenceGaps.items.map(({ clientId, clientName, sanctions, riskLevel }) => ({
      key: clientId,
      href: `/clients/${clientId}`,
      name: clientName,
      sanctions,
      about: riskLevel === null ? 'not rated' : `${riskLevelLabels[riskLevel].toLowerCase()} risk`,
    })),
    all: { href: '/monitoring?view=evidence', label: 'All of these clients' },
  };
}

/**
 * Pending work besides alerts and client onboarding, by kind; work that others depend on comes first. Omits empty kinds, and links to all
 * only if some are not listed.
 */
export function waitingWork(home: Home, timeZone: string, noun: ActivityNoun): WorkKind[] {
  return [
    toApprovals(home, timeZone),
    toVerifications(home, timeZone),
    toReviews(home),
    toActivities(home, noun),
    toDrafts(home, timeZone),
    toEvidenceGaps(home),
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, all, ...kind }) => ({ ...kind, all: count > kind.lines.length ? all : null }));
}

function counted({ total }: { total: Home['approvals']['total'] }) {
  return { total: formatCount(total), count: total.count };
}
