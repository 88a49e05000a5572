import { type CompanyState, listMembers } from '#contract/company/accounts.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readAlert } from '#contract/monitoring/alerts.ts';
import type { ScreeningMatch } from '#contract/monitoring/screenings.ts';
import { alertOutcomeLabels, alertTypeLabels, getOutcomes, isSnoozable } from '#rules/alerts/alert-types.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { prohibitionProvisions } from '#rules/sanctions.ts';
import { formatBirthDate } from '#rules/screening/describe-birth-dates.ts';
import { isNameMatch } from '#rules/screening/score-entity.ts';
import { getMatchPepStatus, pepConsequence } from '#rules/screening-matches/match-effects.ts';
import {
  falsePositiveReasonLabels,
  isUndecidedMatch,
  matchChangeLabels,
  matchStatusLabels,
  topicLabels,
} from '#rules/screening-matches/match-labels.ts';
import { alertRecordHref } from '../../components/alerts/alert-lines.server.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';
import { may } from '../../session/permissions.server.ts';
import { pepOfLabels } from '../clients/cdd/finding-labels.ts';
import { alertRow } from './alerts.server.ts';

const history = {
  actions: {
    'alert.opened': 'Opened',
    'alert.statusChanged': 'Changed',
    'alert.severityRaised': 'Severity raised',
    'alert.closed': 'Closed',
  },
  labels: {
    status: 'Status',
    severity: 'Severity',
    assignee: 'Assignee',
    outcome: 'Outcome',
    reason: 'Reason',
    snoozedUntil: 'Snoozed until',
  },
  // A missing assignee is named; a reason without an earlier one is shown alone.
  value: (field: string, value: string | null) => value ?? (field === 'assignee' ? 'Unassigned' : ''),
};

/** `verdict`: the result of comparing the two, if it is part of the score. */
type Row = { label: string; ours: string; listed: string; verdict?: string | undefined };

/** Formats a date of a record or list entry; a partial date is returned as it is. */
const dayOr = (text: string) => (isCalendarDate(text) ? formatDate(text) : text);

const lines = (values: readonly string[]) => values.join('\n');

const numbers = (identifiers: readonly { type?: string; number: string; country?: string | undefined }[]) =>
  lines(
    identifiers.map(({ type, number, country }) =>
      [type, number, country && countryName(country)].filter(Boolean).join(', '),
    ),
  );

const kinds = {
  Person: 'Person',
  Organization: 'Organisation',
  LegalEntity: 'Not stated',
  Vessel: 'Vessel',
  Aircraft: 'Aircraft',
};

/** Both records field by field, without fields that neither has. */
function comparison(subject: RawQuery | null, { entity, features }: ScreeningMatch): Row[] {
  const verdict = (name: ScreeningMatch['features'][number]['name']) =>
    features.find((feature) => feature.name === name)?.finding;
  const [primary, ...others] = entity.names;
  const quality = (name: (typeof others)[number]) =>
    name.quality === 'weakAlias' ? `${name.text} (uncertain)` : name.text;
  const [ownName = '', ...ownOthers] = subject?.names ?? [];
  return [
    { label: 'Name', ours: ownName, listed: primary?.text ?? '' },
    { label: 'Other names', ours: lines(ownOthers), listed: lines(others.map(quality)) },
    {
      label: 'Kind',
      ours: subject === null ? '' : subject.schema === 'LegalEntity' ? 'Business' : kinds[subject.schema],
      listed: kinds[entity.schema],
    },
    {
      label: 'Date of birth or formation',
      ours: dayOr(subject?.birthDate ?? ''),
      listed: lines(entity.birthDates.map(formatBirthDate)),
      verdict: verdict('birthDate'),
    },
    {
      label: 'Countries',
      ours: lines((subject?.countries ?? []).map(countryName)),
      listed: lines(entity.countries.map(countryName)),
    },
    { label: 'Identifiers', ours: numbers(subject?.identifiers ?? []), listed: numbers(entity.identifiers) },
    { label: 'Place of birth', ours: '', listed: lines(entity.birthPlaces) },
    { label: 'Addresses', ours: '', listed: lines(entity.addresses) },
    { label: 'Listed under', ours: '', listed: lines(entity.programmes) },
    { label: 'Listed on', ours: '', listed: dayOr(entity.listedOn ?? '') },
    { label: 'Remarks', ours: '', listed: entity.remarks ?? '' },
  ].filter(({ ours, listed }) => ours !== '' || listed !== '');
}

type RawQuery = {
  schema: keyof typeof kinds;
  names: string[];
  birthDate?: string | undefined;
  countries: string[];
  identifiers: { number: string; country?: string | undefined }[];
};

type ReadAlert = EndpointResponse<typeof readAlert>;

const figure = (points: number) => `${points > 0 ? '+' : ''}${Math.round(points * 100)}`;

