import { getCellText, readCellList } from '#rules/csv-cells.ts';
import type { DateOrder } from '#rules/dates/calendar-dates.ts';
import { type DescribedField, fieldsOf, namesOfKind, type RecordFields } from '#rules/records/fields.ts';
import {
  addressColumns,
  readAddresses,
  readAddressKind,
  toAddressInput,
  unknownCountry,
} from './addresses-in-cells.ts';
import { type ClientPart, clientFields } from './client-fields.ts';
import { type ImportField, importFieldLabels, isCompanyQuestion } from './client-import-columns.ts';
import { type DateNumbering, type ImportDateField, readDateCell } from './client-import-dates.ts';
import {
  type CellReading,
  folded,
  getCountry,
  lookUpBy,
  readNumberCell,
  readPhoneCell,
} from './client-import-values.ts';
import { type ClientType, clientTypeLabels, getClientKind } from './client-types.ts';
import { findDamage } from './damaged-letters.ts';
import { findNameSubject, findPartDoubts, type NameReading, readFullName } from './full-names.ts';
import { readWholeAddress } from './whole-address.ts';

/** Parsing options of a file's columns, and defaults for rows without a value. */
export type RowReading = {
  /** Meaning of each column, by position; null columns are ignored. */
  columns: readonly (ImportField | null)[];
  /** By position. Without them, no column has an answer in place of a type. */
  headings?: readonly string[] | undefined;
  clientType: ClientType;
  /** Alpha-3: of an address or a business without one. */
  country: string;
  /** How the dates of a column are written, where they can be read in two ways. */
  dateOrders?: { readonly [field in ImportDateField]?: DateOrder | undefined } | undefined;
  dateNumberings?: { readonly [field in ImportDateField]?: DateNumbering | undefined } | undefined;
};

type CellProblem = { field: ImportField | null; sentence: string };

/** Row as a client form would submit it, its unreadable cells, questions about doubtful ones, and the relationship owner's name as typed. */
export type ReadRow = {
  input: Record<string, unknown> & { clientType: ClientType };
  responsible: string | undefined;
  hasOneName: boolean;
  /** What of the name is not stored: titles, letters after it, remarks. */
  leftOut: string[];
  problems: CellProblem[];
  asks: string[];
};

const types = lookUpBy(clientTypeLabels)
  .set('person', 'individual')
  .set('naturalperson', 'individual')
  .set('limitedcompany', 'company')
  .set('ltd', 'company')
  .set('ptyltd', 'company')
  .set('familytrust', 'trust');
const yes = new Set(['yes', 'y', 'true', '1', 'x']);
const no = new Set(['no', 'n', 'false', '0']);
/** A dash, for none. */
const dash = /^[-–—]+$/;
const isNo = (text: string) => no.has(folded(text)) || dash.test(text);

/** The type of a client by whether it is a company, which Actionstep answers with T or F. */
function getTypeByAnswer(answer: string): ClientType | undefined {
  if (answer === 't' || yes.has(answer)) return 'company';
  return answer === 'f' || no.has(answer) ? 'individual' : undefined;
}

/** Several texts in one cell, one a line or with semicolons between them. */
const splitList = (text: string) =>
  text
    .split(/[\r\n]+/)
    .flatMap(readCellList)
    .filter((part) => part !== '');

/** Fields of one of the parts alone: they do not apply to a client with the other. */
const fieldsOnlyOf = (part: ClientPart) =>
  fieldsOf(clientFields, part)
    .filter(([, { parts }]) => parts?.length === 1)
    .map(([name]) => name);
const individualFields = fieldsOnlyOf('individual');
const businessFields = fieldsOnlyOf('business');

/** Fields whose letters matter: in the others, as in an external ID, a damaged letter is refused. */
const writtenFields: ReadonlySet<ImportField> = new Set([
  ...namesOfKind(clientFields, 'name', 'text', 'texts').filter((name) => name !== 'externalId'),
  'fullName',
  'address',
  'addressLine1',
  'addressLine2',
  'suburb',
  'city',
  'state',
  'otherAddresses',
]);

