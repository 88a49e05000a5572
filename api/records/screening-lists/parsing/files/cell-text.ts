/** A field of a row or an element's text, in UTF-16 code units. */
export const maxFieldLength = 60_000;

/** A cell's text with single spaces; its lines are retained. */
export const singleSpaced = (text: string): string => text.replace(/[^\S\n]{2,}/g, ' ');

/** Text as stored: NFC, single spaces, no control or direction characters, trimmed. */
export function tidy(text: string): string {
  return text
    .slice(0, maxFieldLength)
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}
