import type { CompanyState } from '#contract/company/accounts.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readAlert } from '#contract/monitoring/alerts.ts';
import type { ScreeningMatch } from '#contract/monitoring/screenings.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { prohibitionProvisions } from '#rules/sanctions.ts';
import { formatBirthDate } from '#rules/screening/describe-birth-dates.ts';
import { isNameMatch } from '#rules/screening/score-entity.ts';
import { getMatchPepStatus, pepConsequence } from '#rules/screening-matches/match-effects.ts';
import {
  falsePositiveReasonLabels,
  matchChangeLabels,
  matchStatusLabels,
  topicLabels,
} from '#rules/screening-matches/match-labels.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { pepOfLabels } from '../clients/cdd/finding-labels.ts';

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

/** An alert as the API returns it. */
export type ReadAlert = EndpointResponse<typeof readAlert>;

const figure = (points: number) => `${points > 0 ? '+' : ''}${Math.round(points * 100)}`;

/** One match as the alert's page shows it: both records side by side, the score's parts, and the decision. */
export function visibleMatch(
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
