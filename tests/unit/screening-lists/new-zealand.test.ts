import { describe, expect, test } from 'vitest';
import { policeNames } from '#api/records/screening-lists/parsing/nz-police.ts';
import { publishedFiles } from '#sandbox/lists/files.ts';
import { getEntries, listKeys } from '#sandbox/lists/listed.ts';
import { workbook } from '#sandbox/lists/workbook.ts';
import { getOutcome, readLists, withFiles } from '#tests/support/files/list-files.ts';

const read = (contents: Record<string, string | Uint8Array>) => withFiles(contents, readLists);
const rejection = (contents: Record<string, string | Uint8Array>) => getOutcome(contents);

describe('the sandbox’s lists, in each publisher’s form', () => {
  test.each(listKeys)('%s is parsed to the last entry, the same in every edition', async (key) => {
    for (const edition of [1, 2, 9]) {
      const files = await publishedFiles(key, edition);
      expect(await publishedFiles(key, edition)).toEqual(files);
      const { entities, summaries } = await read(
        Object.fromEntries(files.map(({ name, body }) => [name, body])),
      );
      expect(summaries).toMatchObject([
        { format: key, entities: getEntries(key, edition).length, notes: [] },
      ]);
      expect(entities.map(({ names }) => names[0]?.text).sort()).toEqual(
        getEntries(key, edition)
          .map(({ name }) => name)
          .sort(),
      );
      for (const { topics } of entities) expect(topics).toEqual(['sanction']);
    }
  });
});

const policePage = (
  rows: string,
  more = '',
) => `<!DOCTYPE html><html><head><title>x</title><script>if (1 < 2) "<table>";</script></head><body>
<table><caption><strong>Alphabetical list</strong></caption>
<tr><th>Date terrorist designation was renewed in New Zealand</th><th>Terrorist Entity</th><th>Date of designation as a terrorist entity in New Zealand</th></tr>
${rows}</table>${more}</body></html>`;

const policeRow = (name: string, designated = '2 June 2019') =>
  `<tr><td>5&nbsp;May 2022<br>6 May 2025</td><td><p>${name}</p></td><td>${designated} <a href="/x.pdf">Statement</a></td></tr>`;

describe('NZ Police’s page of designations', () => {
  test('is parsed in any order of columns, without expired or revoked entries', async () => {
    const ended = `<h2>Revoked designations</h2><table><tr><th>Terrorist Entity</th><th>Date of designation</th></tr>
      <tr><td>Gone League</td><td>1 May 2010</td></tr></table>`;
    const { entities } = await read({
      'page.html': policePage(
        policeRow(
          'Kwenlak Workers&rsquo; Front (KWF) also known as Kwenlak Front, Front of Kwenlak and Union Kwenlak; formerly designated under the description KWF Wing',
        ),
        ended,
      ),
    });
    expect(entities).toEqual([
      expect.objectContaining({
        id: 'kwenlak-workers-front',
        schema: 'LegalEntity',
        names: [
          { text: 'Kwenlak Workers’ Front', quality: 'primary' },
          { text: 'Kwenlak Front', quality: 'alias' },
          { text: 'Front of Kwenlak', quality: 'alias' },
          { text: 'Union Kwenlak', quality: 'alias' },
          { text: 'KWF Wing', quality: 'alias' },
          { text: 'KWF', quality: 'weakAlias' },
        ],
        listedOn: '2019-06-02',
        programmes: ['Terrorism Suppression Act 2002 (NZ)'],
        remarks: 'Designated on 2 June 2019; renewed on 5 May 2022, 6 May 2025',
      }),
    ]);
  });

  test('is parsed from a copy of its table as CSV, with the section of the Act if included', async () => {
    const { entities, summaries } = await read({
      'police.csv':
        'Date of designation,Entity,Section,Also known as\n2019-06-02,Kwenlak Front,s20,"Front K; Kwenlakers"\n',
    });
    expect(summaries[0]?.format).toBe('nzPolice');
    expect(entities[0]).toMatchObject({
      names: [{ text: 'Kwenlak Front' }, { text: 'Front K' }, { text: 'Kwenlakers' }],
      programmes: ['Terrorism Suppression Act 2002 (NZ)', 's20'],
    });
  });

  test('is pending with a few unreadable rows, and rejected with more', async () => {
    const good = Array.from({ length: 99 }, (_, index) => policeRow(`Invented Front ${index} of Kwenlak`));
    const { summaries } = await read({
      'page.html': policePage([...good, policeRow('—')].join('\n')),
    });
    expect(summaries[0]?.notes).toEqual([
      {
        kind: 'doubt',
        text: expect.stringContaining('1 of 100 rows cannot be read: line 103 (The row has no name)'),
      },
    ]);
    expect(
      await rejection({
        'page.html': policePage([...good.slice(0, 9), policeRow('—')].join('\n')),
      }),
    ).toContain('1 of 10 rows cannot be read');
  });

  test('is rejected if it is another page, truncated, or without a table in force', async () => {
    expect(await rejection({ 'page.html': '<html><body><h1>Sign in</h1></body></html>' })).toContain(
      'is a web page, not a list',
    );
    const whole = policePage(policeRow('Kwenlak Front'));
    expect(await rejection({ 'page.html': whole.slice(0, whole.indexOf('</table>')) })).toContain(
      'truncated',
    );
    expect(await rejection({ 'page.html': whole.replace(/<\/html>\s*$/, '') })).toContain(
      'does not end as a web page does',
    );
    expect(
      await rejection({ 'page.html': whole.replace('</table>', '<tr><td><table></table></table>') }),
    ).toContain('A table is nested in another one');
    const cells = policePage(`<tr>${'<td>x</td>'.repeat(100_001)}</tr>`);
    expect(await rejection({ 'page.html': cells })).toContain('more than 100000 cells');
    const large = policePage(`${policeRow('Kwenlak Front')}${' '.repeat(8 * 1024 * 1024)}`);
    expect(await rejection({ 'page.html': large })).toContain('larger than a list may be');
    const revoked = whole.replace('<table><caption>', '<h2>Revoked designations</h2><table><caption>');
    expect(await rejection({ 'page.html': revoked })).toContain('no table of designations in force');
  });

  test.each([
    ['Shining Q, also known as Q Path', 'Shining Q', ['Q Path']],
    ['Plain Name', 'Plain Name', []],
    ['A.B. Group (also known as The Group)', 'A.B. Group', ['The Group']],
  ])('%s', (cell, name, aliases) => {
    expect(policeNames(cell)).toMatchObject({ name, aliases });
  });
});

