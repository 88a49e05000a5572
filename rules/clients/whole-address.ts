import { australianStateNames, australianStates } from '#rules/countries.ts';
import { folded } from './client-import-values.ts';

/** The lines of an address that was written in one cell. The country is undefined if the text names none. */
export interface WholeAddress {
  addressLine1: string;
  addressLine2?: string;
  suburb?: string;
  state: string;
  postcode: string;
  countryCode?: string;
}

const countryWords = new Map([
  ['newzealand', 'NZL'],
  ['nz', 'NZL'],
  ['nzl', 'NZL'],
  ['aotearoa', 'NZL'],
  ['australia', 'AUS'],
  ['au', 'AUS'],
  ['aus', 'AUS'],
]);

const stateCodes = new Map<string, string>([
  ...australianStates.map((code): [string, string] => [folded(code), code]),
  ...Object.entries(australianStateNames).map(([code, name]): [string, string] => [folded(name), code]),
]);

/** Splits the state off the end of "Surry Hills NSW" or "Perth Western Australia". */
function splitState(text: string): { before: string; state: string } | undefined {
  const words = text.split(/\s+/);
  for (const length of [1, 2, 3]) {
    const state = stateCodes.get(folded(words.slice(-length).join(' ')));
    if (state !== undefined && words.length >= length)
      return { before: words.slice(0, -length).join(' '), state };
  }
  return undefined;
}

/** Last words of a street's name. Some end the name of a suburb too, such as Ocean Grove: those are left to a person. */
const streetWords =
  /\b(street|st|road|rd|avenue|ave|av|drive|dr|lane|ln|place|pl|crescent|cres|cr|terrace|tce|parade|pde|highway|hwy|way|close|cl|court|ct|boulevard|blvd|quay|esplanade|esp|grove|gr|rise|mews|walk|loop|circuit|cct|circle|alley)\.?$/i;

/** Last words of the name of a building. */
const buildingWords =
  /\b(house|building|bldg|tower|towers|chambers|apartments|flats|plaza|mall|arcade|hall|lodge|villas)\.?$/i;

/** What has a number of its own that is neither a street's nor a postcode: a box, a bag, or a part of a building. */
const boxWords = /\b(box|bag|dx|cmb|rmb|rsd)\.?$/i;
const unitWords = /\b(unit|level|flat|floor|suite|shop|office|apartment|apt|room|lot|villa)\.?(\s+[a-z])?$/i;

/** A part of a building, or a rural delivery round, with its number or letter: a line beside the street's. Flat Bush is a suburb. */
const isBesideStreet = (line: string) =>
  /^(unit|level|flat|floor|suite|shop|office|apartment|apt|room|lot|villa|rd|r\.d\.)\s*(\w*\d\w*|[a-z])$/i.test(
    line,
  );

const isStreet = (line: string) => !isBesideStreet(line) && (/\d/.test(line) || streetWords.test(line));

/** Whether a part may be the name of a suburb or town: not if it ends as a street, a building or a box does. */
const isPlace = (part: string) =>
  !/\d/.test(part) && ![streetWords, buildingWords, boxWords, unitWords].some((words) => words.test(part));

/**
 * The lines before the town: the street alone, or with one line before it (a unit, a building) or after it (a unit, a rural delivery
 * round). Undefined if none or both of them could be the street.
 */
function getStreet(
  lines: readonly string[],
): Pick<WholeAddress, 'addressLine1' | 'addressLine2'> | undefined {
  const [addressLine1, addressLine2, ...rest] = lines;
  if (addressLine1 === undefined || rest.length > 0) return undefined;
  if (addressLine2 === undefined) return isStreet(addressLine1) ? { addressLine1 } : undefined;
  const isCertain =
    isStreet(addressLine1) !== isStreet(addressLine2) &&
    (isStreet(addressLine2) || isBesideStreet(addressLine2));
  return isCertain ? { addressLine1, addressLine2 } : undefined;
}

/** Whether a suburb or town ends in an Australian state. Mount Victoria is a suburb of Wellington. */
const isOfState = (part: string) =>
  splitState(part) !== undefined && !/^(mount|mt\.?)\s+victoria$/i.test(part);

function readAustralian(parts: readonly string[], postcode: string): WholeAddress | undefined {
  const split = splitState(parts.at(-1) ?? '');
  if (split === undefined) return undefined;
  const lines = [...parts.slice(0, -1), split.before].filter((part) => part !== '');
  const suburb = lines.at(-1);
  const street = getStreet(lines.slice(0, -1));
  if (street === undefined || suburb === undefined || !isPlace(suburb)) return undefined;
  return { ...street, suburb, state: split.state, postcode, countryCode: 'AUS' };
}

function readNewZealand(parts: readonly string[], postcode: string): WholeAddress | undefined {
  const town = parts.at(-1);
  if (town === undefined || parts.length < 2 || !isPlace(town)) return undefined;
  // A state makes it an Australian address, whatever the file's country is.
  if (parts.slice(1).some(isOfState)) return undefined;
  const isSuburb = parts.length > 2 && !/\d/.test(parts.at(-2) ?? '');
  const suburb = isSuburb ? parts.at(-2) : undefined;
  const street = getStreet(parts.slice(0, isSuburb ? -2 : -1));
  if (street === undefined || (suburb !== undefined && !isPlace(suburb))) return undefined;
  return { ...street, ...(suburb === undefined ? {} : { suburb }), state: town, postcode };
}

/**
 * Reads a New Zealand or Australian address in one cell, its parts separated by commas or lines and its postcode last:
 * "8 Rata Street, Ponsonby, Auckland 1011" or "3/12 Bourke St, Surry Hills NSW 2010". Undefined if any part is doubtful, so that a
 * person splits it: a wrong address is worse than none.
 *
 * @param country alpha-3 code of an address that names no country
 */
export function readWholeAddress(text: string, country: string): WholeAddress | undefined {
  const parts = text
    .split(/[,\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const named = countryWords.get(folded(parts.at(-1) ?? ''));
  if (named !== undefined) parts.pop();
  const last = /^(.*?)\s*\b(\d{4})$/.exec(parts.at(-1) ?? '');
  const [, before = '', postcode] = last ?? [];
  // "PO Box 1234" and "Unit 1234" end in four digits too.
  if (postcode === undefined || boxWords.test(before) || unitWords.test(before)) return undefined;
  parts.pop();
  if (before !== '') parts.push(before);
  const countryCode = named ?? country;
  const read =
    countryCode === 'AUS'
      ? readAustralian(parts, postcode)
      : countryCode === 'NZL'
        ? readNewZealand(parts, postcode)
        : undefined;
  return read && { ...read, countryCode };
}
