/** More words than a search for a company needs. */
const maxWords = 8;

/** Words of a search, normalised like `platform_folded`: without case and accents. Digits of one number are joined. */
export function foldedWords(text: string | undefined): string[] {
  const folded = (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o');
  // 51 824 753 556 is one number, however it is spaced.
  const joined = /^[\d\s-]+$/.test(folded) ? folded.replace(/[\s-]/g, '') : folded;
  return joined.split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** A LIKE pattern that matches a word anywhere, with special characters escaped. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
