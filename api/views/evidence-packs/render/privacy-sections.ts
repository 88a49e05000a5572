import { capacityLabels } from '#rules/activity-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { privacyDecisionLabels, privacyRequestKindLabels } from '#rules/privacy/requests.ts';
import type { ClientPackRecords, SubjectElsewhere } from '../contents/records.ts';
import { day } from './formatters.ts';
import { type Html, html, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;

/** Requests for access and correction, with statements of corrections that were not made. */
export function privacySection({ privacyRequests }: ClientPackRecords, clock: Clock): Html {
  return table(
    'Requests for access and correction',
    ['Received', 'Kind', 'Requested', 'Decision', 'Statement of correction'],
    privacyRequests.map(({ receivedOn, kind, details, decided, statement }) => [
      day(receivedOn),
      privacyRequestKindLabels[kind],
      prose(details),
      decided
        ? html`${privacyDecisionLabels[decided.decision]}, ${clock(decided.at)}<br>${prose(decided.reason)}`
        : 'Not decided',
      prose(statement?.text),
    ]),
    'None.',
  );
}

/** Where else the person is on record, in a pack for themselves. */
export function elsewhereSection({ roles, activities }: SubjectElsewhere): Html {
  return html`${table(
    'Roles at other clients',
    ['Client', 'Roles', 'Direct ownership %', 'From', 'Until'],
    roles.map(({ of, roles: held, directPercent, validFrom, validTo }) => [
      of,
      held.join(', '),
      directPercent,
      day(validFrom),
      validTo === null ? '' : day(validTo),
    ]),
    'No roles at other clients.',
  )}${table(
    'Activities',
    ['Reference', 'Name', 'Capacity', 'Status'],
    activities.map(({ reference, name, capacity, status }) => [
      reference,
      name,
      capacityLabels[capacity],
      activityLifecycle.labels[status],
    ]),
    'No activities.',
  )}`;
}
