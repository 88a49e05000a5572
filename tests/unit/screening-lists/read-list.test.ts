import { describe, expect, test } from 'vitest';
import { templateCsv } from '#api/records/screening-lists/parsing/template-csv.ts';
import { entityContentHash, entityRevision } from '#api/records/screening-lists/revision.ts';
import { getOutcome, getXlsx, readLists, withFiles } from '#tests/support/files/list-files.ts';

const read = (contents: Record<string, string | Uint8Array>) => withFiles(contents, readLists);

const unPerson = `<INDIVIDUAL>
  <DATAID>1</DATAID><FIRST_NAME>ZOLTAN</FIRST_NAME><SECOND_NAME>INVENTADOR</SECOND_NAME><THIRD_NAME/>
  <UN_LIST_TYPE>Invented</UN_LIST_TYPE><REFERENCE_NUMBER>ZZi.001</REFERENCE_NUMBER><LISTED_ON>2020-02-03</LISTED_ON>
  <NAME_ORIGINAL_SCRIPT>Золтан Инвентадор</NAME_ORIGINAL_SCRIPT><GENDER>Male</GENDER><COMMENTS1>Nobody &amp; nothing</COMMENTS1>
  <DESIGNATION><VALUE>Admiral</VALUE></DESIGNATION><NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE></NATIONALITY>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Zoltan Fictivo</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Inventor</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ADDRESS><CITY>Nowhere</CITY><COUNTRY>Iraq</COUNTRY></INDIVIDUAL_ADDRESS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1961-04-09</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1964</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1958</FROM_YEAR><TO_YEAR>1963</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Nowhere</CITY><COUNTRY>Iran (Islamic Republic of)</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
  <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>ZZ000001</NUMBER><COUNTRY_OF_ISSUE>Democratic People's Republic of Korea</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>
</INDIVIDUAL>`;
const un = (inside: string) =>
  `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>${inside}</INDIVIDUALS><ENTITIES><ENTITY><FIRST_NAME>IMAGINARY FRONT</FIRST_NAME><REFERENCE_NUMBER>ZZe.001</REFERENCE_NUMBER><ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Old Front</ALIAS_NAME></ENTITY_ALIAS><ENTITY_ADDRESS><COUNTRY>Türkiye</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

describe('the UN’s list', () => {
  test('is parsed with names, dates, documents and their qualities', async () => {
    const { entities, summaries } = await read({ 'un.xml': un(unPerson) });
    expect(entities).toEqual([
      {
        id: 'ZZi.001',
        schema: 'Person',
        names: [
          { text: 'ZOLTAN INVENTADOR', quality: 'primary' },
          { text: 'Золтан Инвентадор', quality: 'alias' },
          { text: 'Zoltan Fictivo', quality: 'alias' },
          { text: 'The Inventor', quality: 'weakAlias' },
        ],
        birthDates: [
          { on: '1961-04-09' },
          { from: '1962', to: '1966', about: '1964' },
          { from: '1958', to: '1963' },
        ],
        birthPlaces: ['Nowhere, Iran (Islamic Republic of)'],
        countries: ['IRN'],
        gender: 'male',
        identifiers: [{ type: 'Passport', number: 'ZZ000001', country: 'PRK' }],
        addresses: ['Nowhere, Iraq'],
        topics: ['sanction'],
        programmes: ['UN Invented'],
        remarks: 'Admiral. Nobody & nothing',
        listedOn: '2020-02-03',
      },
      expect.objectContaining({
        id: 'ZZe.001',
        schema: 'Organization',
        countries: ['TUR'],
        names: [
          { text: 'IMAGINARY FRONT', quality: 'primary' },
          { text: 'Old Front', quality: 'alias' },
        ],
      }),
    ]);
    expect(summaries).toEqual([
      {
        format: 'un',
        publishedOn: '2026-02-27',
        entities: 2,
        notes: [],
        columns: [],
        filledColumns: [],
        unreadRows: 0,
      },
    ]);
  });

  test('is rejected if truncated anywhere or with anything that could expand', async () => {
    const whole = un(unPerson);
    for (let at = 0; at < whole.length; at += 97) {
      expect(await getOutcome({ 'un.xml': whole.slice(0, at) })).toMatch(/^un\.xml/);
    }
    expect(await getOutcome({ 'un.xml': whole })).toBe('un 2');
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${whole.slice(21)}`;
    expect(await getOutcome({ 'un.xml': bomb })).toContain('document type');
    expect(await getOutcome({ 'un.xml': '<a>'.repeat(50) })).toContain('not the UN’s');
    const deep = un(unPerson).replace('<COMMENTS1>', `${'<x>'.repeat(60)}`);
    expect(await getOutcome({ 'un.xml': deep })).toContain('nested too deep');
    const long = un(unPerson.replace('Nobody', 'N'.repeat(70_000)));
    expect(await getOutcome({ 'un.xml': long })).toContain('more than 60000 characters');
    expect(await getOutcome({ 'un.xml': un(unPerson + unPerson) })).toBe('un 3');
  });
});

