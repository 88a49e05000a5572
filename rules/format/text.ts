/** Text with an upper-case first letter. */
export const sentenceCase = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

const acronyms = new Set(
  'abn acn aml api arbn au cdd cft csv ctf dvs id ip kyb mrz nz nzbn pdf pep sar smr sms tin ttr url'.split(
    ' ',
  ),
);

/** A camel-case key as words: `decidedBy` is "decided by", and `pepStatus` "PEP status". */
export const wordsOfKey = (key: string): string =>
  key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => (acronyms.has(word) ? word.toUpperCase() : word));
