import { countryName } from '#rules/countries.ts';
import { formatBirthDate } from '#rules/screening/describe-birth-dates.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';

const formatIdentifier = ({ type, number, country }: ListedEntity['identifiers'][number]) =>
  country === undefined ? `${type} ${number}` : `${type} ${number} (${countryName(country)})`;

const qualityLabels = { primary: '', alias: '', weakAlias: ' (weak alias)' } as const;

/** Displayed parts of an entity. */
const parts: readonly [string, (entity: ListedEntity) => string[]][] = [
  ['Names', ({ names }) => names.map(({ text, quality }) => `${text}${qualityLabels[quality]}`)],
  ['Dates of birth', ({ birthDates }) => birthDates.map(formatBirthDate)],
  ['Places of birth', ({ birthPlaces }) => birthPlaces],
  ['Countries', ({ countries }) => countries.map(countryName)],
  ['Gender', ({ gender }) => (gender === undefined ? [] : [gender])],
  ['Identifiers', ({ identifiers }) => identifiers.map(formatIdentifier)],
  ['Programmes', ({ programmes }) => programmes],
  ['Reasons', ({ topics }) => topics],
  ['Addresses', ({ addresses }) => addresses],
  ['Remarks', ({ remarks }) => (remarks === undefined ? [] : [remarks])],
];

/** Maximum values listed per part; the rest is counted. */
const maxNamed = 6;
const maxValueLength = 200;

function formatList(values: readonly string[]): string {
  const named = values.slice(0, maxNamed).map((value) => `“${value.slice(0, maxValueLength)}”`);
  const more = values.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** Describes the differences of an entity in phrases: `Names: added “…”`. */
export function describeChange(before: ListedEntity, after: ListedEntity): string[] {
  const phrases = parts.flatMap(([label, getValues]) => {
    const [was, is] = [getValues(before), getValues(after)];
    const added = is.filter((value) => !was.includes(value));
    const removed = was.filter((value) => !is.includes(value));
    const changes = [
      ...(added.length > 0 ? [`added ${formatList(added)}`] : []),
      ...(removed.length > 0 ? [`removed ${formatList(removed)}`] : []),
    ];
    return changes.length === 0 ? [] : [`${label}: ${changes.join('; ')}`];
  });
  return phrases.length > 0 ? phrases : ['The order or the spelling of what is known'];
}

/** Describes an added or removed entity in phrases. */
export function describeEntity(entity: ListedEntity): string[] {
  return parts
    .slice(0, 7)
    .map(([label, getValues]) => [label, getValues(entity).slice(label === 'Names' ? 1 : 0)] as const)
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${label === 'Names' ? 'Other names' : label}: ${formatList(values)}`);
}
