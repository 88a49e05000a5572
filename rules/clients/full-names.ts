import { foldName } from '#rules/name-matching/name-normalisation.ts';

/** A person's name as it will be stored, what of the text is not part of it, and why a person has to look at it. */
export interface NameReading {
  /** Blank for a single name. */
  givenNames: string;
  familyName: string;
  /** Titles, letters after a name, and remarks. */
  leftOut: string[];
  /** As questions; empty if there is one way to read the text. */
  doubts: string[];
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text));
const plain = (word: string) => foldName(word).replace(/[^\p{L}]/gu, '');

/** Forms of address that are no names; others, such as Justice or Major, are given names as well. */
const titles = setOf(
  'mr mrs ms miss mx mstr dr prof professor assoc sir dame hon rt rev revd reverend capt captain sgt lt col cmdr mme mlle herr frau',
);

/** Titles that are names too, such as those of Hon Ming Wong and Col Sample. */
const alsoNames = setOf('hon col');

/** Generations, of which only what follows a whole name counts: Senior and Junior are family names as well. */
const generations = setOf('jr sr jnr snr junior senior ii iii iv');

/** Letters after a name, as they are written: “Ca” and “Ba” are names. */
const lettersAfter = setOf(
  'QC KC SC JP OBE MBE CBE OM ONZ ONZM MNZM CNZM DNZM KNZM QSO QSM AM AO AC OAM PhD DPhil MD LLB LLM BA BSc BCom MA MSc MBA MCom CA ACA FCA CPA FCPA CFA RN Esq ESQ MP',
);

/** Words that start a family name of several words. */
const particles = setOf(
  'van von vom vander der den de del della dello di da do dos das du la le los las bin binti binte bint ibn ben al el ter ten te zu zum zur af av st saint mac mc ap fitz',
);

/** After a father's name, at the end of a name that starts with the family name. */
const descendants = setOf('oglu ogly ogli oghlu kyzy qizi kizi gizi uly uulu');
const patronymic = /(?:[oe]vich|[oe]vych|[oe]vna|ivna|ich|ichna)$/;

/** Family names of Vietnam, China and Korea, which are written first there; those after the bar are given names elsewhere as well. */
const [familiesWrittenFirst, alsoGivenNames] = `
  nguyen tran pham hoang huynh phan vu vo dang bui ngo duong trinh dinh truong le ho ly do
  wang zhang liu chen yang huang zhao wu zhou xu zhu hu guo luo zheng liang xie deng feng cao peng zeng xiao tian dong pan yuan jiang du ye cheng
  wei lu shen li ma he gao tang
  wong chan cheung leung lau kwok yeung tsang chow kwan yuen yip fung poon lam ng
  lim goh ong teo chua koh tay yeo sim chong
  park choi jeong kang yoon jang seo kwon hwang ahn ryu cho oh shin
  |
  lee kim lin mai min moon song sun jung han tan ren cai
`
  .split('|')
  .map(setOf) as [ReadonlySet<string>, ReadonlySet<string>];

const lettersOfVietnam = /[ăđơư\u1ea0-\u1ef9]/iu;

/** What the text of a name is about, if not one living person. */
export type NameSubject = 'several' | 'estate' | 'trustee';

