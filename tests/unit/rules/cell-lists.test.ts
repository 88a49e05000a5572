import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCellList, writeCellList } from '#rules/cell-lists.ts';

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
