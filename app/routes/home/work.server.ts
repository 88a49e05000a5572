import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readHome } from '#contract/home.ts';
import { compareDates, formatDate } from '#rules/calendar-dates.ts';
import { riskLevelLabels } from '#rules/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { activityStatusMarks, overdueMark } from '../../components/mark.tsx';
import { countText } from '../../components/table.tsx';
import { dayText } from '../clients/instant-text.server.ts';
import type { WorkKind, WorkLine } from './work-list.tsx';

type Home = EndpointAnswer<typeof readHome>;
type Assessment = Home['approvals']['items'][number];

const levelText = (level: Assessment['level']) =>
  level === null ? '' : `${riskLevelLabels[level].toLowerCase()} risk, `;

function assessmentLine(one: Assessment, about: string): WorkLine {
  return {
    key: one.id,
    href: `/${one.resourceType}/${one.resourceId}/risk_assessments/${one.id}`,
    name: one.resourceName,
    about,
  };
}

/** A day that something is due, marked where it is past. */
function dueState(dueOn: string, today: string): WorkLine['state'] {
  const isLate = compareDates(dueOn, today) < 0;
  return isLate
    ? { by: overdueMark, text: `Overdue since ${formatDate(dueOn)}` }
    : { by: activityStatusMarks.toDo, text: `Due ${formatDate(dueOn)}` };
}

/** What waits besides alerts and clients in work, kind by kind; kinds of which there is nothing are left out. What others wait for comes first. */
export function waitingWork(home: Home, timeZone: string): WorkKind[] {
  const since = (instant: string) => dayText(instant, timeZone);
  const kinds: (WorkKind & { count: number })[] = [
    {
      id: 'approvals',
      title: 'To approve',
      hint: 'Risk assessments that wait for an approval you may give, longest waiting first.',
      ...counted(home.approvals),
      lines: home.approvals.items.map((one) =>
        assessmentLine(one, `${levelText(one.level)}from ${one.assessedBy}, ${since(one.since)}`),
      ),
      all: null,
    },
    {
      id: 'verifications',
      title: 'To decide',
      hint: 'Verifications with their results in, longest waiting first.',
      ...counted(home.verifications),
      lines: home.verifications.items.map((one) => ({
        key: one.id,
        href: `/clients/${one.clientId}/${one.kind === 'individual' ? 'individual' : 'kyb'}_verifications/${one.id}`,
        name: one.clientName,
        about: `${one.kind === 'individual' ? 'identity' : 'business'}, since ${since(one.since)}`,
      })),
      all: null,
    },
    {
      id: 'reviews',
      title: 'Reviews due',
      hint: 'Of clients you are responsible for, overdue or within 30 days.',
      ...counted(home.reviews),
      lines: home.reviews.items.map(({ clientId, clientName, dueOn, riskLevel }) => ({
        key: clientId,
        href: `/clients/${clientId}`,
        name: clientName,
        about: riskLevel === null ? 'not assessed' : `${riskLevelLabels[riskLevel].toLowerCase()} risk`,
        state: dueState(dueOn, home.today),
      })),
      all: { href: '/monitoring?view=reviews&due=mine', label: 'All your reviews' },
    },
    {
      id: 'activities',
      title: 'Your open activities',
      hint: 'What is due first is at the top.',
      ...counted(home.activities),
      lines: home.activities.items.map(({ id, reference, name, status, dueOn }) => ({
        key: id,
        href: `/activities/${id}`,
        name,
        about: reference,
        state:
          dueOn === null
            ? { by: activityStatusMarks[status], text: activityLifecycle.labels[status] }
            : dueState(dueOn, home.today),
      })),
      all: { href: '/activities?assignee=me&sort=due', label: 'All your activities' },
    },
    {
      id: 'drafts',
      title: 'Your drafts',
      hint: 'Risk assessments that you have begun or that were returned to you.',
      ...counted(home.drafts),
      lines: home.drafts.items.map((one) =>
        assessmentLine(
          one,
          `${one.status === 'returned' ? 'returned to you' : 'begun'}, ${since(one.since)}`,
        ),
      ),
      all: null,
    },
  ];
  return kinds
    .filter(({ count }) => count > 0)
    .map(({ count, all, ...kind }) => ({ ...kind, all: count > kind.lines.length ? all : null }));
}

function counted({ total }: { total: Home['approvals']['total'] }) {
  return { total: countText(total), count: total.count };
}
