import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RowReading, readImportRow } from '#rules/clients/client-import-cells.ts';
import { findNameSubject, findPartDoubts, readFullName } from '#rules/clients/full-names.ts';

const read = (text: string) => {
  const { givenNames, familyName, doubts } = readFullName(text) ?? {};
  return [givenNames, familyName, doubts];
};
const order = [expect.stringMatching(/^Family name “.+”, given names “.+”\./)];

describe('the one text of a name', () => {
  it.each([
    ['Mr John Sample', 'John', 'Sample', 'Mr'],
    ['Dr. Ana Sample QC', 'Ana', 'Sample', 'Dr. QC'],
    ['Hon. Ana Sample', 'Ana', 'Sample', 'Hon.'],
    ['The Hon. Mere Sample MNZM', 'Mere', 'Sample', 'The Hon. MNZM'],
    ['Prof Dr Ana Maria Sample PhD', 'Ana Maria', 'Sample', 'Prof Dr PhD'],
    ['Sample, Miss Mary', 'Mary', 'Sample', 'Miss'],
    ['John Sample, KC', 'John', 'Sample', 'KC'],
    ['John Sample Jr.', 'John', 'Sample', 'Jr.'],
    ['John Sample III', 'John', 'Sample', 'III'],
    ['Sample, John, Jr', 'John', 'Sample', 'Jr'],
    ['Ana Sample Snr', 'Ana', 'Sample', 'Snr'],
    ['John Senior', 'John', 'Senior', ''],
    ['Kim Sample', 'Kim', 'Sample', ''],
    ['Aroha Te Rangi', 'Aroha', 'Te Rangi', ''],
    ['van der Berg, Ludwig', 'Ludwig', 'van der Berg', ''],
    ['Ivan Ilyich Ivanov', 'Ivan Ilyich', 'Ivanov', ''],
    ['John SAMPLE', 'John', 'SAMPLE', ''],
    ['ANA SAMPLE', 'ANA', 'SAMPLE', ''],
  ])('%s is read without a question', (text, givenNames, familyName, leftOut) => {
    const reading = readFullName(text);
    expect(reading).toEqual({
      givenNames,
      familyName,
      leftOut: leftOut === '' ? [] : leftOut.split(' '),
      doubts: [],
    });
  });

  it.each([
    ['Ludwig van der Berg', 'Ludwig', 'van der Berg'],
    ['Ana de la Cruz', 'Ana', 'de la Cruz'],
    ['Muhammad bin Abdullah', 'Muhammad', 'bin Abdullah'],
    ['Leonardo da Vinci', 'Leonardo', 'da Vinci'],
    ['Ivanov Ivan Ilyich', 'Ivan Ilyich', 'Ivanov'],
    ['Petrova Maria Ivanovna', 'Maria Ivanovna', 'Petrova'],
    ['Sidorov Petr Sergeevich', 'Petr Sergeevich', 'Sidorov'],
    ['Aliyev Vusal Said oglu', 'Vusal Said oglu', 'Aliyev'],
    ['Mammadova Leyla Rashid qizi', 'Leyla Rashid qizi', 'Mammadova'],
    ['Nguyễn Thị Minh Khai', 'Thị Minh Khai', 'Nguyễn'],
    ['TRAN VAN NAM', 'VAN NAM', 'TRAN'],
    ['Lê Minh', 'Minh', 'Lê'],
    ['Wong Ka Fai', 'Ka Fai', 'Wong'],
    ['Kim Jong Un', 'Jong Un', 'Kim'],
    ['Li Na', 'Na', 'Li'],
    ['SAMPLE John', 'John', 'SAMPLE'],
    ['Li Wang', 'Li', 'Wang'],
    ['ANA SAMPLE CA', 'ANA SAMPLE', 'CA'],
    ['Hon Ming Sample', 'Ming', 'Sample'],
  ])('the order of %s is asked about', (text, givenNames, familyName) => {
    expect(read(text)).toEqual([givenNames, familyName, order]);
  });

  it.each([
    ['John & Mary Sample', 'more than one person'],
    ['Mr and Mrs Sample', 'more than one person'],
    ['John Sample / Mary Example', 'more than one person'],
    ['John Sample, Mary Sample', 'more than one person'],
    ['Estate of John Sample', 'an estate'],
    ['Sample John (deceased)', 'an estate'],
    ['John Sample (dec’d)', 'an estate'],
    ['The late John Sample', 'an estate'],
    ['John Sample ATF the Samples', 'a trustee'],
    ['John Sample as trustee', 'a trustee'],
    ['J Sample', 'only an initial'],
    ['J. K. Sample', 'only an initial'],
    ['Unknown Sample', 'may not be the name of a person'],
    ['TBC', 'may not be the name of a person'],
    ['John Sample 2', 'has a number'],
    ['John Sample c/- Example Law', 'in whose care'],
    ['Robert "Bob" Sample', '“Bob” is not part'],
    ['Mary Sample (Polly)', '“Polly” is not part'],
    ['Mary Sample née Example', '“née Example” is not part'],
  ])('%s may not be the name of one living person', (text, doubt) => {
    expect(readFullName(text)?.doubts).toEqual([expect.stringContaining(doubt)]);
  });

  it('keeps every word of a name, in one of its parts or as left out', () => {
    const word = fc.constantFrom(
      ...'Ana John van de la bin Mr Dr QC Jr III Kim Wang Ilyich oglu Nguyễn SAMPLE Te O’Brien Sample-Jones J. The Hon Li CA'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(5), (words, comma) => {
        const text = words.map((one, at) => (at === comma ? `${one},` : one)).join(' ');
        const reading = readFullName(text);
        if (reading === undefined) return;
        const { givenNames, familyName, leftOut } = reading;
        const all = [givenNames, familyName, ...leftOut].join(' ').split(/\s+/).filter(Boolean);
        expect(all.sort()).toEqual([...words].sort());
        expect(familyName).not.toBe('');
      }),
    );
  });
});