const sdn = (...rows: string[]) => `${rows.join('\r\n')}\r\n\u001a`;
const nothing = Array.from({ length: 8 }, () => '-0- ').join(',');

describe('OFAC’s list', () => {
  const files = {
    'sdn.csv': sdn(
      `101,"INVENTADOR, Zoltan","individual","SDGT] [SYRIA",${Array.from({ length: 7 }, () => '-0- ').join(',')},"DOB 09 Apr 1961; alt. DOB circa 1964; POB Nowhere, Iran; nationality Iran; Gender Male; Passport ZZ000001 (Iran) expires 01 Jan 2020; alt. Passport ZZ000002; a.k.a. 'THE INVENTOR'; Linked To: SOMEBODY 12."`,
      `102,"IMAGINARY FRONT",-0- ,"SDGT",${nothing.slice(0, -1)}`,
      `103,"SEA THING","vessel","CUBA",-0- ,"CALL1","Tug","1","2","Panama","Owner Co.",-0- `,
    ),
    'alt.csv': sdn(`101,1,"aka","FICTIVO, Zoltan",-0- `, `999,2,"aka","SOMEBODY ELSE",-0- `),
    'add.csv': sdn(`102,1,"1 Road","Kabul","Afghanistan",-0- `, `101,2,"2 Road","Rome","Italy",-0- `),
  };

  test('is parsed from its three files, in any order, with the facts in the remarks', async () => {
    const { entities, summaries } = await read({
      'x.csv': files['add.csv'],
      'y.csv': files['sdn.csv'],
      'z.csv': files['alt.csv'],
    });
    expect(entities[0]).toMatchObject({
      id: '101',
      schema: 'Person',
      names: [
        { text: 'Zoltan INVENTADOR', quality: 'primary' },
        { text: 'Zoltan FICTIVO', quality: 'alias' },
        { text: 'THE INVENTOR', quality: 'weakAlias' },
      ],
      birthDates: [{ on: '1961-04-09' }, { from: '1962', to: '1966' }],
      birthPlaces: ['Nowhere, Iran'],
      countries: ['IRN'],
      gender: 'male',
      identifiers: [
        { type: 'Passport', number: 'ZZ000001', country: 'IRN' },
        { type: 'Passport', number: 'ZZ000002' },
      ],
      addresses: ['2 Road, Rome, Italy'],
      programmes: ['SDGT', 'SYRIA'],
    });
    expect(entities.slice(1)).toMatchObject([
      { id: '102', schema: 'Organization', countries: ['AFG'] },
      { id: '103', schema: 'Vessel', countries: ['PAN'], identifiers: [{ number: 'CALL1' }] },
      { id: '999', schema: 'LegalEntity', names: [{ text: 'SOMEBODY ELSE', quality: 'primary' }] },
    ]);
    expect(summaries[0]?.notes).toEqual([
      {
        kind: 'note',
        text: '1 alias has a number that no entry has, and is read as an entry of its own: line 2 (z.csv: SOMEBODY ELSE).',
      },
      { kind: 'doubt', text: expect.stringContaining('aliases of 1 numbers that the main file lacks') },
    ]);
  });

  test('is rejected or held as pending if truncated', async () => {
    const whole = files['sdn.csv'];
    for (let at = 1; at < whole.length; at += 13) {
      const cut = { 'sdn.csv': whole.slice(0, at), 'alt.csv': files['alt.csv'], 'add.csv': files['add.csv'] };
      const outcome = await withFiles(cut, readLists).then(
        ({ summaries }) => summaries[0]?.notes.some(({ kind }) => kind === 'doubt'),
        (error: Error) =>
          /columns|truncated|does not end|not one of the supported lists|number/.test(error.message),
      );
      expect([at, outcome]).toEqual([at, true]);
    }
    expect(await getOutcome({ 'alt.csv': files['alt.csv'] })).toContain('side file');
    expect(await getOutcome({ 'sdn.csv': `${whole}\r\n104,"X",-0-` })).toContain('Rows follow the mark');
  });
});