function visibleMatch(
  match: ScreeningMatch,
  { subject, screening }: ReadAlert,
  { timeZone, regulatedIn }: Pick<CompanyState, 'timeZone' | 'regulatedIn'>,
) {
  const { id, version, status, entity, topics, decidedAt, decidedBy, reason, reasonCode } = match;
  const code = reasonCode && falsePositiveReasonLabels[reasonCode as keyof typeof falsePositiveReasonLabels];
  return {
    id,
    version,
    name: entity.names[0]?.text ?? entity.id,
    formatList: `${match.listName}, version ${match.listVersion}`,
    status,
    statusText: matchStatusLabels[status],
    changeText: match.change === 'added' ? null : matchChangeLabels[match.change],
    topics: topics.map((topic) => topicLabels[topic]),
    isExposed: topics.includes('pep') || topics.includes('rca'),
    isSanction: topics.includes('sanction'),
    /** The provision that prohibits dealing with the person once confirmed; empty if none does. */
    provision: prohibitionProvisions(match.regimes, regulatedIn),
    score: Math.round(match.score * 100),
    belowThreshold:
      screening && isNameMatch(match, topics, screening.threshold / 100) ? screening.threshold : null,
    features: match.features.map(({ name, points, finding, ...feature }) => ({
      key: `${name} ${feature.subject} ${feature.listed}`,
      points: figure(points),
      finding,
      compared:
        feature.subject === feature.listed ? feature.subject : `${feature.subject} with ${feature.listed}`,
    })),
    rows: comparison(subject, match),
    exposure: confirmedExposure(match),
    decided:
      decidedAt === null
        ? null
        : {
            by: `${decidedBy ?? ''}, ${formatInstant(decidedAt, timeZone)}`,
            reason: [code, reason].filter(Boolean).join(': '),
          },
  };
}

/** The PEP kind of a confirmed match, with its consequences; null for other matches. */
function confirmedExposure({
  status,
  topics,
  pepOf,
}: Pick<ScreeningMatch, 'status' | 'topics' | 'pepOf'>): { kind: string; consequence: string } | null {
  const pepStatus = status === 'truePositive' && pepOf !== null ? getMatchPepStatus(topics, pepOf) : null;
  if (pepStatus === null || pepOf === null) return null;
  const closeTo = pepStatus === 'relativeOrAssociate' ? ` ${pepOfLabels[pepOf]}` : '';
  return {
    kind: closeTo === '' ? pepStatusLabels[pepStatus] : `Relative or close associate${closeTo}`,
    consequence: pepConsequence(pepOf),
  };
}

export type MatchView = ReturnType<typeof visibleMatch>;

/** Matches that a decision of several applies to, and the steps that the alert's state and its undecided matches allow. */
function alertSteps(alert: ReadAlert, canWork: boolean) {
  const undecided = alert.matches.filter(({ status }) => isUndecidedMatch(status));
  const transitions = canWork
    ? transitionsFrom(alertLifecycle, alert.status)
        .filter(({ by, to }) => by === 'person' && (to !== 'snoozed' || isSnoozable(alert.type)))
        .map(({ to }) => to)
    : [];
  const mustDecide = alert.type === 'screeningMatch' && undecided.length > 0;
  return {
    undecided: undecided.map(({ id, version }) => `${id} ${version}`),
    transitions: mustDecide ? transitions.filter((to) => to !== 'closed') : transitions,
  };
}

/** Data of one alert. @param id from the URL */
export async function loadAlert({ api, me }: MemberArgs, id: string) {
  const [{ member, company }, alert, { members }] = await Promise.all([
    me(),
    api.call(readAlert, { params: { id } }),
    api.call(listMembers, {}),
  ]);
  const { timeZone } = company;
  const now = new Date();
  const canWork = may({ member, company }, 'alerts.close');
  const isOpen = alert.status !== 'closed';
  const { screening } = alert;
  return {
    view: 'alert' as const,
    alert: {
      ...alertRow(alert, timeZone, now),
      version: alert.version,
      status: alert.status,
      type: alert.type,
      title: `${alertTypeLabels[alert.type]}: ${alert.resourceName}`,
      href: alertRecordHref(alert),
      opened: formatInstant(alert.openedAt, timeZone),
      assigneeId: alert.assignee?.id ?? '',
      snoozedUntil: alert.snoozedUntil && formatInstant(alert.snoozedUntil, timeZone),
      outcome: alert.outcome && alertOutcomeLabels[alert.outcome],
      reason: alert.reason,
      escalationNote: alert.escalationNote,
    },
    query: alert.subject,
    belongsTo: alert.belongsTo.map(({ id: clientId, name, roles }) => ({
      href: `/clients/${clientId}`,
      name,
      roles: roles.map((role) => partyRoleLabels[role as keyof typeof partyRoleLabels] ?? role).join(', '),
    })),
    screening: screening && {
      at: formatInstant(screening.at, timeZone),
      lists: screening.lists.map(({ name, version }) => `${name}, version ${version}`),
      threshold: screening.threshold,
      algorithm: screening.algorithm,
    },
    matches: alert.matches.map((match) => visibleMatch(match, alert, company)),
    ...alertSteps(alert, canWork),
    canDecide: canWork && isOpen,
    mayConfirm: alert.mayConfirm && isOpen,
    outcomes: getOutcomes(alert.type).map((value) => ({ value, label: alertOutcomeLabels[value] })),
    members: members
      .filter(({ active }) => active)
      .map((member) => ({ value: member.id, label: member.name })),
    history: formatEvents(alert.history, history, timeZone),
    requestKey: newRequestKey(),
  };
}

export type LoadedAlert = Awaited<ReturnType<typeof loadAlert>>;
