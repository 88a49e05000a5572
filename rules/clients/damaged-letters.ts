import { windowsLetters } from '#rules/clients/windows-letters.ts';

/** The byte of a character in Windows-1252; undefined if it has none. */
function windowsByte(letter: string): number | undefined {
  const at = windowsLetters.indexOf(letter);
  if (at !== -1) return 0x80 + at;
  const code = letter.charCodeAt(0);
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : undefined;
}

/** A lead byte of UTF-8 and those that follow it, as they look in Windows-1252. */
const followers = `[\\x80-\\xbf${windowsLetters.replace(/[\x80-\x9f]/g, '')}]`;
const misreadLetter = new RegExp(
  `[\\xc2-\\xdf]${followers}|[\\xe0-\\xef]${followers}{2}|[\\xf0-\\xf4]${followers}{3}`,
  'gu',
);

/** What a misread letter may have been: nothing else is worth a question. */
const plausible = /^(?:[\p{L}\p{Pd}\xa0-\xff‘’“”…€™]|[\u0300-\u036f])$/u;

function decodeAs(encoding: 'utf-8' | 'macintosh', text: string): string | undefined {
  const bytes = [...text].map(windowsByte);
  if (bytes.includes(undefined)) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(Uint8Array.from(bytes as number[]));
  } catch {
    return undefined;
  }
}

/** A text whose UTF-8 was read as Windows-1252, once or twice, as it was: "SiobhÃ¡n" is "Siobhán". */
function repairUtf8(text: string): string {
  const once = text
    // The second byte of “à” is a space that does not break, which many programs replace by an ordinary one.
    .replace(/Ã (?=\p{Ll}|$)/gu, 'à')
    .replace(misreadLetter, (letters) => {
      const decoded = decodeAs('utf-8', letters);
      return decoded !== undefined && plausible.test(decoded) ? decoded : letters;
    });
  return once === text ? text : repairUtf8(once);
}

/** Signs and capital letters that stand for accented letters of a file in Mac OS Roman, within a word. */
const misreadMac =
  /(?<=\p{L})[†‡‰‹›„…•™˜ˆ](?=\p{L}|$|\s)|^[†‡‰‹›„•™˜ˆ](?=\p{L})|(?<=\p{L})[ŠŽŒŸ](?=\p{Ll})|(?<=\p{Ll})[ŠŽŒŸ]|(?<=\b[DO])Õ(?=\p{Lu}\p{Ll})|(?<=\p{Ll})Õ(?=\p{Ll})/gu;

function repairMac(text: string): string {
  return text.replace(misreadMac, (letter) => {
    const decoded = decodeAs('macintosh', letter);
    return decoded !== undefined && /[\p{L}’]/u.test(decoded) ? decoded : letter;
  });
}

/** A question mark in the place of a letter: within a word, or before one. */
const lostLetter = /(?<=\p{L})\?(?=\p{L})|(?<![^\s(‘“'-])\?(?=\p{L})/gu;

/** Letters of Māori words: what older encodings lose of them is a vowel with a macron, most often “ā”. */
const wordInMaori = /^[aeiouāēīōūhkmnprtwg?]+$/iu;

/** What is wrong with the letters of a text, and what it likely was; null if that cannot be told. */
export interface Damage {
  likely: string | null;
}

/**
 * Damage that an encoding has done to a text without leaving a replacement character: UTF-8 or Mac OS Roman read as Windows-1252, or a letter
 * turned into a question mark. Undefined for a sound text.
 */
export function findDamage(text: string): Damage | undefined {
  const repaired = repairMac(repairUtf8(text));
  if (repaired !== text) return { likely: repaired };
  if (text.search(lostLetter) === -1) return undefined;
  const words = text.split(/\s+/).filter((word) => word.search(lostLetter) !== -1);
  const isMaori = words.every((word) => wordInMaori.test(word) && !word.startsWith('?'));
  return { likely: isMaori ? text.replace(lostLetter, 'ā') : null };
}
