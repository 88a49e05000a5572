import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { readClient } from '#contract/clients/clients.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { workbook } from '#sandbox/lists/workbook.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { individualWithEvidence } from '#tests/support/api/due-diligence.ts';
import { importList, postOwnList, sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

const dfatHeadings = [
  'Reference',
  'Name of Individual or Entity',
  'Type',
  'Name Type',
  'Date of Birth',
  'Citizenship',
  'Control Date',
];
const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map(csvCell).join(',')).join('\n');
/** A row of DFAT's list: reference, name, type, name type, date of birth, citizenship. */
const dfatRow = (...cells: string[]) => dfatHeadings.map((_, at) => cells[at] ?? '');
const dfat = (...rows: string[][]) => csv([dfatHeadings, ...rows]);

const person = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: name,
  schema: 'Person',
  names: [name],
  countries: [],
  identifiers: [],
  ...more,
});
const organisation = (name: string): ScreeningSubject => ({ ...person(name), schema: 'Organization' });

describe.each(testEngines)('lists as they are in use, on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  /** Ids of the listed entities that each subject matches by its whole name. */
  async function found(...subjects: ScreeningSubject[]): Promise<string[][]> {
    const answers = await createListEngine({ db: api.database.db }).screen(subjects, {
      companyId: api.companies.a.id,
      threshold: 0.8,
      birthDateMatching: 'exact',
    });
    return answers.map((answer) =>
      answer.status === 'screened'
        ? answer.hits
            .filter(({ score }) => score.features.some(({ name, value }) => name === 'name' && value === 1))
            .map(({ entity }) => entity.id)
        : [answer.reason],
    );
  }
  /** What the list's page says of the active version. */
  async function notes(source: string): Promise<string> {
    const { lists } = (await api.request(readScreeningLists, {}, { as: api.companies.a.staff })).response;
    return (lists.find((list) => list.source === source)?.inUse?.notes ?? [])
      .map(({ text }) => text)
      .join('\n');
  }

  test('an entry of an unknown or blank kind is compared with people and organisations, and noted', async () => {
    const rows = [
      dfatRow('201', 'Testperson Fadi', '', 'Primary Name'),
      dfatRow('202', 'Testperson Gita', 'Person', 'Primary Name'),
      dfatRow('206', 'Testperson Kais', 'Individuals', 'Primary Name'),
      dfatRow('207', 'Testperson Lamis', 'Indiv.', 'Primary Name'),
      dfatRow('208', 'Testperson Munir', 'n/a', 'Primary Name'),
      dfatRow('209', 'Testperson Nour', 'INDIVIDUAL ', 'Primary Name'),
      dfatRow('210', 'Testperson Trading', 'Entities', 'Primary Name'),
    ];
    expect(await importList(api, 'dfat', { 'dfat.csv': dfat(...rows) })).toContain('with 7 entries');
    const people = ['Fadi', 'Gita', 'Kais', 'Lamis', 'Munir', 'Nour'];
    expect(await found(...people.map((name) => person(`Testperson ${name}`)))).toEqual([
      ['201'],
      ['202'],
      ['206'],
      ['207'],
      ['208'],
      ['209'],
    ]);
    expect(
      await found(
        ...people.map((name) => organisation(`Testperson ${name}`)),
        organisation('Testperson Trading'),
      ),
    ).toEqual([['201'], [], [], ['207'], ['208'], [], ['210']]);
    expect(await notes('dfat')).toContain(
      '3 entries have no known type and are compared with people and organisations: line 2 (blank), line 5 (“Indiv.”), line 6 (“n/a”).',
    );
  });

  test('a number that is used twice is two entries, wherever they are', async () => {
    const rows = [
      dfatRow('101', 'Testperson Alda', 'Individual', 'Primary Name', '1/02/1970'),
      dfatRow('102', 'Testperson Bero', 'Individual', 'Primary Name'),
      dfatRow('101', 'Cinder Voyager', 'Vessel', 'Primary Name'),
      dfatRow('103', 'Testperson Ciro', 'Individual', 'Primary Name'),
      dfatRow('103', 'Testperson Dara', 'Individual', 'Primary Name'),
      dfatRow('104a', 'Testperson Ezra', 'Individual', 'Alias'),
      dfatRow('105', 'Testperson Front', 'Entity', 'Primary Name'),
      dfatRow('104', 'Testperson Fanya', 'Individual', 'Primary Name'),
      dfatRow('105', 'Testperson Gero', 'Individual', 'Primary Name'),
      dfatRow('105b', 'Testperson Hidden Front', 'Entity', 'Alias'),
    ];
    expect(await importList(api, 'dfat', { 'dfat.csv': dfat(...rows) })).toContain('with 8 entries');
    expect(
      await found(
        person('Testperson Alda'),
        { ...person('Cinder Voyager'), schema: 'Vessel' },
        person('Testperson Ciro'),
        person('Testperson Dara'),
        person('Testperson Ezra'),
        person('Testperson Fanya'),
        person('Testperson Gero'),
        organisation('Testperson Hidden Front'),
      ),
    ).toEqual([
      ['101'],
      ['101 cinder voyager'],
      ['103'],
      ['103 testperson dara'],
      ['104'],
      ['104'],
      ['105 testperson gero'],
      ['105'],
    ]);
    expect(await notes('dfat')).toContain(
      '3 numbers belong to several entries, each of which is read as its own: line 4 (101), line 6 (103), line 10 (105).',
    );
  });

  test('a remark is skipped with a note, and a row without a number is an entry all the same', async () => {
    const rows = [
      dfatRow('301', 'Testperson Ivo', 'Individual', 'Primary Name'),
      dfatRow('', '* updated 1 May 2024'),
      dfatRow('† see the notes'),
      dfatRow('', 'Last updated: 1 May 2024'),
      ['', 'Total: 2'],
      dfatRow(),
      dfatRow('', 'Testperson Jola', 'Individual', 'Primary Name', '3/04/1980'),
      dfatRow('', 'Testperson Kuno'),
    ];
    expect(await importList(api, 'dfat', { 'dfat.csv': dfat(...rows) })).toContain('with 3 entries');
    expect(
      await found(person('Testperson Ivo'), person('Testperson Jola'), person('Testperson Kuno')),
    ).toEqual([['301'], ['no-number testperson-jola'], ['no-number testperson-kuno']]);
    const said = await notes('dfat');
    expect(said).toContain(
      '4 rows hold a remark and no entry, and were skipped: line 3 (“* updated 1 May 2024”), line 4 (“† see the notes”), line 5 (“Last updated: 1 May 2024”), line 6 (“Total: 2”).',
    );
    expect(said).toContain('2 entries have no number: line 8 (Testperson Jola), line 9 (Testperson Kuno).');
  });

  test('dates of birth in other forms are read and noted; what cannot be read rules nobody out', async () => {
    const written: [string, string, string[]][] = [
      ['Testperson Lasse', '07/04/62', ['1962-04-07']],
      ['Testperson Mikko', '23-Apr-68', ['1968-04-23']],
      ['Testperson Nilo', '5/06/1953   15/06/1953', ['1953-06-05', '1953-06-15']],
      ['Testperson Oili', '01/10/1983,15/10/1983', ['1983-10-01', '1983-10-15']],
      ['Testperson Paavo', '10/061962', ['1962-06-10']],
      ['Testperson Rauha', '7.4.62', ['1962-04-07']],
      ['Testperson Sulo', '1983/10/15', ['1983-10-15']],
      ['Testperson Tapio', '15 Oct 83', ['1983-10-15']],
    ];
    const rows = written.map(([name, date], at) =>
      dfatRow(String(401 + at), name, 'Individual', 'Primary Name', date),
    );
    rows.push(
      dfatRow('450', 'Testperson Urho', 'Individual', 'Primary Name', 'a) 1/02/1970 b) in the war'),
      dfatRow('451', 'Testperson Veikko', 'Individual', 'Primary Name', '1/02/1970', 'Atlantis; Iran'),
    );
    expect(await importList(api, 'dfat', { 'dfat.csv': dfat(...rows) })).toContain('with 10 entries');
    for (const [at, [name, , dates]] of written.entries()) {
      for (const birthDate of dates)
        expect(await found(person(name, { birthDate }))).toEqual([[String(401 + at)]]);
      const answers = await createListEngine({ db: api.database.db }).screen(
        [person(name, { birthDate: dates[0] ?? '' })],
        { companyId: api.companies.a.id, threshold: 0.8, birthDateMatching: 'exact' },
      );
      const [hit] = answers.flatMap((answer) => (answer.status === 'screened' ? answer.hits : []));
      expect(hit?.entity.birthDates).toEqual(dates.map((on) => ({ on })));
      expect(hit?.score.features.find((feature) => feature.name === 'birthDate')?.finding).toMatch(
        /^Same date of birth/,
      );
    }
    const said = await notes('dfat');
    expect(said).toContain(
      '8 dates of birth are in another form than the list’s: line 2 (“07/04/62” as 7 Apr 1962), line 3 (“23-Apr-68” as 23 Apr 1968)',
    );
    expect(said).toContain('line 10 (“in the war”)');
    expect(said).toContain('line 11 (“Atlantis”)');
    // Without the note the other date and the other country would each cost a match.
    const unlike = { birthDate: '1944-12-30', countries: ['FRA'] };
    const answers = await createListEngine({ db: api.database.db }).screen(
      [
        person('Testperson Urhoo', { birthDate: '1944-12-30' }),
        person('Testperson Veikkoo', { ...unlike, birthDate: '1970-02-01' }),
      ],
      { companyId: api.companies.a.id, threshold: 0.8, birthDateMatching: 'exact' },
    );
    expect(
      answers.map((answer) =>
        answer.status === 'screened' ? answer.hits.map(({ entity }) => entity.id) : [],
      ),
    ).toEqual([['450'], ['451']]);
  });

  test('the readers of other lists do the same', async () => {
    const none = '-0-';
    const sdn = (number: string, name: string, type: string, remarks: string) =>
      [number, name, type, 'SDGT', ...Array<string>(7).fill(none), remarks]
        .map((cell) => `"${cell}"`)
        .join(',');
    const ofac = [
      sdn('9001', 'TESTPERSON, Alma', 'individual', 'DOB 07/04/62.'),
      sdn('9002', 'TESTPERSON TRADING', none, none),
      sdn('9001', 'TESTPERSON, Bruno', 'person', none),
      sdn('9003', 'TESTPERSON, Carla', 'Individuo', none),
      ['', '* updated 1 May 2024', ...Array<string>(10).fill(none)].join(','),
      sdn(none, 'TESTPERSON, Dario', 'individual', none),
    ].join('\n');
    expect(await importList(api, 'ofac', { 'sdn.csv': `${ofac}\n` })).toContain('with 5 entries');
    expect(
      await found(
        person('Alma Testperson', { birthDate: '1962-04-07' }),
        person('Bruno Testperson'),
        person('Carla Testperson'),
        organisation('Carla Testperson'),
        person('Dario Testperson'),
      ),
    ).toEqual([['9001'], ['9001 bruno testperson'], ['9003'], ['9003'], ['no-number testperson-dario']]);

    const un = (element: string, number: string, name: string, more = '') =>
      `<${element}><FIRST_NAME>${name}</FIRST_NAME>${number === '' ? '' : `<REFERENCE_NUMBER>${number}</REFERENCE_NUMBER>`}${more}</${element}>`;
    const born = (date: string) =>
      `<INDIVIDUAL_DATE_OF_BIRTH><DATE>${date}</DATE></INDIVIDUAL_DATE_OF_BIRTH>`;
    const xml = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>${un('INDIVIDUAL', 'ZZi.1', 'Testperson Erik', born('23-Apr-68'))}${un('INDIVIDUAL', 'ZZi.1', 'Testperson Fiora')}${un('INDIVIDUAL', '', 'Testperson Gunnar')}${un('PERSON_OR_BODY', 'ZZi.4', 'Testperson Hedda')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`;
    expect(await importList(api, 'un', { 'un.xml': xml })).toContain('with 4 entries');
    expect(
      await found(
        person('Testperson Erik', { birthDate: '1968-04-23' }),
        person('Testperson Fiora'),
        person('Testperson Gunnar'),
        person('Testperson Hedda'),
        organisation('Testperson Hedda'),
      ),
    ).toEqual([['ZZi.1'], ['ZZi.1 testperson fiora'], ['no-number testperson-gunnar'], ['ZZi.4'], ['ZZi.4']]);

    const police = csv([
      ['Terrorist entity', 'Date of designation', 'Status'],
      ['Testperson Front', '2 June 2019', ''],
      ['Testperson Front', '2 June 2020', ''],
      ['* updated 1 May 2024', '', ''],
      ['Testperson Ilse', '', ''],
    ]);
    expect(await importList(api, 'nzPolice', { 'police.csv': police })).toContain('with 3 entries');
    expect(await found(organisation('Testperson Ilse'), person('Testperson Ilse'))).toEqual([
      ['testperson-ilse'],
      ['testperson-ilse'],
    ]);
    expect(await notes('nzPolice')).toContain(
      '1 entry has no date of designation: line 5 (Testperson Ilse).',
    );

    const russia = await workbook([
      {
        name: 'Register',
        rows: [
          ['Unique Identifier', 'Type', 'First name', 'Last name', 'DOB'],
          ['RUS-1', '', 'Testperson', 'Jarla', '07/04/62'],
          ['RUS-1', 'Ship', '', 'Ember Voyager', ''],
          ['', 'Individual', 'Testperson', 'Kolya', '5/06/1953   15/06/1953'],
          ['* updated 1 May 2024', '', '', '', ''],
          ['RUS-4', 'Oligarch', 'Testperson', 'Lenka', '10/061962'],
        ],
      },
    ]);
    expect(await importList(api, 'nzRussia', { 'register.xlsx': russia })).toContain('with 4 entries');
    expect(
      await found(
        person('Testperson Jarla', { birthDate: '1962-04-07' }),
        organisation('Testperson Jarla'),
        { ...person('Ember Voyager'), schema: 'Vessel' },
        person('Testperson Kolya', { birthDate: '1953-06-15' }),
        person('Testperson Lenka', { birthDate: '1962-06-10' }),
      ),
    ).toEqual([['RUS-1'], ['RUS-1'], ['RUS-1 ember voyager'], ['no-number testperson-kolya'], ['RUS-4']]);

    await sendOwnList(
      api,
      api.companies.a.owner,
      csv([
        ['id', 'name', 'type', 'date_of_birth', 'reason'],
        ['1', 'Testperson Mona', '', '07/04/62', 'sanction'],
        ['1', 'Testperson Nils', 'ghost', '01/10/1983,15/10/1983', 'sanction'],
        ['', '* updated 1 May 2024', '', '', ''],
      ]),
    );
    expect(
      await found(
        person('Testperson Mona', { birthDate: '1962-04-07' }),
        organisation('Testperson Nils'),
        person('Testperson Nils', { birthDate: '1983-10-15' }),
      ),
    ).toEqual([['1'], ['1 testperson nils'], ['1 testperson nils']]);
    expect(await notes('own')).toContain('line 3 (“ghost”)');
  });

  test('a client with such a name has a match to decide, and is not clear', async () => {
    const id = await individualWithEvidence(api, api.companies.a, {
      familyName: 'Testperson',
      without: ['screening', 'assessment'],
    });
    const { displayName } = (await api.request(readClient, { params: { id } }, { as: api.companies.a.staff }))
      .response;
    await importList(api, 'dfat', { 'dfat.csv': dfat(dfatRow('201', displayName, '', 'Primary Name')) });
    await api.request(
      screenClient,
      { params: { id }, body: {}, requestKey: crypto.randomUUID() },
      { as: api.companies.a.staff },
    );
    const { screenings } = (
      await api.request(readClientMonitoring, { params: { id }, query: {} }, { as: api.companies.a.staff })
    ).response;
    expect(screenings[0]?.status).toBe('needsReview');
    const { sanctionsStatus } = (
      await api.request(readClient, { params: { id } }, { as: api.companies.a.staff })
    ).response;
    expect(sanctionsStatus).toBe('potential');
  });

  describe('files that are not the list', () => {
    const good = dfat(
      ...Array.from({ length: 30 }, (_, n) =>
        dfatRow(String(601 + n), `Testperson Number${n}`, 'Individual', 'Primary Name', '1/02/1970'),
      ),
    );
    const active = async () => {
      const { lists } = (await api.request(readScreeningLists, {}, { as: api.companies.a.staff })).response;
      return lists.find(({ source }) => source === 'dfat');
    };
    beforeAll(async () => {
      await importList(api, 'dfat', { 'dfat.csv': good });
    });

    test.each<[string, () => string | Uint8Array | Promise<Uint8Array>, string]>([
      [
        'a changed heading',
        () => good.replace('Date of Birth', 'Birth Day'),
        'The column “date of birth” of the active version is missing: a heading was changed',
      ],
      [
        'a changed heading that identifies it',
        () => good.replace('Reference', 'Ref'),
        'not one of the supported lists',
      ],
      [
        'a workbook with a second sheet',
        () =>
          workbook([
            { name: 'List', rows: good.split('\n').map((row) => row.split(',')) },
            { name: 'More', rows: [dfatRow('700', 'Testperson Lost', 'Individual', 'Primary Name')] },
          ]),
        'rows on another sheet, “More”',
      ],
      [
        'a web page in place of the file',
        () => '<!DOCTYPE html><html><head><title>Sorry</title></head><body>Try later</body></html>',
        'is a web page, not a list',
      ],
      ['a download that was cut off', () => good.slice(0, -40), 'columns instead of'],
      ['a download that was cut off in a cell', () => `${good}\n700,"Testper`, 'truncated or damaged'],
    ])('%s is refused with the reason, and the former version stays', async (_title, content, reason) => {
      const before = await active();
      const outcome = await importList(api, 'dfat', { 'dfat.csv': await content() });
      expect(outcome).toMatch(/^failed: .*Nothing was imported\. The active version is unchanged\.$/);
      expect(outcome).toContain(reason);
      const after = await active();
      expect(after?.inUse).toEqual(before?.inUse);
      expect(after?.inUse?.usedSince).not.toBeNull();
      expect(after?.failure?.text).toContain(reason);
    });

    test('a list that shrinks to a tenth is held, and the former version stays', async () => {
      const cut = { 'dfat.csv': good.split('\n').slice(0, 4).join('\n') };
      expect(await importList(api, 'dfat', cut, {})).toContain('pending confirmation');
      expect(await active()).toMatchObject({
        inUse: { entities: 30 },
        held: {
          notes: [
            { kind: 'doubt', text: expect.stringContaining('3 entries but the active version has 30') },
          ],
        },
      });
    });

    test('an own list is refused in the same way', async () => {
      await sendOwnList(
        api,
        api.companies.b.owner,
        'id,name,type,date_of_birth,country,remarks\n1,Testperson Otto,,1970,,\n',
      );
      const answer = await postOwnList(api, api.companies.b.owner, {
        'list.csv': 'id,name,birthday\n1,Testperson Otto,1970\n',
      });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('The column “date of birth” of the active version is missing');
    });
  });
});