describe('a name in parts', () => {
  it.each([
    ['Mr John', 'Sample', '“Mr” is saved as part of the name'],
    ['John', 'Sample QC', '“QC” is saved as part of the name'],
    ['John', 'Sample Jr', '“Jr” is saved as part of the name'],
    ['Hon Ming', 'Wong', '“Hon” is saved as part of the name'],
    ['John & Mary', 'Sample', 'more than one person'],
    ['Estate of John', 'Sample', 'an estate'],
    ['J', 'Sample', 'only an initial'],
    ['John', 'Sample (deceased)', 'an estate'],
  ])('%s, %s is asked about', (givenNames, familyName, doubt) => {
    expect(findPartDoubts({ givenNames, middleNames: '', familyName })).toEqual([
      expect.stringContaining(doubt),
    ]);
  });

  it.each([
    ['John', 'van der Berg'],
    ['Miss', 'Sample'],
    ['John', 'Senior'],
    ['Thị Minh Khai', 'Nguyễn'],
  ])('%s, %s is not', (givenNames, familyName) => {
    expect(findPartDoubts({ givenNames, middleNames: '', familyName })).toEqual([]);
  });

  it('is saved as it is', () => {
    const columns = ['givenNames', 'familyName'] as const;
    const { input } = readImportRow(['Mr  John', 'Sample Jr'], {
      columns,
      clientType: 'individual',
      country: 'NZL',
    });
    expect(input.individual).toMatchObject({ givenNames: 'Mr  John', familyName: 'Sample Jr' });
  });
});

describe('a row with one name', () => {
  const row = (cells: Record<string, string>, reading: Partial<RowReading> = {}) =>
    readImportRow(Object.values(cells), {
      columns: Object.keys(cells) as RowReading['columns'],
      clientType: 'individual',
      country: 'NZL',
      ...reading,
    });

  it.each([
    ['John & Mary Sample', 'joint'],
    ['Estate of John Sample', 'estate'],
    ['Sample John (deceased)', 'estate'],
    ['John Sample as trustee', 'trust'],
    ['Sample Builders Ltd', 'company'],
    ['The Sample Family Trust', 'trust'],
  ])('%s is asked about as a client of another type, whole', (fullName, clientType) => {
    const { input, asks, problems } = row({ fullName });
    expect(input).toMatchObject({ clientType, business: { legalName: fullName } });
    expect(problems).toEqual([]);
    expect(asks).toEqual([expect.stringContaining('is read as the name of a client of the type')]);
  });

  it('keeps what only a person has, and asks about the name', () => {
    const { input, asks, problems } = row({ fullName: 'John & Mary Sample', dateOfBirth: '1980-01-02' });
    expect(input).toMatchObject({ clientType: 'individual', individual: { dateOfBirth: '1980-01-02' } });
    expect(problems).toEqual([]);
    expect(asks).toEqual([expect.stringContaining('more than one person')]);
  });

  it('takes the name as it is where the row has a type', () => {
    expect(row({ fullName: 'John & Mary Sample', clientType: 'Joint individuals' })).toMatchObject({
      input: { clientType: 'joint', business: { legalName: 'John & Mary Sample' } },
      asks: [],
    });
  });

  it.each(['Anderson', 'Sandy Land', 'Estatee Sample'])('%s is no other client', (name) => {
    expect(findNameSubject(name)).toBeUndefined();
  });
});
