import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterCount, cleanText, problemWithText } from '#rules/text-safety.ts';

describe('problemWithText', () => {
  it.each([
    'Aroha Example',
    'Ngāti Porou 王小明 محمد',
    'नमस्ते दुनिया',
    'family 👩‍👩‍👧 emoji',
    '',
    'left\u200eright mark',
    'Zürich & Söhne «GmbH»',
  ])('accepts %j', (text) => expect(problemWithText(text)).toBeUndefined());

  it.each([
    ['a\0b', /NUL/],
    ['a\ud800b', /invalid character/],
    ['\udc00', /invalid character/],
    ['a\u202eb', /direction/],
    ['\u2066x', /direction/],
    ['a\nb', 'Use one line only'],
    ['a\rb', 'Use one line only'],
    ['a\u2028b', 'Use one line only'],
    ['a\tb', /tab/],
    ['a\u0007b', /control/],
    ['a\u007fb', /control/],
    ['a\u009bb', /control/],
    ['a\uffffb', /control/],
    [`Z${'\u0301'.repeat(40)}`, /marks/],
  ])('rejects %j with a message', (text, problem) => {
    expect(problemWithText(text)).toMatch(problem);
  });

  it('allows line breaks in multiline text only', () => {
    expect(problemWithText('a\nb\r\nc', { multiline: true })).toBeUndefined();
    expect(problemWithText('a\0', { multiline: true })).toMatch(/NUL/);
    expect(problemWithText('a\u001b[31m', { multiline: true })).toMatch(/control/);
  });

  it('counts characters as users do', () => {
    expect(characterCount('e\u0301')).toBe(1);
    expect(characterCount('👩‍👩‍👧')).toBe(1);
    expect(characterCount('abc')).toBe(3);
    expect(problemWithText('é'.normalize('NFD').repeat(5), { maxLength: 5 })).toBeUndefined();
    expect(problemWithText('abcdef', { maxLength: 5 })).toBe('Use at most 5 characters');
    expect(problemWithText('👩‍👩‍👧'.repeat(30), { maxLength: 5 })).toBe('Use at most 5 characters');
    expect(problemWithText(`a${'\u0301'.repeat(1_000_000)}`, { maxLength: 5 })).toBe(
      'Use at most 5 characters',
    );
  });

  it('accepted text is encodable, has no NUL and cleaning is idempotent', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
        .map((units) => String.fromCharCode(...units)),
      fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\t', '\u2028', ' ', 'e', '\u0301', '\u0085') }),
    );
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, multiline) => {
        const cleaned = cleanText(text);
        expect(cleanText(cleaned)).toBe(cleaned);
        const problem = problemWithText(text, { multiline, maxLength: 100 });
        if (problem !== undefined) return;
        expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text.replace(/^\ufeff/, ''));
        expect(text).not.toContain('\0');
        expect(problemWithText(cleaned, { multiline, maxLength: 100 })).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cleanText', () => {
  it.each([
    ['  a\tb ', 'a b'],
    ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['e\u0301', 'é'],
    ['a\0b', 'a\0b'],
  ])('%j becomes %j', (text, expected) => expect(cleanText(text)).toBe(expected));
});
