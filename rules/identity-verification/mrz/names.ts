import { foldName } from '#rules/name-matching/name-normalisation.ts';

/**
 * Letters with several spellings in an MRZ: those the standard recommends and others that issuers use. Letters that only lose
 * their accent are not listed. Source: ICAO Doc 9303-3, section 6, table A.
 */
const spellings: Record<string, readonly string[]> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u', 'uxx'],
  å: ['aa', 'a'],
  æ: ['ae'],
  ø: ['oe', 'o'],
  œ: ['oe'],
  ß: ['ss'],
  þ: ['th'],
  ð: ['d', 'dh'],
  đ: ['d', 'dj'],
  ł: ['l'],
  ñ: ['n', 'nxx'],
  ĳ: ['ij'],
  ə: ['e'],
  ı: ['i'],
};

/** Maximum spellings of a word, which multiply with each such letter. */
const maxSpellings = 48;

/**
 * Spellings of a name's word in an MRZ: plain lower-case letters, apostrophes removed. Empty for a script without Latin
 * letters.
 */
function wordSpellings(word: string): string[] {
  let found = [''];
  for (const letter of word.normalize('NFC').toLowerCase()) {
    const ways = spellings[letter] ?? [foldName(letter).replace(/[^a-z]/g, '')];
    found = found.flatMap((start) => ways.map((way) => start + way)).slice(0, maxSpellings);
  }
  return [...new Set(found)].filter((spelling) => spelling !== '');
}

/** Words of a recorded name: hyphens and dots open it, apostrophes do not. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFC')
    .replace(/['‘’ʻʼ`′´]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
}

/** Returns true if a recorded name has a letter without a known Latin spelling. */
export function hasOtherScript(name: string): boolean {
  return nameWords(name).some((word) => wordSpellings(word).length === 0);
}

export type SequenceMatch = 'same' | 'cut' | 'different';

/**
 * Returns true if MRZ letters can spell a sequence of words, regardless of spaces ("VANDERBERG", "VAN DER BERG"). `cut`: the MRZ
 * truncates them.
 */
export function matchSequence(words: readonly string[], zoneText: string): SequenceMatch {
  const zone = zoneText.toLowerCase().replace(/[^a-z]/g, '');
  // Offsets in the MRZ text reachable by a spelling of the words so far.
  let reached = new Set([0]);
  let isCut = false;
  for (const word of words) {
    const next = new Set<number>();
    for (const at of reached) {
      for (const spelling of wordSpellings(word)) {
        if (zone.startsWith(spelling, at)) next.add(at + spelling.length);
        else if (at < zone.length && spelling.startsWith(zone.slice(at))) isCut = true;
      }
      if (at === zone.length && at > 0) isCut = true;
    }
    reached = next;
  }
  if (reached.has(zone.length) && zone.length > 0) return 'same';
  return isCut ? 'cut' : 'different';
}
