import type { ListedEntity, ListingTopic, ScreeningSchema } from '#rules/screening/screening-records.ts';
import { csvRows } from './csv-rows.ts';
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
import { cellReader, cellValues } from './headings.ts';
import { listError } from './list-error.ts';
import { countUnknown, type FormatReading, type ListFile } from './list-format.ts';

const schemas: Record<string, ScreeningSchema> = {
  person: 'Person',
  organization: 'Organization',
  company: 'Organization',
  publicbody: 'Organization',
  legalentity: 'LegalEntity',
  vessel: 'Vessel',
  airplane: 'Aircraft',
};

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
  let headings: string[] | undefined;
  let cell: ReturnType<typeof cellReader> = () => '';
  const skipped = new Map<string, number>();
  let lastSeen = '';
  for await (const { line, cells } of csvRows(file)) {
    if (headings === undefined) {
      headings = cells;
      cell = cellReader(cells);
      continue;
    }
    if (cells.length !== headings.length) {
      throw listError(file.name, line, `The row has ${cells.length} columns instead of ${headings.length}.`);
    }
    const [id, name] = [cell(cells, 'id'), cell(cells, 'name')];
    if (id === '' || name === '') throw listError(file.name, line, 'The row has no id or no name.');
    const schema = schemas[cell(cells, 'schema').toLowerCase()];
    if (schema === undefined) {
      countUnknown(skipped, cell(cells, 'schema'));
      continue;
    }
    const draft = newDraft(id, schema);
    addName(draft, name, 'primary');
    for (const alias of cellValues(cell(cells, 'aliases'))) addName(draft, alias, 'alias');
    for (const birth of cellValues(cell(cells, 'birth date'))) addBirthText(draft, birth, reading);
    for (const code of cellValues(cell(cells, 'countries'))) addCountry(draft, formatCountry(code), reading);
    addTexts(draft.addresses, ...cellValues(cell(cells, 'addresses')));
    for (const number of cellValues(cell(cells, 'identifiers')))
      addIdentifier(draft, { type: 'Number', number });
    const sanctions = cell(cells, 'sanctions');
    const titles = cellValues(cell(cells, 'dataset'));
    draft.topics = getTopics(cellValues(cell(cells, 'topics')), sanctions, titles);
    const programmes = cellValues(cell(cells, 'program ids'));
    addTexts(draft.programmes, ...(programmes.length > 0 ? programmes : titles));
    const remarks = cellValues(sanctions).join('. ');
    if (remarks !== '') draft.remarks = remarks;
    setListedOn(draft, cell(cells, 'first seen').slice(0, 10));
    const seen = cell(cells, 'last seen').slice(0, 10);
    if (/^\d{4}-\d{2}-\d{2}$/.test(seen) && seen > lastSeen) lastSeen = seen;
    if (draft.names.length === 0) throw listError(file.name, line, 'The name holds no letters.');
    yield { ...draft, names: namesInOrder(draft.names), line };
  }
  reading.publishedOn = lastSeen === '' ? null : lastSeen;
  for (const [schema, count] of skipped) {
    reading.notes.push({
      kind: 'note',
      text: `${count} rows of type ${schema || 'without a name'} are not people, organisations, ships or aircraft, and were skipped.`,
    });
  }
}