const heading = [
  'DOB',
  'Unique Identifier',
  'Type',
  'First name',
  'Middle name(s)',
  'Last name',
  'Alias/Alternate Spellings',
  'Citizenship',
  'Passport Number',
  'Asset Freeze',
  'Travel Ban',
  'Date of Sanction',
  'Sanction Status',
];
const register = (...rows: string[][]) =>
  workbook([
    { name: 'Read me', rows: [['Notes'], ['Nothing here']] },
    { name: 'Register', rows: [['Russia Sanctions Register'], [], heading, ...rows] },
  ]);
const row = (dob: string, uid: string, type: string, first: string, last: string, more: string[] = []) => [
  dob,
  uid,
  type,
  first,
  '',
  last,
  ...more,
];

describe('the Russia sanctions register', () => {
  test('is parsed from the sheet with its headings, at any position', async () => {
    const { entities, summaries } = await read({
      'register.xlsx': await register(
        row('XX/XX/1967-1969', 'RUS1', 'Individual', 'Yevgrad', 'Tollmachin', [
          'Evgrad T; E. Tollmachin',
          'Russia',
          'ZZ 12345',
          'Yes',
          'Yes',
          '18/03/2022',
          'Active',
        ]),
        row('XX/03/1970', 'RUS2', 'individual', 'Ksenobia', 'Varsh', ['', 'Russian', '', '', 'Yes']),
        row('', 'RUS3', 'Bank', '', 'Bank Lampa, OAO', ['Lampa, OAO, Bank L', '', '', 'Yes']),
        row('', 'RUS1', 'Individual', 'Another', 'Person', ['', '', '', 'Yes']),
        row('', '', 'Asset', '', 'Gold', []),
        row('', 'RUS9', 'Individual', 'Lifted', 'Person', ['', '', '', '', '', '', 'Removed']),
        row('', '', 'Total', '', '5', []),
      ),
    });
    expect(entities.map(({ id }) => id)).toEqual(['RUS1', 'RUS2', 'RUS3', 'RUS1 another person']);
    expect(entities[0]).toMatchObject({
      schema: 'Person',
      names: [
        { text: 'Yevgrad Tollmachin', quality: 'primary' },
        { text: 'Evgrad T' },
        { text: 'E. Tollmachin' },
      ],
      birthDates: [{ from: '1967', to: '1969' }],
      countries: ['RUS'],
      identifiers: [{ type: 'Passport', number: 'ZZ 12345' }],
      programmes: ['Russia Sanctions Act 2022 (NZ)', 'Asset freeze', 'Travel ban'],
      listedOn: '2022-03-18',
    });
    expect(entities[1]?.birthDates).toEqual([{ on: '1970-03' }]);
    expect(entities[2]?.names.map(({ text }) => text)).toEqual(['Bank Lampa, OAO', 'Lampa, OAO', 'Bank L']);
    expect(summaries[0]?.notes).toEqual([
      {
        kind: 'note',
        text: '1 number belongs to several entries, each of which is read as its own: line 7 (RUS1).',
      },
      { kind: 'note', text: 'Lifted sanctions skipped: 1.' },
    ]);
  });

  test('is rejected with more than a few unreadable rows, or without the headings', async () => {
    const unknown = await register(
      row('', 'R1', 'Individual', 'A', 'Person'),
      row('', 'R2', 'Planet', '', '—'),
    );
    expect(await rejection({ 'register.xlsx': unknown })).toContain(
      '1 of 2 rows cannot be read, the first on line 5: The row has no name.',
    );
    const many = Array.from({ length: 21 }, (_, n) =>
      row('', 'RUS1', 'Individual', 'Ivo', 'Tollmachin', [
        Array.from({ length: 100 }, (_, m) => `Alias ${n} ${m} Tollmachin`).join('; '),
      ]),
    );
    expect(await rejection({ 'register.xlsx': await register(...many) })).toContain('more than 2000 names');
    const whole = await register(row('', 'R1', 'Individual', 'A', 'Person'));
    const large = Buffer.concat([whole, Buffer.alloc(16 * 1024 * 1024)]);
    expect(await rejection({ 'register.xlsx': large })).toContain('16 MB at most');
    const other = await workbook([{ name: 'Sheet', rows: [['Something'], ['else']] }]);
    expect(await rejection({ 'register.xlsx': other })).toContain(
      'The file is not one of the supported lists',
    );
  });
});
