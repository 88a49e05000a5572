/** Abbreviations and their long forms, to which both sides of a search are expanded. */
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

/**
 * Splits text into lower-case words without accents. Anything but letters and digits separates, so `3/80` is two words;
 * apostrophes are removed.
 */
export function getWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * All forms of a word for searching: itself and its long forms. `st` is `street` and, because Saint Kilda may be
 * written St Kilda, `saint`; `rd` also stays itself for rural deliveries.
 */
export function getForms(word: string): string[] {
  const long = longForms[word];
  return [word, ...(long === undefined ? [] : [long]), ...(word === 'st' ? ['saint'] : [])];
}