const subjects: readonly [NameSubject, RegExp][] = [
  ['trustee', /\batf\b|\btrustees?\b|\bt\/?as\b/i],
  ['estate', /\bestate\b|\bdeceased\b|\bdec['’]?d\b|\(dec\.?\)|†|\bthe late\b|^late\s|\bexecutors?\b/i],
  ['several', /[&+/]|\band\b/i],
];

const withoutCare = (text: string) => text.replace(/\bc\/[o-]/gi, ' ');

/** Whether a name is that of a couple, of an estate or of a trustee; undefined for one person. */
export function findNameSubject(text: string): NameSubject | undefined {
  return subjects.find(([, words]) => words.test(withoutCare(text)))?.[0];
}

const subjectDoubts: Record<NameSubject, string> = {
  several:
    'names more than one person. Correct it to one person for each row, or set the client type to “Joint individuals”',
  estate:
    'is that of a person who has died, or of an estate. Set the client type to “Deceased estate” if the estate is the client',
  trustee: 'is that of a trustee. Set the client type to “Trust” if the trust is the client',
};

const fillers = /^(?:unknown|not known|n\/a|n\.a\.?|t\.?b\.?[ac]\.?|none|nil|test|client|customer|[-–.?]+)$/i;

/** What is doubtful about a person's name, however its parts are stored. */
function findDoubts(whole: string, givenNames: string, subject: NameSubject | undefined): string[] {
  if (subject !== undefined) return [`“${whole}” ${subjectDoubts[subject]}`];
  const doubts: string[] = [];
  if (/\bc\/[o-]|\bcare of\b/i.test(whole))
    doubts.push(`“${whole}” names the person in whose care post is sent. Write only the client’s name`);
  if (/\p{N}/u.test(whole)) doubts.push(`“${whole}” has a number in it. Select the row if that is right`);
  if (wordsOf(whole).some((word) => fillers.test(word)))
    doubts.push(`“${whole}” may not be the name of a person. Select the row if it is`);
  if (givenNames !== '' && wordsOf(givenNames).every((word) => /^\p{L}\.?$/u.test(word)))
    doubts.push(`“${givenNames}” is only an initial, and CDD needs the full name`);
  return doubts;
}

/** Whether a word is a title, or the article before one: “The Right Hon.”. */
const isTitle = (word: string, next: string | undefined) =>
  titles.has(plain(word)) || (/^(?:the|right|most)$/i.test(word) && titles.has(plain(next ?? '')));

/** Whether a word after a name is no part of it. A short one counts in capitals only if others are not. */
function isAddition(word: string, isAllCapitals: boolean): boolean {
  const letters = word.replace(/[.,()]/g, '');
  if (generations.has(plain(word))) return true;
  return lettersAfter.has(letters) && !(isAllCapitals && letters.length < 3 && !/^[QK]C$/.test(letters));
}

/** Words without the titles before them and the additions after them, of which at least `keep` remain. */
function trimWords(words: readonly string[], keep: number): { words: string[]; leftOut: string[] } {
  const isAllCapitals = words.every((word) => word === word.toUpperCase());
  let from = 0;
  let to = words.length;
  while (to - from > 1 && isTitle(words[from] ?? '', words[from + 1])) from += 1;
  while (to - from > keep && isAddition(words[to - 1] ?? '', isAllCapitals)) to -= 1;
  return { words: words.slice(from, to), leftOut: [...words.slice(0, from), ...words.slice(to)] };
}

const isCapitals = (word: string) => /^\p{Lu}[\p{Lu}'’-]+$/u.test(word);

/** Where the family name is in the words of a name without a comma: its first word and the word after it; doubtful unless it is the last word. */
function findFamilyName(words: readonly string[]): { from: number; to: number; isCertain: boolean } {
  const last = words.length - 1;
  const keys = words.map(plain);
  const [first = '', end = ''] = [keys[0], keys[last]];
  const startsName = { from: 0, to: 1, isCertain: false };
  if (last < 1) return { from: 0, to: words.length, isCertain: true };
  const capitals = words.findIndex(isCapitals);
  if (capitals !== -1 && !words.every(isCapitals) && words.filter(isCapitals).length === 1) {
    return { from: capitals, to: capitals + 1, isCertain: capitals === last };
  }
  if (descendants.has(end) || (last === 2 && patronymic.test(end) && !patronymic.test(keys[1] ?? '')))
    return startsName;
  const isOfVietnam = lettersOfVietnam.test(words.join(' ')) || /\P{ASCII}/u.test(words[0] ?? '');
  const isFamily = (key: string) => familiesWrittenFirst.has(key) || alsoGivenNames.has(key);
  // Either of two family names may be a given name.
  if (isFamily(first) && isFamily(end) && !isOfVietnam)
    return { from: last, to: words.length, isCertain: false };
  if (familiesWrittenFirst.has(first) || (alsoGivenNames.has(first) && (isOfVietnam || last >= 2)))
    return startsName;
  const particle = keys.findIndex((key, at) => at > 0 && at < last && particles.has(key));
  if (particle === -1)
    return { from: last, to: words.length, isCertain: !lettersAfter.has(words[last] ?? '') };
  return { from: particle, to: words.length, isCertain: last === 2 && words[particle] === 'Te' };
}

/** A remark in brackets or quotation marks, such as a name by which a person is known. */
const remark = /[([“"]([^()[\]“”"]*)[)\]”"]|\b(?:n[eé]e|aka|formerly)\s+\S.*$/giu;

const orderDoubt = ({ givenNames, familyName }: { givenNames: string; familyName: string }) =>
  `Family name “${familyName}”, given names “${givenNames}”. Select the row if that is right, or write the name with a comma, such as “Ngata, Aroha”`;

/**
 * Reads the one text of a person's name: “Smith, John” at its comma; else the last word is the family name, unless a particle, a patronymic or a
 * family name that is written first says otherwise, about which it asks. Titles and letters after the name are left out. `undefined` for
 * a text with commas that have another meaning.
 */
export function readFullName(text: string): NameReading | undefined {
  const remarks = (text.match(remark) ?? []).map((found) => found.trim());
  const rest = remarks.reduce((all, found) => all.replace(found, ' '), text);
  const parts = rest.split(',').map(wordsOf);
  // “John Sample, QC” has no family name before its comma.
  const isAside = (words: readonly string[]) =>
    words.every((word, at) => isAddition(word, false) || isTitle(word, words[at + 1]));
  const names = parts.filter((words, at) => words.length > 0 && (at === 0 || !isAside(words)));
  if (names.length > 2) return undefined;
  const [family = [], given] = names;
  const aside = parts.slice(1).filter(isAside).flat();
  const subject =
    findNameSubject(text) ?? (given !== undefined && haveOneFamily(family, given) ? 'several' : undefined);
  const trimmed = trimWords(family, given === undefined ? 2 : 1);
  const others = given === undefined ? undefined : trimWords(given, 1);
  const found =
    others === undefined && subject === undefined
      ? findFamilyName(trimmed.words)
      : {
          from: others === undefined ? trimmed.words.length - 1 : 0,
          to: trimmed.words.length,
          isCertain: true,
        };
  const read = {
    givenNames: [
      ...(others?.words ?? []),
      ...trimmed.words.slice(0, found.from),
      ...trimmed.words.slice(found.to),
    ].join(' '),
    familyName: trimmed.words.slice(found.from, found.to).join(' '),
  };
  const doubts = [
    ...(subject === undefined ? remarks.map(unsaved) : []),
    ...findDoubts(text, read.givenNames, subject),
  ];
  const isOtherwise = trimmed.leftOut.some((word) => alsoNames.has(word.toLowerCase()));
  if (doubts.length === 0 && (!found.isCertain || isOtherwise)) doubts.push(orderDoubt(read));
  return { ...read, leftOut: [...trimmed.leftOut, ...(others?.leftOut ?? []), ...aside, ...remarks], doubts };
}

const unsaved = (found: string) =>
  `“${found.replace(/^[([“"]|[)\]”"]$/g, '')}” is not part of the name. Select the row if that is right`;

/** Whether both sides of a comma end with one family name, as those of “John Sample, Mary Sample”. */
const haveOneFamily = (first: readonly string[], second: readonly string[]) =>
  first.length > 1 && plain(first.at(-1) ?? '') === plain(second.at(-1) ?? '');

/** Doubts about a name in parts, which are saved as they are: titles, additions, and what a part says about others than one living person. */
export function findPartDoubts(parts: {
  givenNames: string;
  middleNames: string;
  familyName: string;
}): string[] {
  const given = trimWords(wordsOf(parts.givenNames), 1);
  const family = trimWords(wordsOf(parts.familyName), 1);
  const whole = wordsOf([parts.givenNames, parts.middleNames, parts.familyName].join(' ')).join(' ');
  const initials = parts.middleNames === '' ? parts.givenNames : '';
  const added = [...given.leftOut, ...family.leftOut].map(
    (word) => `“${word}” is saved as part of the name. Correct it, or select the row if that is right`,
  );
  return [...added, ...findDoubts(whole, initials, findNameSubject(whole))];
}
