import { escapeXml } from './escape.ts';
import { getEntries, type Listed, type ListKey } from './listed.ts';
import { workbook } from './workbook.ts';

/** A file as its publisher serves it. */
export interface PublishedFile {
  name: string;
  contentType: string;
  body: Buffer;
}

/** Publication day of an edition; editions are a day apart. */
const publishedOn = (edition: number) => new Date(Date.UTC(2026, 0, 5 + edition)).toISOString().slice(0, 10);

const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: readonly (readonly string[])[]) =>
  `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;

const [months] = [
  [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
];
const words = (day: string) =>
  `${Number(day.slice(8))} ${months?.[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

function unBirth(born: string): string {
  const range = /^(\d{4}) to (\d{4})$/.exec(born);
  if (range !== null) {
    return `<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>${range[1]}</FROM_YEAR><TO_YEAR>${range[2]}</TO_YEAR>`;
  }
  if (born.startsWith('circa '))
    return `<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>${born.slice(6)}</YEAR>`;
  return `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE>${born.length === 4 ? `<YEAR>${born}</YEAR>` : `<DATE>${born}</DATE>`}`;
}

function unRecord({ name, kind, aliases = [], born, country, reason }: Listed, index: number): string {
  const isPerson = kind === 'person';
  const [first = '', ...rest] = name.split(' ');
  const names = isPerson
    ? `<FIRST_NAME>${escapeXml(first)}</FIRST_NAME><SECOND_NAME>${escapeXml(rest.join(' '))}</SECOND_NAME>`
    : `<FIRST_NAME>${escapeXml(name)}</FIRST_NAME>`;
  const alias = isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS';
  const element = isPerson ? 'INDIVIDUAL' : 'ENTITY';
  const reference = `ZZ${isPerson ? 'i' : 'e'}.${String(index + 1).padStart(3, '0')}`;
  return `<${element}><DATAID>${990_000 + index}</DATAID>${names}<UN_LIST_TYPE>${escapeXml(reason)}</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER><LISTED_ON>2020-02-03</LISTED_ON><COMMENTS1>Invented for the sandbox</COMMENTS1>${
    country === undefined ? '' : `<NATIONALITY><VALUE>${country}</VALUE></NATIONALITY>`
  }${aliases.map((text) => `<${alias}><QUALITY>Good</QUALITY><ALIAS_NAME>${escapeXml(text)}</ALIAS_NAME></${alias}>`).join('')}${
    isPerson && born !== undefined
      ? `<INDIVIDUAL_DATE_OF_BIRTH>${unBirth(born)}</INDIVIDUAL_DATE_OF_BIRTH>`
      : ''
  }</${element}>`;
}

function unXml(edition: number): string {
  const records = getEntries('un', edition).map((entry, index) => ({ entry, text: unRecord(entry, index) }));
  const of = (isPerson: boolean) =>
    records
      .filter(({ entry }) => (entry.kind === 'person') === isPerson)
      .map(({ text }) => text)
      .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${publishedOn(edition)}T00:00:00.000Z">
<INDIVIDUALS>
${of(true)}
</INDIVIDUALS>
<ENTITIES>
${of(false)}
</ENTITIES>
</CONSOLIDATED_LIST>
`;
}

/** OFAC's three files have no headings, represent missing values as `-0-`, and end with a mark. */
function ofacFiles(edition: number): [string, string, string] {
  const entries = getEntries('ofac', edition);
  const types = { person: 'individual', body: '-0-', ship: 'vessel' };
  const none = '-0-';
  const sdn = entries.map(({ name, kind, born, reason }, index) => {
    const remark =
      born === undefined
        ? none
        : `DOB ${born.length === 10 ? `${born.slice(8)} ${words(born).split(' ')[1]?.slice(0, 3)} ${born.slice(0, 4)}` : born}.`;
    return [
      String(9_000_001 + index),
      name,
      types[kind],
      reason,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      remark,
    ];
  });
  const alt = entries.flatMap(({ aliases = [] }, index) =>
    aliases.map((alias, at) => [
      String(9_000_001 + index),
      String(9_100_000 + index * 10 + at),
      'aka',
      alias,
      none,
    ]),
  );
  const add = entries.map(({ country }, index) => [
    String(9_000_001 + index),
    String(9_200_000 + index),
    none,
    none,
    country ?? none,
    none,
  ]);
  const mark = '\u001a';
  return [`${csv(sdn)}${mark}`, `${csv(alt)}${mark}`, `${csv(add)}${mark}`];
}

function dfatCsv(edition: number): string {
  const headings = [
    'Reference',
    'Name of Individual or Entity',
    'Type',
    'Name Type',
    'Date of Birth',
    'Place of Birth',
    'Citizenship',
    'Address',
    'Additional Information',
    'Listing Information',
    'Committees',
    'Control Date',
  ];
  const rows = getEntries('dfat', edition).flatMap(
    ({ name, kind, aliases = [], born = '', country = '', reason }, index) => {
      const type = { person: 'Individual', body: 'Entity', ship: 'Vessel' }[kind];
      const day = born.length === 10 ? `${born.slice(8)}/${born.slice(5, 7)}/${born.slice(0, 4)}` : born;
      const rest = ['', country, '', '', 'Invented for the sandbox', reason, '05/01/2026'];
      return [
        [String(index + 1), name, type, 'Primary Name', day, ...rest],
        ...aliases.map((alias, at) => [
          `${index + 1}${'abc'[at] ?? 'd'}`,
          alias,
          type,
          'Alias',
          day,
          ...rest,
        ]),
      ];
    },
  );
  return csv([headings, ...rows]);
}

function policePage(edition: number): string {
  const rows = getEntries('nzPolice', edition).map(
    ({ name, aliases = [], reason }) =>
      `<tr><td><p>${escapeXml(name)}${aliases.length > 0 ? ` also known as ${escapeXml(aliases.join(', '))}` : ''}</p></td><td>${escapeXml(reason)}<br><a href="#">Statement of case</a> (PDF)</td><td>&nbsp;</td></tr>`,
  );
  return `<!DOCTYPE html>
<html lang="en"><head><title>Lists associated with Resolution 1373</title></head><body>
<h1>Lists associated with Resolution 1373</h1>
<p>All entries are invented. As at ${words(publishedOn(edition))}.</p>
<table><caption><strong>Alphabetical list of Designated Terrorist Entities in New Zealand pursuant to UNSC Resolution 1373</strong></caption>
<thead><tr><th>Terrorist entity</th><th>Date of designation as a terrorist entity in New Zealand, including and statement of case for designation</th><th>Date terrorist designation was renewed in New Zealand, including statement of case for renewal of designation</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
<h2>Expired designations</h2>
<table><thead><tr><th>Terrorist entity</th><th>Date of designation or renewal as a terrorist entity in New Zealand</th><th>Date terrorist designation was allowed to expire</th></tr></thead>
<tbody><tr><td>League of the Forgotten Tide</td><td>10 February 2010</td><td>14 December 2024</td></tr></tbody></table>
</body></html>
`;
}

const russiaHeadings = [
  'Unique Identifier',
  'Type',
  'First name',
  'Middle name(s)',
  'Last name',
  'DOB',
  'Place of Birth',
  'Citizenship',
  'Citizenship 2',
  'Citizenship 3',
  'Passport Number',
  'Address',
  'Title',
  'Alias/Alternate Spellings',
  'Associates/Relatives',
  'Asset Freeze',
  'Dealing with Securities',
  'Service Prohibition',
  'Travel Ban',
  'Ship Ban',
  'Aircraft Ban',
  'Date of Sanction',
  'Date of Additional Sanction',
  'Sanction Status',
  'General Rationale for Sanction',
  'Additional Information',
] as const;

function russiaRows(edition: number): string[][] {
  return getEntries('nzRussia', edition).map(
    ({ name, kind, aliases = [], born = '', country = '', reason }, index) => {
      const [first = '', ...rest] = name.split(' ');
      const day =
        born.length === 10
          ? `${born.slice(8)}/${born.slice(5, 7)}/${born.slice(0, 4)}`
          : born === ''
            ? ''
            : `XX/XX/${born}`;
      const cells: Partial<Record<(typeof russiaHeadings)[number], string>> = {
        'Unique Identifier': `RUS-${9000 + index}`,
        Type: kind === 'person' ? 'Individual' : name.startsWith('Bank') ? 'Bank' : 'Entity',
        'First name': kind === 'person' ? first : '',
        'Last name': kind === 'person' ? rest.join(' ') : name,
        DOB: day,
        Citizenship: country,
        'Alias/Alternate Spellings': aliases.join('; '),
        'Asset Freeze': 'Yes',
        'Travel Ban': kind === 'person' ? 'Yes' : '',
        'Date of Sanction': '18/03/2022',
        'Sanction Status': 'Active',
        'General Rationale for Sanction': reason,
      };
      return russiaHeadings.map((heading) => cells[heading] ?? '');
    },
  );
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Files of an edition, in the publisher's format and under its names. Deterministic: the same edition has the same bytes on every
 * machine.
 */
export async function publishedFiles(key: ListKey, edition: number): Promise<PublishedFile[]> {
  const text = (name: string, contentType: string, body: string): PublishedFile => ({
    name,
    contentType,
    body: Buffer.from(body),
  });
  const csvType = 'text/csv; charset=utf-8';
  if (key === 'un') return [text('consolidated.xml', 'application/xml', unXml(edition))];
  if (key === 'dfat') return [text('regulation8_consolidated.csv', csvType, dfatCsv(edition))];
  if (key === 'nzPolice')
    return [
      text('lists-associated-with-resolution-1373.html', 'text/html; charset=utf-8', policePage(edition)),
    ];
  if (key === 'nzRussia') {
    const rows = [
      [`Russia Sanctions Register, invented, edition ${edition}`],
      [],
      [...russiaHeadings],
      ...russiaRows(edition),
    ];
    return [
      {
        name: 'Russia-Sanctions-Register.xlsx',
        contentType: xlsxType,
        body: await workbook([
          { name: 'Notes', rows: [['All entries are invented']] },
          { name: 'Register', rows },
        ]),
      },
    ];
  }
  const [sdn, alt, add] = ofacFiles(edition);
  return [text('sdn.csv', csvType, sdn), text('alt.csv', csvType, alt), text('add.csv', csvType, add)];
}
