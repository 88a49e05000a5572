/**
 * Rewrites spellings of one sound as one letter; capitals are sounds that Latin alphabets write with several letters (S
 * for sh, sch, hs, x; C for ch, tsch, cz; J for j, dj, dzh, zh; Z for ts, tz). Covers English, German and French
 * romanisations of Arabic, Persian and Cyrillic, Pinyin and Wade–Giles, old and new Malay and Indonesian spelling.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch/g, 'C'],
  [/dsch|dzh|dj/g, 'J'],
  [/shch|sch|sh|sj(?=[aeou])/g, 'S'],
  [/^hs/g, 'S'],
  [/^x/g, 'S'],
  [/x/g, 'ks'],
  [/ch|cz/g, 'C'],
  [/zh/g, 'J'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|tz/g, 'Z'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/w/g, 'v'],
  [/ae|oe/g, 'e'],
  [/eo|eu|ou|oo|ue/g, 'u'],
  [/[ae][iy]j?/g, 'e'],
  [/ee|ie|[iy]j$|[iy][iy]/g, 'i'],
  [/ej$/g, 'e'],
  [/y/g, 'i'],
  [/j(?=[^aeiou]|$)/g, 'i'],
  [/j/g, 'J'],
  [/o/g, 'u'],
  // A final h of Arabic names is often silent: Abdalla, Abdallah.
  [/(?<=[aeiu])h$/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Phonetic key of a word of a–z: `mohammed` and `mouhamed` are both `muhamed`. */
export function phoneticKey(word: string): string {
  let sound = word;
  for (const [spelling, letter] of spellings) sound = sound.replace(spelling, letter);
  return sound;
}

const voiceless: Readonly<Record<string, string>> = {
  d: 't',
  b: 'p',
  g: 'k',
  z: 's',
  Z: 's',
  C: 'S',
  J: 'S',
  e: 'i',
};

/** Rewrites letters one by one (an empty text omits the letter), and reduces runs of one letter to one. */
function rewritten(sound: string, letters: Readonly<Record<string, string>>): string {
  let result = '';
  let last = '';
  for (const letter of sound) {
    const written = letters[letter] ?? letter;
    if (written === '' || written === last) continue;
    result += written;
    last = written;
  }
  return result;
}

/**
 * Merges what romanisations differ in most: voicing (Pinyin d is Wade–Giles t, Korean kim is gim), sibilants, e and i.
 */
export function coarsePhoneticKey(sound: string): string {
  return rewritten(sound, voiceless);
}

/**
 * Omits vowels, and merges sounds that scripts without vowels, or with fewer sounds, write alike: Chinese has no r or
 * v, Arabic no p, v or hard g.
 */
const coarse: Readonly<Record<string, string>> = {
  a: '',
  e: '',
  i: '',
  u: '',
  r: 'l',
  v: 'b',
  p: 'b',
  f: 'b',
  d: 't',
  g: 'k',
  h: 'k',
  z: 's',
  Z: 's',
  S: 's',
  C: 's',
  J: 's',
  m: 'n',
};

/**
 * Consonant classes of a word's sound, for words from a script that omits vowels (Arabic, Hebrew) or transcribes
 * foreign names by syllable (Chinese). Empty if there are none.
 */
export function consonantSkeleton(sound: string): string {
  return rewritten(sound, coarse);
}
