/** Words that people write short; both sides of a search are brought to the long form. */
const longForms: Record<string, string> = {
  apt: 'apartment',
  av: 'avenue',
  ave: 'avenue',
  bldg: 'building',
  cl: 'close',
  cr: 'crescent',
  cres: 'crescent',
  ct: 'court',
  dr: 'drive',
  fl: 'floor',
  gr: 'grove',
  gve: 'grove',
  hse: 'house',
  la: 'lane',
  ln: 'lane',
  lvl: 'level',
  mt: 'mount',
  nth: 'north',
  pde: 'parade',
  pl: 'place',
  pt: 'point',
  rd: 'road',
  sth: 'south',
  st: 'street',
  tce: 'terrace',
  ter: 'terrace',
  wy: 'way',
};

/** Lower case without accents; what is neither letter nor digit parts words, so `3/80` is two. Apostrophes vanish. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * Every form under which a word may be found: itself and its long form. `st` is found as `street` and, since Saint Kilda may be
 * written St Kilda, as `saint`; `rd` stays itself for rural deliveries.
 */
export function formsOf(word: string): string[] {
  const long = longForms[word];
  return [word, ...(long === undefined ? [] : [long]), ...(word === 'st' ? ['saint'] : [])];
}