const dfatHead =
  'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Place of Birth,Citizenship,Address,Additional Information,Listing Information,Committees,Control Date';
const dfatRows = [
  '1,Zoltan Inventador,Individual,Primary Name,9/04/1961,Nowhere,Iran,"a) 1 Road b) 2 Road",Passport number: ZZ0000001,Listed by nobody,1267,15/02/2026',
  '1a,Zoltan Fictivo,Individual,Alias,circa 1964,,,,,,1267,15/02/2026',
  '1b,The Inventor,Individual,Alias (weak),,,,,,,1267,15/02/2026',
  '2,Imaginary Front,Entity,Primary Name,,,,Kabul,,,1988,46068',
];

describe('DFAT’s list', () => {
  const expected = [
    {
      id: '1',
      schema: 'Person',
      names: [
        { text: 'Zoltan Inventador', quality: 'primary' },
        { text: 'Zoltan Fictivo', quality: 'alias' },
        { text: 'The Inventor', quality: 'weakAlias' },
      ],
      birthDates: [{ on: '1961-04-09' }, { from: '1962', to: '1966' }],
      countries: ['IRN'],
      addresses: ['1 Road', '2 Road'],
      identifiers: [{ number: 'ZZ0000001' }],
    },
    { id: '2', schema: 'Organization', names: [{ text: 'Imaginary Front', quality: 'primary' }] },
  ];

  test('is parsed alike from CSV and XLSX, with rows of one number as one entity', async () => {
    expect((await read({ 'dfat.csv': [dfatHead, ...dfatRows].join('\r\n') })).entities).toMatchObject(
      expected,
    );
    const cells = [
      dfatHead.split(','),
      ...dfatRows.map((row) => row.replace('"a) 1 Road b) 2 Road"', 'a) 1 Road b) 2 Road').split(',')),
    ];
    const book = await getXlsx(cells);
    expect((await read({ 'dfat.xlsx': book })).entities).toMatchObject(expected);
    for (const at of [100, Math.floor(book.length / 2), book.length - 10]) {
      expect(await getOutcome({ 'dfat.xlsx': book.subarray(0, at) })).toMatch(/^dfat\.xlsx: /);
    }
    const bomb = await getXlsx(cells, Buffer.alloc(80 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await getOutcome({ 'dfat.xlsx': bomb })).toContain('unpacks to more than 64 MB');
  });

  test('is rejected with a truncated or shifted row', async () => {
    expect(await getOutcome({ 'dfat.csv': `${dfatHead}\n${dfatRows[0]}\n2,Imaginary` })).toContain(
      'line 3: The row has 2 columns',
    );
    expect(await getOutcome({ 'dfat.csv': `${dfatHead}\n${dfatRows[0]?.slice(0, -4)}` })).toContain(
      'control date',
    );
    expect(await getOutcome({ 'dfat.csv': `${dfatHead}\nX,Y,Entity,Primary Name,,,,,,,,` })).toContain(
      'line 2: 1 of 1 rows cannot be read, the first on line 2: The reference',
    );
  });
});

describe('OpenSanctions’ targets.simple.csv', () => {
  const head =
    '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"';
  const row = (...cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const rows = [
    row(
      'NK-1',
      'Person',
      'Zoltan Inventador',
      'Z. Inventador;"Inventador; Zoltan"',
      '1961-04-09;1964',
      'ir;na;gb-nir',
      '',
      'ZZ1',
      'Invented programme - because',
      '',
      '',
      'ZZ-PROG',
      'Invented sanctions',
      '2020-01-01T00:00:00',
      '2026-02-20T00:00:00',
      '',
    ),
    row(
      'NK-2',
      'Person',
      'Perpetua Fictiva',
      '',
      '',
      'ar',
      '',
      '',
      '',
      '',
      '',
      '',
      'Every Politician;Wikidata PEPs',
      '',
      '2026-02-21T00:00:00',
      '',
    ),
    row('NK-3', 'CryptoWallet', 'abcdef', '', '', '', '', '', '', '', '', '', 'X', '', '', ''),
  ];

  test('is parsed by the names of its columns', async () => {
    const { entities, summaries } = await read({ 't.csv': [head, ...rows].join('\n') });
    expect(entities).toMatchObject([
      {
        id: 'NK-1',
        names: [{ text: 'Zoltan Inventador' }, { text: 'Z. Inventador' }, { text: 'Inventador; Zoltan' }],
        countries: ['IRN', 'NAM', 'GBR'],
        topics: ['sanction'],
        programmes: ['ZZ-PROG'],
        listedOn: '2020-01-01',
      },
      { id: 'NK-2', topics: ['pep'] },
    ]);
    expect(summaries[0]).toMatchObject({
      publishedOn: '2026-02-21',
      notes: [{ text: expect.stringContaining('CryptoWallet') }],
    });
  });
});

describe('a list in the template’s form', () => {
  test('is parsed, its own template included; cells of a spreadsheet’s export are texts', async () => {
    expect((await read({ 'list.csv': `\ufeff${templateCsv}` })).entities).toMatchObject([
      {
        id: '1',
        schema: 'Person',
        names: [
          { text: 'Example Person' },
          { text: 'Ex Person' },
          { text: 'E. X. Person' },
          { text: 'Exie', quality: 'weakAlias' },
        ],
        countries: ['NZL', 'AUS'],
        identifiers: [{ type: 'Passport', number: 'XX000000', country: 'NZL' }],
      },
      { id: '2', schema: 'Organization', identifiers: [{ number: '000 000 000' }], topics: ['sanction'] },
    ]);
    const { entities } = await read({ 'list.csv': "Full Name\n'=Danger\n" });
    expect(entities[0]?.names[0]?.text).toBe('=Danger');
  });

  test('reports the line and its error', async () => {
    const lines: [string, string][] = [
      ['name,date_of_birth\nA B,1970\nC D,31/31/1970\n', 'line 3: The date of birth "31/31/1970"'],
      ['name,reason\nA B,because\n', 'line 2: The reason "because"'],
      ['name,country\n,NZL\n', 'line 2: The row has no name'],
      ['a,b\n1,2\n', 'not one of the supported lists'],
      ['', 'is empty'],
    ];
    for (const [csv, said] of lines) expect(await getOutcome({ 'list.csv': csv })).toContain(said);
  });
});

test('a revision changes with the facts behind a decision, and not with wording or order', async () => {
  const one = (await read({ 'un.xml': un(unPerson) })).entities[0];
  const of = async (text: string) => (await read({ 'un.xml': un(text) })).entities[0] ?? one;
  if (one === undefined) throw new Error('Nothing was read.');
  const reworded = await of(
    unPerson
      .replace('Nobody', 'Someone')
      .replace('<CITY>Nowhere</CITY><COUNTRY>Iraq', '<CITY>Elsewhere</CITY><COUNTRY>Iraq'),
  );
  const other = await of(unPerson.replace('1961-04-09', '1961-04-10'));
  if (reworded === undefined || other === undefined) throw new Error('Nothing was read.');
  expect(entityRevision(reworded)).toBe(entityRevision(one));
  expect(entityContentHash(reworded)).not.toBe(entityContentHash(one));
  expect(entityRevision(other)).not.toBe(entityRevision(one));
  expect(entityRevision({ ...one, names: [...one.names].reverse() })).toBe(entityRevision(one));
});