/** Text of the cells by field, and parsers that record unreadable values. */
export function cellReader(
  cells: readonly string[],
  { columns, headings, dateOrders, dateNumberings }: RowReading,
) {
  const texts = new Map<ImportField, string>();
  const written = new Set<ImportField>();
  const hasAnswers = isCompanyQuestion(headings?.[columns.indexOf('clientType')] ?? '');
  const problems: CellProblem[] = [];
  const asks: string[] = [];
  columns.forEach((field, place) => {
    if (field === null) return;
    const cell = cells[place] ?? '';
    const cellText = getCellText(cell).trim();
    texts.set(field, cellText);
    if (getCellText(cell) !== cell) written.add(field);
    const damage = writtenFields.has(field) ? findDamage(cellText) : undefined;
    if (damage !== undefined)
      asks.push(`${importFieldLabels[field]}: ${describeDamage(cellText, damage.likely)}`);
  });
  const text = (field: ImportField) => texts.get(field) || undefined;
  const read = <T>(field: ImportField, reader: (cellText: string) => T | undefined, message: string) => {
    const cellText = text(field);
    if (cellText === undefined) return undefined;
    const value = reader(cellText);
    if (value === undefined) problems.push({ field, sentence: message });
    return value;
  };
  const readCell = <T>(field: ImportField, reader: (cellText: string) => CellReading<T>) => {
    const cellText = text(field);
    if (cellText === undefined) return undefined;
    const reading = reader(cellText);
    if ('problem' in reading) {
      problems.push({ field, sentence: reading.problem });
      return undefined;
    }
    if (reading.ask !== undefined) asks.push(`${importFieldLabels[field]}: ${reading.ask}`);
    return reading.value;
  };
  return {
    text,
    problems,
    asks,
    several: (field: ImportField) => splitList(text(field) ?? ''),
    country: (field: ImportField) => read(field, getCountry, unknownCountry),
    wholeAddress: (countryCode: string) =>
      read(
        'address',
        (cellText) => readWholeAddress(cellText, countryCode),
        'Write the address with commas between street, suburb and town, and the postcode last, such as “8 Rata Street, Ponsonby, Auckland 1011”',
      ),
    choice: (field: ImportField, label: string, labels: Readonly<Record<string, string>>) =>
      read(
        field,
        (cellText) => lookUpBy(labels).get(folded(cellText)),
        `Unknown ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
      ),
    type: () =>
      read(
        'clientType',
        (cellText) =>
          types.get(folded(cellText)) ?? (hasAnswers ? getTypeByAnswer(folded(cellText)) : undefined),
        `Enter one of: ${Object.values(clientTypeLabels).join(', ')}`,
      ),
    yesNo: (field: ImportField) =>
      read(
        field,
        (cellText) => (yes.has(folded(cellText)) ? true : isNo(cellText) ? false : undefined),
        'Enter Yes or No',
      ),
    date: (field: ImportDateField) =>
      readCell(field, (cellText) =>
        readDateCell(cellText, { order: dateOrders?.[field], numbering: dateNumberings?.[field] }),
      ),
    // No spreadsheet has changed a number that is written as a text.
    number: (field: ImportField) => (written.has(field) ? text(field) : readCell(field, readNumberCell)),
    addressKind: () => readCell('addressKind', readAddressKind),
    otherAddresses: (country: string) =>
      readCell('otherAddresses', (cellText) => readAddresses(cellText, country)) ?? [],
    phone: () => readCell('phone', readPhoneCell),
  };
}

type Cells = ReturnType<typeof cellReader>;

const describeDamage = (text: string, likely: string | null) =>
  likely === null
    ? `letters of “${text}” are missing. Correct it, or select the row if it is right`
    : `“${text}” has damaged letters and was likely “${likely}”. Correct it, or select the row if it is right`;

/** Words of the names of businesses, which some systems store as a last name. */
const businessWords =
  /\b(?:ltd|limited|pty|inc|incorporated|llc|llp|plc|trust|trustees?|partnership|society|association|foundation|council)\b/i;

/** The one text in which a row may have the name of a business or of several people, though its column is one of people's names. */
const getWholeName = (cells: Cells) =>
  cells.text('givenNames') || cells.text('middleNames')
    ? undefined
    : (cells.text('familyName') ?? cells.text('fullName'));

const typesBySubject = { several: 'joint', estate: 'estate', trustee: 'trust' } as const;

/** Type of a row without one that its only name tells: that of a business, a couple, an estate; undefined for a person. */
function getTypeByName(cells: Cells): ClientType | undefined {
  const name = getWholeName(cells);
  if (name === undefined || cells.text('legalName')) return undefined;
  const subject = findNameSubject(name);
  if (subject !== undefined && !businessWords.test(name)) {
    // What only a person has is not dropped; the question about the name is still shown.
    return individualFields.some((field) => field !== 'familyName' && cells.text(field))
      ? undefined
      : typesBySubject[subject];
  }
  if (!businessWords.test(name)) return undefined;
  return /\btrust\b|\bas trustees?\b/i.test(name) ? 'trust' : 'company';
}

/** Type of a row without one, by its names: a person's, or a business's. */
function getType(cells: Cells, reading: RowReading): ClientType {
  const clientType = cells.type();
  if (clientType !== undefined) return clientType;
  const kind = getClientKind(reading.clientType);
  const byName = getTypeByName(cells);
  if (byName !== undefined && (kind === 'individual' || cells.text('familyName'))) {
    cells.asks.push(
      `“${getWholeName(cells)}” is read as the name of a client of the type ${clientTypeLabels[byName]}. Select the row if it is one`,
    );
    return kind === 'business' ? reading.clientType : byName;
  }
  if (kind === 'business' && cells.text('familyName') && !cells.text('legalName')) return 'individual';
  if (kind === 'individual' && cells.text('legalName') && !cells.text('familyName')) return 'company';
  return reading.clientType;
}

/** The name of a person from its parts, or from the one text that has them all. */
function getName(cells: Cells): NameReading {
  const whole = cells.text('fullName');
  const familyName = cells.text('familyName');
  if (whole === undefined || familyName !== undefined) {
    const parts = {
      givenNames: cells.text('givenNames') ?? '',
      middleNames: cells.text('middleNames') ?? '',
      familyName: familyName ?? '',
    };
    return { ...parts, leftOut: [], doubts: findPartDoubts(parts) };
  }
  const read = readFullName(whole);
  if (read !== undefined) return { ...read, givenNames: cells.text('givenNames') ?? read.givenNames };
  const sentence = 'Write the name with one comma at most, such as “Ngata, Aroha”';
  cells.problems.push({ field: 'fullName', sentence });
  return { givenNames: '', familyName: whole, leftOut: [], doubts: [] };
}

/** A cell as the form would submit its field. */
function readField(cells: Cells, name: ImportField, field: DescribedField): unknown {
  switch (field.kind) {
    case 'texts':
      return cells.several(name);
    case 'countries':
      return cells.several(name).map((text) => getCountry(text) ?? text);
    case 'country':
      return cells.country(name);
    case 'date':
      return cells.date(name as ImportDateField);
    case 'choice':
      return cells.choice(name, field.label, field.labels);
    case 'flag':
      return cells.yesNo(name) ?? false;
    case 'identifier':
      return cells.number(name);
    default:
      return cells.text(name);
  }
}

/** The cells of a part's fields; `none`: of the client's own. */
export const readFields = (cells: Cells, fields: RecordFields, part: ClientPart | 'none') =>
  Object.fromEntries(
    fieldsOf(fields, part).map(([name, field]) => [name, readField(cells, name as ImportField, field)]),
  );

function getIndividual(cells: Cells, name: NameReading) {
  const givenNames = name.givenNames || undefined;
  const middleNames = cells.text('middleNames');
  const familyName = name.familyName || undefined;
  return {
    ...readFields(cells, clientFields, 'individual'),
    givenNames,
    middleNames,
    familyName,
    hasOneName: familyName !== undefined && givenNames === undefined && middleNames === undefined,
  };
}

function getBusiness(cells: Cells, country: string) {
  const registered = cells.text('registrationCountry');
  return {
    ...readFields(cells, clientFields, 'business'),
    legalName:
      cells.text('legalName') ??
      cells.text('fullName') ??
      (cells.text('givenNames') ? undefined : cells.text('familyName')),
    ...(registered === undefined ? { registrationCountry: country } : {}),
  };
}

/** The address of a file with one column for it; an unreadable one is a problem, not skipped. */
function getWholeAddress(cells: Cells, country: string) {
  if (cells.text('address') === undefined) return undefined;
  const countryCode =
    cells.text('addressCountry') === undefined ? country : (cells.country('addressCountry') ?? country);
  const read = cells.wholeAddress(countryCode);
  return read && { ...read, kind: cells.addressKind() };
}

function getFirstAddress(cells: Cells, country: string) {
  const texts = Object.fromEntries(addressColumns.map((column) => [column, cells.text(column)]));
  const { addressCountry, addressKind: _kind, ...parts } = texts;
  if (Object.values(parts).every((part) => part === undefined)) return getWholeAddress(cells, country);
  const countryCode = addressCountry === undefined ? country : (cells.country('addressCountry') ?? country);
  const postcode = cells.number('postcode');
  return toAddressInput({ ...parts, postcode }, countryCode, cells.addressKind());
}

/** The address of the row's columns, and the others. `country`: alpha-3, of those that name none. */
function getAddresses(cells: Cells, country: string) {
  const first = getFirstAddress(cells, country);
  const others = cells.otherAddresses(country);
  return first === undefined ? others : [first, ...others];
}

/**
 * Reads one row. Dates are day first or ISO; countries are names or codes; text that starts like a formula is plain text. Values
 * that do not fit the client type are reported, not dropped.
 */
export function readImportRow(cells: readonly string[], reading: RowReading): ReadRow {
  const reader = cellReader(cells, reading);
  const { text, problems } = reader;
  const clientType = getType(reader, reading);
  const kind = getClientKind(clientType);
  for (const field of kind === 'individual' ? businessFields : individualFields) {
    const cellText = text(field);
    if (cellText === undefined || folded(cellText) === '' || isNo(cellText)) continue;
    if (field === 'familyName' && getTypeByName(reader) !== undefined) continue;
    // Contact lists have people with the company for which they work.
    if (field === 'legalName' && text('familyName') !== undefined) {
      reader.asks.push(
        `${importFieldLabels.legalName}: “${cellText}” is not saved for a person. Select the row if it is where they work`,
      );
      continue;
    }
    problems.push({ field, sentence: `This does not apply to “${clientTypeLabels[clientType]}”` });
  }
  const name = kind === 'individual' ? getName(reader) : undefined;
  reader.asks.push(...(name?.doubts ?? []));
  const individual = name && getIndividual(reader, name);
  const business = kind === 'business' ? getBusiness(reader, reading.country) : undefined;
  const input = {
    clientType,
    email: text('email'),
    phone: reader.phone(),
    addresses: getAddresses(reader, reading.country),
    individual,
    business,
    ...readFields(reader, clientFields, 'none'),
  };
  return {
    input,
    responsible: text('responsible'),
    hasOneName: individual?.hasOneName ?? false,
    leftOut: name?.leftOut ?? [],
    problems,
    asks: reader.asks,
  };
}
