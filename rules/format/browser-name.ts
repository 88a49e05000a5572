/** Brands by their mark in a `User-Agent`. Before those that they also claim to be. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const getFirst = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([mark]) => mark.test(text))?.[1];

/** A browser for the person who uses it, as “Firefox on Windows”, from its `User-Agent`, which may claim anything. */
export function describeBrowser(userAgent: string): string {
  const [brand, system] = [getFirst(brands, userAgent), getFirst(systems, userAgent)];
  return `${brand ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`;
}
