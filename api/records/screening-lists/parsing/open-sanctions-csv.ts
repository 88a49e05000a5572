import type { ListedEntity, ListingTopic } from '#rules/screening/screening-records.ts';
import { type Columns, columnReader } from './columns.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  namesInOrder,
  newDraft,
  setListedOn,
} from './entity-draft.ts';
import { csvRows } from './files/csv-rows.ts';
import { columnsError, listError } from './files/list-error.ts';
import type { ListFile } from './files/list-file.ts';
import { cellValues } from './headings.ts';
import { readKind } from './kinds.ts';
import type { FormatReading } from './list-format.ts';
import { quoteCell } from './row-log.ts';

const columns = {
  id: ['id'],
  schema: ['schema'],
  name: ['name'],
  aliases: ['aliases'],
  birthDate: ['birth date'],
  countries: ['countries'],
  addresses: ['addresses'],
  identifiers: ['identifiers'],
  sanctions: ['sanctions'],
  topics: ['topics'],
  programmes: ['program ids'],
  dataset: ['dataset'],
  firstSeen: ['first seen'],
  lastSeen: ['last seen'],
} as const satisfies Columns<string>;

/** Schemas of FollowTheMoney that are neither people nor bodies, ships or aircraft. */
const otherThings =
  /^(?:address|article|asset|bankaccount|call|cryptowallet|document|email|event|identification|licen[cs]e|message|note|occupancy|passport|position|project|realestate|security|trip|useraccount|vehicle|workbook)$/i;

/** The simple export has no topics: reasons for listing are derived from sanctions and source titles. */
const topicsByTitle: readonly [RegExp, ListingTopic][] = [
  [
    /\bpeps?\b|politically exposed|politician|parliament|members of|heads of state|world leaders|everypolitician/i,
    'pep',
  ],
  [/wanted|interpol|red notices|most wanted|crime|criminal|fugitive|police/i, 'crime'],
  [/sanction|terror|freez|consolidated list|\bsdn\b|embargo|designat/i, 'sanction'],
];

const topicWords: Record<string, ListingTopic> = {
  sanction: 'sanction',
  'sanction.linked': 'sanction',
  'sanction.counter': 'sanction',
  'role.pep': 'pep',
  'role.pol': 'pep',
  'role.rca': 'rca',
  'reg.action': 'adverseMedia',
  wanted: 'crime',
  poi: 'other',
};

function getTopics(topics: readonly string[], sanctions: string, titles: readonly string[]): ListingTopic[] {
  const found = new Set<ListingTopic>();
  for (const topic of topics) found.add(topicWords[topic] ?? (topic.startsWith('crime') ? 'crime' : 'other'));
  if (sanctions !== '') found.add('sanction');
  if (topics.length === 0) {
    for (const title of titles) {
      const topic = topicsByTitle.find(([pattern]) => pattern.test(title))?.[1];
      if (topic !== undefined) found.add(topic);
    }
  }
  return found.size === 0 ? ['other'] : [...found];
}

/** Two-letter codes are in lower case: "na" is Namibia here. */
const formatCountry = (code: string) => (/^[a-z]{2}$/.test(code) ? code.toUpperCase() : code);

/** Reads OpenSanctions' `targets.simple.csv` by column names. Ids are OpenSanctions'. */
export async function* readOpenSanctionsCsv(
  [file]: readonly [ListFile],
  reading: FormatReading,
): AsyncGenerator<ListedEntity & { line: number }, void, undefined> {
  let width = 0;
  let getCell: ReturnType<typeof columnReader<keyof typeof columns>> = () => '';
  const skipped = new Map<string, number>();
  let lastSeen = '';
  for await (const { line, cells } of csvRows(file)) {
    if (width === 0) {
      width = cells.length;
      getCell = columnReader(cells, columns, reading);
      continue;
    }
    if (cells.length !== width) throw columnsError(file.name, line, cells.length, width);
    const cell = (column: keyof typeof columns) => getCell(cells, column);
    const [id, name, schema] = [cell('id'), cell('name'), cell('schema')];
    if (id === '' || name === '') throw listError(file.name, line, 'The row has no id or no name.');
    if (otherThings.test(schema)) {
      skipped.set(schema, (skipped.get(schema) ?? 0) + 1);
      continue;
    }
    const kind = readKind(schema);
    if (kind === undefined) reading.rows.notice('unknownKind', line, quoteCell(schema));
    const row = { reading, line };
    const draft = newDraft(id, kind ?? 'LegalEntity');
    addName(draft, name, 'primary');
    for (const alias of cellValues(cell('aliases'))) addName(draft, alias, 'alias');
    for (const birth of cellValues(cell('birthDate'))) addBirthText(draft, birth, row);
    for (const code of cellValues(cell('countries'))) addCountry(draft, formatCountry(code), row);
    addTexts(draft.addresses, ...cellValues(cell('addresses')));
    for (const number of cellValues(cell('identifiers'))) addIdentifier(draft, { type: 'Number', number });
    const sanctions = cell('sanctions');
    const titles = cellValues(cell('dataset'));
    draft.topics = getTopics(cellValues(cell('topics')), sanctions, titles);
    const programmes = cellValues(cell('programmes'));
    addTexts(draft.programmes, ...(programmes.length > 0 ? programmes : titles));
    const remarks = cellValues(sanctions).join('. ');
    if (remarks !== '') draft.remarks = remarks;
    setListedOn(draft, cell('firstSeen').slice(0, 10));
    const seen = cell('lastSeen').slice(0, 10);
    if (/^\d{4}-\d{2}-\d{2}$/.test(seen) && seen > lastSeen) lastSeen = seen;
    if (draft.names.length === 0) throw listError(file.name, line, 'The name holds no letters.');
    yield { ...draft, names: namesInOrder(draft.names), line };
  }
  reading.publishedOn = lastSeen === '' ? null : lastSeen;
  for (const [schema, count] of skipped) {
    reading.notes.push({
      kind: 'note',
      text: `${count} rows of type ${schema} are not people, organisations, ships or aircraft, and were skipped.`,
    });
  }
}
