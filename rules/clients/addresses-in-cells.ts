import { australianStateNames, countryName } from '#rules/countries.ts';
import { readCellList, writeCellList } from '#rules/csv-cells.ts';
import { type AddressKind, addressKindLabels } from './address-kinds.ts';
import { addressParts } from './client-import-columns.ts';
import { type CellReading, folded, getCountry, lookUpBy } from './client-import-values.ts';
import { readWholeAddress, type WholeAddress } from './whole-address.ts';

/** The columns of an address, and the parts of one that is written on one line, in this order. */
export const addressColumns = [...addressParts, 'addressKind'] as const;
type AddressColumn = (typeof addressColumns)[number];

/** Texts of an address by column; those without one are absent. */
export type AddressTexts = Readonly<Partial<Record<AddressColumn, string | undefined>>>;

interface StoredAddress {
  addressLine1: string;
  addressLine2?: string | undefined;
  suburb?: string | undefined;
  city?: string | undefined;
  state: string;
  postcode: string;
  countryCode: string;
  kind?: AddressKind | undefined;
}

/** The columns of a stored address. A New Zealand town is stored as the state. */
export function getAddressTexts(address: StoredAddress): AddressTexts {
  const { countryCode, city, state, kind } = address;
  const isNewZealand = countryCode === 'NZL';
  return {
    addressLine1: address.addressLine1,
    addressLine2: address.addressLine2,
    suburb: address.suburb,
    city: isNewZealand ? state : city,
    state: isNewZealand ? undefined : state,
    postcode: address.postcode,
    addressCountry: countryName(countryCode),
    addressKind: kind && addressKindLabels[kind],
  };
}

/** Several addresses in one cell, one a line, with all parts of each. */
export function writeAddresses(addresses: readonly StoredAddress[]): string {
  return addresses
    .map((address) => {
      const texts = getAddressTexts(address);
      const parts = addressColumns.map((column) => texts[column] ?? '');
      return writeCellList(texts.addressKind === undefined ? parts.slice(0, -1) : parts);
    })
    .join('\n');
}

const states = lookUpBy(australianStateNames);
const kinds = lookUpBy(addressKindLabels);

/** Spreadsheets drop the leading zero of 0630. */
const paddedPostcode = (text: string | undefined) => (text && /^\d{3}$/.test(text) ? `0${text}` : text);

/** An address as a client's form would submit it, from its columns. `countryCode`: alpha-3. */
export function toAddressInput(texts: AddressTexts, countryCode: string, kind: AddressKind | undefined) {
  const { addressLine1, addressLine2, suburb, city, state, postcode } = texts;
  const lines = { addressLine1, addressLine2, countryCode, kind };
  switch (countryCode) {
    // A New Zealand address has its town under `state`; a region adds nothing to the town.
    case 'NZL':
      return { ...lines, suburb, state: city ?? state, postcode: paddedPostcode(postcode) };
    case 'AUS': {
      const known = state === undefined ? undefined : states.get(folded(state));
      return { ...lines, suburb: suburb ?? city, state: known ?? state, postcode: paddedPostcode(postcode) };
    }
    default:
      return { ...lines, suburb, city, state, postcode };
  }
}

/** An address as a client's form would submit it. */
export type AddressInput = ReturnType<typeof toAddressInput> | WholeAddress;

/** Problem of a country that is none. */
export const unknownCountry = 'Enter the country’s English name or three-letter code';

/** Reads a type of address by its label. */
export function readAddressKind(text: string): CellReading<AddressKind> {
  const value = kinds.get(folded(text));
  return value === undefined
    ? { problem: `Enter one of: ${Object.values(addressKindLabels).join(', ')}` }
    : { value };
}

const unreadable = {
  problem:
    'Write each address on a line of its own, with the postcode last, such as “8 Rata Street, Ponsonby, Auckland 1011”; of another country with semicolons: line 1; line 2; suburb; town; state; postcode; country',
};

/** An address whose parts have semicolons between them. */
function readParts(parts: readonly string[], country: string): CellReading<AddressInput> {
  const texts: AddressTexts = Object.fromEntries(
    addressColumns.map((column, at) => [column, parts[at] || undefined]),
  );
  const countryCode = texts.addressCountry === undefined ? country : getCountry(texts.addressCountry);
  if (countryCode === undefined) return { problem: unknownCountry };
  if (texts.addressKind === undefined) return { value: toAddressInput(texts, countryCode, undefined) };
  const kind = readAddressKind(texts.addressKind);
  return 'problem' in kind ? kind : { value: toAddressInput(texts, countryCode, kind.value) };
}

/** The addresses of one line: one by its parts, or whole ones. */
function readLine(line: string, country: string): CellReading<AddressInput>[] {
  const parts = readCellList(line);
  const isByParts = parts.length === addressColumns.length || parts.length === addressColumns.length - 1;
  if (isByParts) return [readParts(parts, country)];
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const read = readWholeAddress(part, country);
      return read === undefined ? unreadable : { value: read };
    });
}

/** Reads a cell with several addresses, as `writeAddresses` writes it or each with commas between its parts. `country`: of those that name none. */
export function readAddresses(text: string, country: string): CellReading<AddressInput[]> {
  const addresses: AddressInput[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    for (const reading of readLine(line, country)) {
      if ('problem' in reading) return reading;
      addresses.push(reading.value);
    }
  }
  return { value: addresses };
}
