import { formatDate } from '#rules/calendar-dates.ts';
import { countryName } from '#rules/countries.ts';
import type { BirthDate, ListedEntity } from '#rules/screening/screening-records.ts';

const dateText = (date: string) => (date.length === 10 ? formatDate(date) : date);

const birthText = (date: BirthDate) =>
  'on' in date ? dateText(date.on) : `${dateText(date.from)} to ${dateText(date.to)}`;

const identifierText = ({ type, number, country }: ListedEntity['identifiers'][number]) =>
  country === undefined ? `${type} ${number}` : `${type} ${number} (${countryName(country)})`;

const qualityWords = { primary: '', alias: '', weakAlias: ' (weak alias)' } as const;

/** What people are shown of an entity, part by part. */
const parts: readonly [string, (entity: ListedEntity) => string[]][] = [
  ['Names', ({ names }) => names.map(({ text, quality }) => `${text}${qualityWords[quality]}`)],
  ['Dates of birth', ({ birthDates }) => birthDates.map(birthText)],
  ['Places of birth', ({ birthPlaces }) => birthPlaces],
  ['Countries', ({ countries }) => countries.map(countryName)],
  ['Gender', ({ gender }) => (gender === undefined ? [] : [gender])],
  ['Numbers', ({ identifiers }) => identifiers.map(identifierText)],
  ['Programmes', ({ programmes }) => programmes],
  ['Reasons', ({ topics }) => topics],
  ['Addresses', ({ addresses }) => addresses],
  ['Remarks', ({ remarks }) => (remarks === undefined ? [] : [remarks])],
];

/** Values of one part that are named; the rest is counted. */
const mostNamed = 6;
const longestValue = 200;

function listText(values: readonly string[]): string {
  const named = values.slice(0, mostNamed).map((value) => `“${value.slice(0, longestValue)}”`);
  const more = values.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** What differs between an entity as it was and as it is, in phrases: `Names: added “…”`. */
export function describeChange(before: ListedEntity, after: ListedEntity): string[] {
  const phrases = parts.flatMap(([label, valuesOf]) => {
    const [was, is] = [valuesOf(before), valuesOf(after)];
    const added = is.filter((value) => !was.includes(value));
    const removed = was.filter((value) => !is.includes(value));
    const said = [
      ...(added.length > 0 ? [`added ${listText(added)}`] : []),
      ...(removed.length > 0 ? [`removed ${listText(removed)}`] : []),
    ];
    return said.length === 0 ? [] : [`${label}: ${said.join('; ')}`];
  });
  return phrases.length > 0 ? phrases : ['The order or the spelling of what is known'];
}

/** Who an entity is, in phrases, for one that is new or gone. */
export function describeEntity(entity: ListedEntity): string[] {
  return parts
    .slice(0, 7)
    .map(([label, valuesOf]) => [label, valuesOf(entity).slice(label === 'Names' ? 1 : 0)] as const)
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `${label === 'Names' ? 'Other names' : label}: ${listText(values)}`);
}
