import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewKindLabels, reviewTriggerLabels } from '#rules/reviews/review-labels.ts';
import { formatBirthDate } from '#rules/screening/describe-birth-dates.ts';
import { isNameMatch } from '#rules/screening/score-entity.ts';
import {
  type FalsePositiveReason,
  falsePositiveReasonLabels,
  matchStatusLabels,
  topicLabels,
} from '#rules/screening-matches/match-labels.ts';
import { birthDateMatchingLabels, monitoringCheckLabels } from '#rules/worklists/worklist-settings.ts';
import type { ClientPackRecords, PackedScreening } from '../contents/records.ts';
import { country, day, formatEnumValue } from './formatters.ts';
import { facts, type Html, html, list, table } from './html.ts';

type Clock = (instant: string | null) => string;
type Match = PackedScreening['matches'][number];

const formatList = ({ name, version, publishedOn, checkedAt }: PackedScreening['lists'][number]) => {
  const days = [
    ...(publishedOn ? [`published ${publishedOn}`] : []),
    ...(checkedAt ? [`found current on ${checkedAt.slice(0, 10)}`] : []),
  ];
  return `${name}, version ${version}${days.length > 0 ? ` (${days.join('; ')})` : ''}`;
};

function formatQuery({ query }: PackedScreening): string {
  return [
    query.names.join('; '),
    query.birthDate && `born ${query.birthDate}`,
    query.countries.map(country).join(', '),
    query.identifiers.map(({ number }) => number).join(', '),
  ]
    .filter(Boolean)
    .join(', ');
}

function formatReason({ reasonCode, reason }: Match): string {
  const words = reasonCode && (falsePositiveReasonLabels[reasonCode as FalsePositiveReason] ?? reasonCode);
  return [words, reason].filter(Boolean).join(': ');
}

/** A match below the threshold states its reason. */
function formatScore({ score, features, topics }: Match, threshold: number): string {
  const isVisible = isNameMatch({ score, features }, topics, threshold / 100);
  const why = isVisible
    ? ', below the threshold: raised because the name on a sanctions list is identical'
    : '';
  return `${Math.round(score * 100)}%${why}`;
}

function matchPart(match: Match, threshold: number, clock: Clock): Html {
  const { entity } = match;
  return html`${facts([
    ['Listed as', entity.names.map(({ text }) => text).join('; ')],
    ['List', `${match.listName}, version ${match.listVersion}`],
    ['Entry', html`<code>${entity.id}</code>`],
    ['Listed for', match.topics.map((topic) => topicLabels[topic]).join(', ')],
    ['Born', entity.birthDates.map(formatBirthDate).join('; ')],
    ['Countries', entity.countries.map(country).join(', ')],
    ['Remarks', entity.remarks],
    ['Match score', formatScore(match, threshold)],
    ['Found', clock(match.foundAt)],
    ['Decision', matchStatusLabels[match.status]],
    ['PEP type', match.pepOf && formatEnumValue(match.pepOf)],
    ['Reason', formatReason(match)],
    ['Decided by', match.decidedBy && `${match.decidedBy}, ${clock(match.decidedAt)}`],
  ])}${table(
    'Score breakdown',
    ['Compared', 'On the record', 'On the list', 'Points', 'Finding'],
    match.features.map(({ name, subject, listed, points, finding }) => [
      formatEnumValue(name),
      subject,
      listed,
      String(Math.round(points * 100)),
      finding,
    ]),
    'No fields compared.',
  )}`;
}

function foundPart(screening: PackedScreening, clock: Clock): Html {
  return html`<div class="record"><h3>${clock(screening.at)}</h3>${facts([
    ['Searched for', formatQuery(screening)],
    ['Searched in', list(screening.lists.map(formatList))],
    ['Looked for', screening.checks.map((check) => monitoringCheckLabels[check]).join(', ')],
    [
      'Match threshold',
      `${screening.threshold}%; dates of birth: ${birthDateMatchingLabels[screening.dobMatching].toLowerCase()}`,
    ],
    ['Algorithm', screening.algorithm],
    ['Requested by', screening.requestedBy],
  ])}${screening.matches.map((match) => matchPart(match, screening.threshold, clock))}</div>`;
}

/** Groups screenings without matches, which repeat nightly, by the lists searched. */
function plainLines(screenings: readonly PackedScreening[], clock: Clock) {
  const groups = new Map<string, PackedScreening[]>();
  for (const screening of screenings) {
    const key = [formatQuery(screening), ...screening.lists.map(formatList), screening.error].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), screening]);
  }
  return [...groups.values()].map((group) => {
    const [newest, oldest] = [group[0], group.at(-1)];
    return [
      group.length === 1
        ? clock(newest?.at ?? null)
        : `${group.length} times, ${clock(oldest?.at ?? null)} to ${clock(newest?.at ?? null)}`,
      newest ? formatQuery(newest) : '',
      list(newest?.lists.map(formatList) ?? []),
      newest?.error ? `Did not run: ${newest.error}` : 'No new matches',
    ];
  });
}

/** Lists searched, matches and decisions. */
export function screeningsSection({ screenings }: ClientPackRecords, clock: Clock): Html {
  const withMatches = screenings.filter(({ matches }) => matches.length > 0);
  const plain = screenings.filter(({ matches }) => matches.length === 0);
  return html`${withMatches.map((withMatch) => foundPart(withMatch, clock))}${table(
    withMatches.length === 0 ? 'Screenings' : 'Screenings without new matches',
    ['When', 'Searched for', 'Searched in', 'Result'],
    plainLines(plain, clock),
    withMatches.length === 0 ? 'No screenings' : 'Every screening had new matches.',
  )}`;
}

/** Reviews of a client, with findings and the risk before and after. */
export function reviewsSection({ reviews }: ClientPackRecords, clock: Clock): Html {
  return table(
    'Reviews',
    ['Due', 'Why', 'Status', 'Findings', 'Risk before and after', 'Completed'],
    reviews.map((review) => [
      day(review.dueOn),
      [
        reviewKindLabels[review.kind],
        review.trigger && reviewTriggerLabels[review.trigger].toLowerCase(),
        review.cause,
      ]
        .filter(Boolean)
        .join(': '),
      [reviewLifecycle.labels[review.status], review.reason].filter(Boolean).join(': '),
      review.findings ?? '',
      [review.riskBefore, review.riskAfter]
        .map((level) => (level ? riskLevelLabels[level] : '–'))
        .join(' → '),
      review.completedAt ? `${clock(review.completedAt)}, ${review.completedBy ?? ''}` : '',
    ]),
    'No review is on record.',
  );
}
