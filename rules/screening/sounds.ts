/**
 * Rewrites spellings of one sound into one letter: capitals stand for sounds that Latin languages write with several letters (S for
 * sh, sch, hs, x; C for ch, tsch, cz; J for j, dj, dzh, zh; Z for ts, tz). What systems of romanisation differ by: English, German and
 * French renderings of Arabic, Persian and Cyrillic, Pinyin and Wade–Giles, old and new Malay and Indonesian spelling.
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
  // Names of Arabic end in a silent h as often as not: Abdalla, Abdallah.
  [/(?<=[aeiu])h$/g, ''],
  [/(.)\1+/g, '$1'],
];

/** How a word of a–z sounds, as far as spelling tells: `mohammed` and `mouhamed` are both `muhamed`. */
export function soundOf(word: string): string {
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

/** Letters rewritten one by one, those that are left out given as an empty text, and of each run of one letter the first alone. */
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
 * A sound without what systems of romanisation differ by most: voiced or not (Pinyin d is Wade–Giles t, Korean kim is gim), hissing in
 * one way or another, e or i.
 */
export function coarseSoundOf(sound: string): string {
  return rewritten(sound, voiceless);
}

/** Vowels are left out. Sounds that scripts without them, or with fewer of them, write alike: Chinese has no r or v, Arabic no p, v or hard g. */
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
 * The consonants alone, in classes, of a word's sound. For words that came from a script which leaves vowels out (Arabic, Hebrew) or
 * renders foreign names by syllables (Chinese). Empty where there are none.
 */
export function skeletonOf(sound: string): string {
  return rewritten(sound, coarse);
}
