import { listMembers } from '#contract/accounts.ts';
import { readAlert } from '#contract/alerts.ts';
import type { ScreeningMatch } from '#contract/screenings.ts';
import { alertOutcomeLabels, alertTypeLabels, outcomesOf } from '#rules/alert-types.ts';
import { partyRoleLabels } from '#rules/client-parties.ts';
import { countryName } from '#rules/countries.ts';
import { movesFrom } from '#rules/lifecycles/lifecycle.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import {
  falsePositiveReasonLabels,
  matchChangeLabels,
  matchStatusLabels,
  topicLabels,
} from '#rules/monitoring/match-words.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { eventsInWords } from '../../components/record-history.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { alertRow } from './alerts.server.ts';

const history = {
  actions: {
    'alert.opened': 'Opened',
    'alert.moved': 'Changed',
    'alert.closed': 'Closed',
  },
  labels: {
    status: 'Status',
    assignee: 'For',
    outcome: 'Outcome',
    reason: 'Reason',
    snoozedUntil: 'Put off until',
  },
  value: (_field: string, value: string | null) => value ?? 'Nobody',
};

type Row = { label: string; ours: string; listed: string };

const birthText = (one: ScreeningMatch['entity']['birthDates'][number]) =>
  'on' in one ? one.on : `${one.from} to ${one.to}`;

const lines = (values: readonly string[]) => values.join('\n');

const numbers = (identifiers: readonly { type?: string; number: string; country?: string | undefined }[]) =>
  lines(
    identifiers.map(({ type, number, country }) =>
      [type, number, country && countryName(country)].filter(Boolean).join(', '),
    ),
  );

const kinds = {
  Person: 'Person',
  Organization: 'Body',
  LegalEntity: 'Not said',
  Vessel: 'Ship',
  Aircraft: 'Aircraft',
};

/** Both records line by line; what neither has is left out. */
function comparison(subject: RawQuery | null, { entity }: ScreeningMatch): Row[] {
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
      label: 'Born or formed',
      ours: subject?.birthDate ?? '',
      listed: lines(entity.birthDates.map(birthText)),
    },
    {
      label: 'Countries',
      ours: lines((subject?.countries ?? []).map(countryName)),
      listed: lines(entity.countries.map(countryName)),
    },
    { label: 'Numbers', ours: numbers(subject?.identifiers ?? []), listed: numbers(entity.identifiers) },
    { label: 'Born in', ours: '', listed: lines(entity.birthPlaces) },
    { label: 'Addresses', ours: '', listed: lines(entity.addresses) },
    { label: 'Listed under', ours: '', listed: lines(entity.programmes) },
    { label: 'Listed on', ours: '', listed: entity.listedOn ?? '' },
    { label: 'The list says', ours: '', listed: entity.remarks ?? '' },
  ].filter(({ ours, listed }) => ours !== '' || listed !== '');
}

type RawQuery = {
  schema: keyof typeof kinds;
  names: string[];
  birthDate?: string | undefined;
  countries: string[];
  identifiers: { number: string; country?: string | undefined }[];
};

const figure = (points: number) => `${points > 0 ? '+' : ''}${Math.round(points * 100)}`;

function shownMatch(match: ScreeningMatch, subject: RawQuery | null, timeZone: string) {
  const { id, version, status, entity, topics, decidedAt, decidedBy, reason, reasonCode } = match;
  const code = reasonCode && falsePositiveReasonLabels[reasonCode as keyof typeof falsePositiveReasonLabels];
  return {
    id,
    version,
    name: entity.names[0]?.text ?? entity.id,
    listText: `${match.listName}, version ${match.listVersion}`,
    status,
    statusText: matchStatusLabels[status],
    changeText: match.change === 'added' ? null : matchChangeLabels[match.change],
    topics: topics.map((topic) => topicLabels[topic]),
    isExposed: topics.includes('pep') || topics.includes('rca'),
    isSanction: topics.includes('sanction'),
    score: Math.round(match.score * 100),
    features: match.features.map(({ name, points, finding, ...feature }) => ({
      key: `${name} ${feature.subject} ${feature.listed}`,
      points: figure(points),
      finding,
      compared:
        feature.subject === feature.listed ? feature.subject : `${feature.subject} with ${feature.listed}`,
    })),
    rows: comparison(subject, match),
    decided:
      decidedAt === null
        ? null
        : {
            by: `${decidedBy ?? ''}, ${instantText(decidedAt, timeZone)}`,
            reason: [code, reason].filter(Boolean).join(': '),
          },
  };
}

export type ShownMatch = ReturnType<typeof shownMatch>;

/** One alert whole. @param id as the URL has it */
export async function loadAlert({ api, me }: MemberArgs, id: string) {
  const [{ member, company }, alert, { members }] = await Promise.all([
    me(),
    api.call(readAlert, { params: { id } }),
    api.call(listMembers, {}),
  ]);
  const { timeZone } = company;
  const now = new Date();
  const mayWork = may({ member, company }, 'alerts.finish');
  const moves = mayWork
    ? movesFrom(alertLifecycle, alert.status)
        .filter(({ by, to }) => by === 'person' && !(alert.type === 'screeningMatch' && to === 'snoozed'))
        .map(({ to }) => to)
    : [];
  const undecided = alert.matches.filter(({ status }) => status === 'pending' || status === 'possible');
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
      href: `/${alert.resourceType}/${alert.resourceId}`,
      opened: instantText(alert.openedAt, timeZone),
      assigneeId: alert.assignee?.id ?? '',
      snoozedUntil: alert.snoozedUntil && instantText(alert.snoozedUntil, timeZone),
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
      at: instantText(screening.at, timeZone),
      lists: screening.lists.map(({ name, version }) => `${name}, version ${version}`),
      threshold: screening.threshold,
      algorithm: screening.algorithm,
    },
    matches: alert.matches.map((match) => shownMatch(match, alert.subject, timeZone)),
    undecided: undecided.map(({ id: matchId, version }) => `${matchId} ${version}`),
    mayDecide: mayWork && isOpen,
    mayConfirm: alert.mayConfirm && isOpen,
    moves:
      alert.type === 'screeningMatch' && undecided.length > 0 ? moves.filter((to) => to !== 'closed') : moves,
    outcomes: outcomesOf(alert.type).map((value) => ({ value, label: alertOutcomeLabels[value] })),
    members: members.filter(({ active }) => active).map((one) => ({ value: one.id, label: one.name })),
    history: eventsInWords(alert.history, history, timeZone),
    requestKey: newRequestKey(),
  };
}

export type LoadedAlert = Awaited<ReturnType<typeof loadAlert>>;
