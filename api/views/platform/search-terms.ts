/** More words than anybody types to find a company. */
const maxWords = 8;

/** The words of a search as `platform_folded` writes them: without case and accents. Digits stand together when they are numbers. */
export function foldedWords(text: string | undefined): string[] {
  const folded = (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o');
  // 51 824 753 556 is one number, however it is spaced.
  const joined = /^[\d\s-]+$/.test(folded) ? folded.replace(/[\s-]/g, '') : folded;
  return joined.split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** A LIKE pattern that finds a word anywhere; what has a meaning in patterns stands for itself. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
