import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, neutraliseCell, readCellList, writeCellList } from '#rules/csv-cells.ts';

describe('CSV cells', () => {
  it.each([
    '=1+1',
    '+64 21',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '－1',
    '=cmd|"/c calc"!A1',
  ])('%j cannot run as a formula', (text) => expect(neutraliseCell(text)).toBe(`'${text}`));

  it.each(['', 'Aroha', '1-2', "'=1", 'a=b', ' plain', '王'])('%j is unchanged', (text) =>
    expect(neutraliseCell(text)).toBe(text),
  );

  it('writes numbers as numbers and null as an empty cell', () => {
    expect([
      csvCell(-5),
      csvCell(1.5),
      csvCell(true),
      csvCell(null),
      csvCell(undefined),
      csvCell('=x'),
    ]).toEqual(['-5', '1.5', 'true', '', '', "'=x"]);
  });

  it('a reader sees the same text apart from a leading apostrophe, and no cell starts a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' ', 'a', '"', ',') }),
    );
    fc.assert(
      fc.property(text, (original) => {
        const cell = neutraliseCell(original);
        expect([original, `'${original}`]).toContain(cell);
        expect(cell).not.toMatch(/^[\t\r\n]|^\s*[=+\-@]/);
        expect(neutraliseCell(cell)).toBe(cell);
      }),
      { numRuns: 1000 },
    );
  });

  it('round-trips through the CSV writer', () => {
    expect(stringify([[csvCell('=1,"x"'), csvCell('b')]])).toBe(`"'=1,""x""",b\n`);
  });
});

describe('lists in one cell', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ā', '"', ';', ' ', ','), maxLength: 8 });

  it('are read as they were written', () => {
    const list = fc.array(
      text.map((item) => item.trim()),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(list, (texts) => {
        expect(readCellList(writeCellList(texts))).toEqual(texts);
      }),
      { seed: 34, numRuns: 2000 },
    );
  });

  it.each([
    [['Family', 'Conveyancing'], 'Family; Conveyancing'],
    [['Rata; Kōwhai', 'b'], '"Rata; Kōwhai"; b'],
    [['"Bo"'], '"""Bo"""'],
    [['6" pipes; 8"', ''], '"6"" pipes; 8"""; '],
  ])('write %j as %j', (texts, line) => {
    expect(writeCellList(texts)).toBe(line);
    expect(readCellList(line)).toEqual(texts);
  });

  it.each([
    ['"Bo"; "Ro"', ['"Bo"', '"Ro"']],
    ['"K" Shop; The "K"', ['"K" Shop', 'The "K"']],
    ['"open; b', ['"open', 'b']],
    ['a;;b', ['a', '', 'b']],
    ['  "a;b"  ;c', ['a;b', 'c']],
    ['', ['']],
  ])('read %j, which a person typed', (line, texts) => expect(readCellList(line)).toEqual(texts));

  it.each(['"', '";', '""', '"a;', '" ', ' '])(
    'are read in a time that grows with the length of repeated %j',
    (piece) => {
      const count = (line: string) => readCellList(line).join('').length;
      expect(count(piece.repeat(100_000))).toBeLessThanOrEqual(piece.length * 100_000 + 2);
    },
  );
});
