import { riskLevelLabels } from '#rules/client-types.ts';
import {
  type FalsePositiveReason,
  falsePositiveReasonLabels,
  matchStatusLabels,
  topicLabels,
} from '#rules/monitoring/match-words.ts';
import { reviewKindLabels, reviewTriggerLabels } from '#rules/monitoring/review-words.ts';
import { birthDateMatchingLabels, monitoringCheckLabels } from '#rules/monitoring/worklist-settings.ts';
import type { ClientDossier, PackedScreening } from '../records.ts';
import { facts, type Html, html, list, table } from './html.ts';
import { country, day, stateText } from './words.ts';

type Clock = (instant: string | null) => string;
type Match = PackedScreening['matches'][number];

const listText = ({ name, version, publishedOn }: PackedScreening['lists'][number]) =>
  `${name}, version ${version}${publishedOn ? ` (published ${publishedOn})` : ''}`;

function queryText({ query }: PackedScreening): string {
  return [
    query.names.join('; '),
    query.birthDate && `born ${query.birthDate}`,
    query.countries.map(country).join(', '),
    query.identifiers.map(({ number }) => number).join(', '),
  ]
    .filter(Boolean)
    .join(', ');
}

function reasonText({ reasonCode, reason }: Match): string {
  const words = reasonCode && (falsePositiveReasonLabels[reasonCode as FalsePositiveReason] ?? reasonCode);
  return [words, reason].filter(Boolean).join(': ');
}

function matchPart(match: Match, clock: Clock): Html {
  const { entity } = match;
  return html`${facts([
    ['Listed as', entity.names.map(({ text }) => text).join('; ')],
    ['List', `${match.listName}, version ${match.listVersion}`],
    ['Entry', html`<code>${entity.id}</code>`],
    ['Listed for', match.topics.map((topic) => topicLabels[topic]).join(', ')],
    [
      'Born',
      entity.birthDates.map((born) => ('on' in born ? born.on : `${born.from} to ${born.to}`)).join('; '),
    ],
    ['Countries', entity.countries.map(country).join(', ')],
    ['Remarks', entity.remarks],
    ['Likeness', `${Math.round(match.score * 100)} of 100`],
    ['Found', clock(match.foundAt)],
    ['Decision', matchStatusLabels[match.status]],
    ['Reason', reasonText(match)],
    ['Decided by', match.decidedBy && `${match.decidedBy}, ${clock(match.decidedAt)}`],
  ])}${table(
    'What the likeness is made of',
    ['Compared', 'On the record', 'On the list', 'Points', 'Finding'],
    match.features.map(({ name, subject, listed, points, finding }) => [
      stateText(name),
      subject,
      listed,
      String(Math.round(points * 100)),
      finding,
    ]),
    'Nothing was compared.',
  )}`;
}

function foundPart(screening: PackedScreening, clock: Clock): Html {
  return html`<div class="record"><h4>${clock(screening.at)}</h4>${facts([
    ['Searched for', queryText(screening)],
    ['Searched in', list(screening.lists.map(listText))],
    ['Looked for', screening.checks.map((check) => monitoringCheckLabels[check]).join(', ')],
    [
      'Shown from',
      `${screening.threshold} of 100; birth dates: ${birthDateMatchingLabels[screening.dobMatching].toLowerCase()}`,
    ],
    ['Matcher', screening.algorithm],
    ['Asked for by', screening.requestedBy],
  ])}${screening.matches.map((match) => matchPart(match, clock))}</div>`;
}

/** Screenings without a match say the same night after night: they stand together by what was searched in. */
function plainLines(screenings: readonly PackedScreening[], clock: Clock) {
  const groups = new Map<string, PackedScreening[]>();
  for (const screening of screenings) {
    const key = [queryText(screening), ...screening.lists.map(listText), screening.error].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), screening]);
  }
  return [...groups.values()].map((group) => {
    const [newest, oldest] = [group[0], group.at(-1)];
    return [
      group.length === 1
        ? clock(newest?.at ?? null)
        : `${group.length} times, ${clock(oldest?.at ?? null)} to ${clock(newest?.at ?? null)}`,
      newest ? queryText(newest) : '',
      list(newest?.lists.map(listText) ?? []),
      newest?.error ? `Did not run: ${newest.error}` : 'No match that is new',
    ];
  });
}

/** What a client was compared with, what was found and what was decided. */
export function screeningsSection({ screenings }: ClientDossier, clock: Clock): Html {
  const withMatches = screenings.filter(({ matches }) => matches.length > 0);
  const plain = screenings.filter(({ matches }) => matches.length === 0);
  return html`${withMatches.map((one) => foundPart(one, clock))}${table(
    withMatches.length === 0 ? 'Screenings' : 'Screenings that found nothing new',
    ['When', 'Searched for', 'Searched in', 'What came of it'],
    plainLines(plain, clock),
    withMatches.length === 0 ? 'The client was not screened.' : 'Every screening found something new.',
  )}`;
}

/** The reviews of a client, with what was found and the risk before and after. */
export function reviewsSection({ reviews }: ClientDossier, clock: Clock): Html {
  return table(
    'Reviews',
    ['Due', 'Why', 'Status', 'Findings', 'Risk before and after', 'Done'],
    reviews.map((review) => [
      day(review.dueOn),
      [
        reviewKindLabels[review.kind],
        review.trigger && reviewTriggerLabels[review.trigger].toLowerCase(),
        review.cause,
      ]
        .filter(Boolean)
        .join(': '),
      [stateText(review.status), review.reason].filter(Boolean).join(': '),
      review.findings ?? '',
      [review.riskBefore, review.riskAfter]
        .map((level) => (level ? riskLevelLabels[level] : '–'))
        .join(' → '),
      review.completedAt ? `${clock(review.completedAt)}, ${review.completedBy ?? ''}` : '',
    ]),
    'No review is on record.',
  );
}
