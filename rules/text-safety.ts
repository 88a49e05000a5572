/** Limits of one text field. */
export type TextLimits = {
  /** Maximum length in user-perceived characters (an emoji or an accented letter is one). */
  maxLength?: number;
  /** Whether line breaks are permitted. */
  multiline?: boolean;
};

const lineBreak = /[\n\r\u0085\u2028\u2029]/;
const control = /[^\P{Cc}\n\r\u0085]/u;
const loneSurrogate = /\p{Cs}/u;
/** Embeddings, overrides and isolates: they can make a text display differently from its content. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/;
const nonCharacter = /\p{Noncharacter_Code_Point}/u;
/** More combining marks on one letter than any living script needs: such text overlaps adjacent lines. */
const stackedMarks = /\p{M}{9,}/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Number of user-perceived characters (grapheme clusters). */
export function characterCount(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/**
 * Returns why a text cannot be stored, or undefined. PostgreSQL stores neither NUL nor lone surrogates; other control
 * characters and direction overrides disguise the text. A tab is rejected too: `cleanText` turns it into a space first.
 * Length: at most `maxLength` characters as people count them, and four code points for each.
 */
export function problemWithText(
  text: string,
  { maxLength, multiline = false }: TextLimits = {},
): string | undefined {
  if (maxLength !== undefined) {
    // Code units first: a long text is rejected before it is segmented.
    const tooLong =
      text.length > maxLength * 8 || [...text].length > maxLength * 4 || characterCount(text) > maxLength;
    if (tooLong) return `Use at most ${maxLength} characters`;
  }
  if (text.includes('\0')) return 'This contains a NUL character, which cannot be saved. Retype it';
  if (loneSurrogate.test(text)) return 'This text contains an invalid character. Retype it';
  if (directionOverride.test(text)) {
    return 'This contains invisible characters that change the direction of text. Retype it';
  }
  if (!multiline && lineBreak.test(text)) return 'Use one line only';
  if (text.includes('\t')) return 'This contains a tab. Use a space';
  if (control.test(text) || nonCharacter.test(text)) {
    return 'This contains an invisible control character. Retype it';
  }
  if (stackedMarks.test(text)) return 'This text contains too many combining marks. Retype it';
  return undefined;
}

/**
 * Normal form for storage: NFC, line breaks as \n, tabs as spaces, trimmed. Removes nothing that carries meaning, and
 * leaves what `problemWithText` rejects. Idempotent.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .trim();
}
