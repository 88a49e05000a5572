import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines } from '#api/kernel/csv.ts';

describe('CSV lines', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ā', '"', ',', ';', '\n', '\r', ' ', "'"),
    maxLength: 6,
  });

  it('have every cell as it was, with its line breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
        expect(parse(csvLines(rows), { record_delimiter: '\r\n' })).toEqual(rows);
      }),
      { seed: 34, numRuns: 1000 },
    );
  });

  it.each(['one\ntwo', 'one\rtwo', 'one\r\ntwo', '\n'])('quote %j, which has a line break', (text) =>
    expect(csvLines([[text, 'b']])).toBe(`"${text}",b\r\n`),
  );
});
