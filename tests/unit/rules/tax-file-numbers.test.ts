import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTaxFileNumber } from '#rules/identifiers/tax-file-numbers.ts';
import { isTaxFileNumber } from '#rules/identifiers/tax-numbers.ts';
import { getGrowth } from '#tests/support/database/growth.ts';

describe('findTaxFileNumber', () => {
  it.each([
    'TFN 123 456 782',
    'tfn:123456782',
    'Her T.F.N. is 123-456-782, on file',
    '123 456 782 (tax file number)',
    'Tax-File 123.456.782',
    'TFN123456782',
    'TFNs: １２３４５６７８２',
    'TFN 12\u200b3456\u00ad782',
    'TFN\n123\n456\n782'.replace(/\n(?=[47])/g, ' '),
    'Unit 2 123 456 782 is the TFN',
  ])('rejects %j', (text) => {
    const finding = findTaxFileNumber(text);
    expect(finding.verdict).toBe('refuse');
    expect(JSON.stringify(finding)).not.toMatch(/\d/);
  });

  it.each(['Reference 123456782', 'Call 123 456 782', `TFN unknown. ${'x'.repeat(60)} 123456782`])(
    'requires confirmation of %j',
    (text) => {
      const finding = findTaxFileNumber(text);
      expect(finding.verdict).toBe('ask');
      expect(JSON.stringify(finding)).not.toMatch(/\d/);
    },
  );

  it.each([
    '',
    'TFN withheld',
    'TFN 999 999 999',
    'TFN 000 000 000',
    'Reference 123456781',
    'ABN 53 004 085 616',
    'ref 1234567820',
    'ABN 99 123 456 782',
    'card 4123456782',
    '$123,456,782',
    'born 12/34/56782',
  ])('finds nothing in %j', (text) => {
    expect(findTaxFileNumber(text)).toEqual({ verdict: 'none' });
  });

  it('does not mistake other words for TFN', () => {
    expect(findTaxFileNumber('CTFN 123456782').verdict).toBe('ask');
    expect(findTaxFileNumber('taxi file 123456782').verdict).toBe('ask');
  });

  it('finds every valid number anywhere with any separators', () => {
    const passing = fc
      .integer({ min: 10_000_000, max: 99_999_999 })
      .chain((body) => fc.constantFrom(...Array.from({ length: 10 }, (_, last) => `${body}${last}`)))
      .filter(isTaxFileNumber);
    const words = fc.constantFrom('', 'Note: ', 'Ms Aroha Example, ', 'see the file. ');
    fc.assert(
      fc.property(
        passing,
        words,
        words,
        fc.constantFrom('', ' ', '-', '–', '. '),
        fc.boolean(),
        (number, before, after, gap, named) => {
          const written = number.replace(/(\d{3})(?=\d)/g, `$1${gap}`);
          const text = `${before}${named ? 'TFN ' : ''}${written} ${after}`;
          expect(findTaxFileNumber(text).verdict).toBe(named ? 'refuse' : 'ask');
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void findTaxFileNumber(text)));
  });

  // Sixteen times the length costs sixteen times the work; quadratic would cost 256 times. Halfway, in orders of magnitude, is 64.
  it.each([
    ['digits apart', '1 '],
    ['names of numbers', 'TFN 1 23 '],
    ['one long number', '9'.repeat(50)],
  ])('cost grows linearly with the text: %s', (_, piece) => {
    expect(getGrowth((pieces) => findTaxFileNumber(piece.repeat(pieces)), 5_000, 80_000)).toBeLessThan(64);
  });
});
