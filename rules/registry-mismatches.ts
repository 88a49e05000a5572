import { foldName } from './names.ts';

/** Fields of a business that a register may contradict. */
export const mismatchFields = [
  'legalName',
  'nzbn',
  'nzCompanyNumber',
  'abn',
  'acn',
  'incorporatedOn',
  'registryStatus',
  'registeredAddress',
  'directors',
] as const;

export type MismatchField = (typeof mismatchFields)[number];

export const mismatchFieldLabels: Record<MismatchField, string> = {
  legalName: 'Legal name',
  nzbn: 'NZBN',
  nzCompanyNumber: 'New Zealand company number',
  abn: 'ABN',
  acn: 'ACN',
  incorporatedOn: 'Date of incorporation',
  registryStatus: 'Status in the register',
  registeredAddress: 'Registered office',
  directors: 'Directors',
};

/**
 * How a mismatch is settled. `useRegistry`: the record takes the register's value. `keepRecorded`: the record is right, with a reason.
 * `noted`: nothing to change, it was looked at, with a reason.
 */
export const mismatchResolutions = ['useRegistry', 'keepRecorded', 'noted'] as const;

export type MismatchResolution = (typeof mismatchResolutions)[number];

/** One business as either side has it; what is not known is left out and never a mismatch. */
export type BusinessFacts = {
  legalName?: string;
  nzbn?: string;
  nzCompanyNumber?: string;
  abn?: string;
  acn?: string;
  incorporatedOn?: string;
  /** One line an address; the recorded side may have several, of which one has to agree. */
  addresses?: readonly string[];
  directors?: readonly string[];
};

export type Mismatch = {
  field: MismatchField;
  recorded: string | null;
  registry: string | null;
  /** What may be chosen for it. */
  resolutions: readonly MismatchResolution[];
  /** A register that says something else of identity than the record has to be settled before a decision. */
  mustSettle: boolean;
};

const companyEndings: [RegExp, string][] = [
  [/\bpty\.?\b|\bproprietary\b/g, ' pty '],
  [/\bltd\.?(?=\W|$)|\blimited\b/g, ' limited '],
  [/\bco\.?(?=\W|$)|\bcompany\b/g, ' company '],
  [/\bl\.?\s?p\.?(?=\W|$)|\blimited partnership\b/g, ' lp '],
  [/\binc\.?(?=\W|$)|\bincorporated\b/g, ' incorporated '],
];

/** A business name as names are compared: no case, accents or punctuation, forms of company written alike, no "The" in front. */
export function comparableBusinessName(name: string): string {
  let text = foldName(name).replace(/['’ʻ]/g, '');
  for (const [form, written] of companyEndings) text = text.replace(form, written);
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the (?=.)/, '');
}

const addressWords: Record<string, string> = {
  st: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  dr: 'drive',
  tce: 'terrace',
  pl: 'place',
  cres: 'crescent',
  ct: 'court',
  hwy: 'highway',
  pde: 'parade',
  sq: 'square',
  ln: 'lane',
  lvl: 'level',
  l: 'level',
  flr: 'floor',
  u: 'unit',
  apt: 'unit',
  apartment: 'unit',
  flat: 'unit',
  mt: 'mount',
};

const countryWords = new Set(['new', 'zealand', 'nz', 'nzl', 'australia', 'au', 'aus']);

function addressTokens(address: string): string[] {
  return (
    foldName(address)
      .replace(/['’]/g, '')
      // "3/18 Eagle Street" is unit 3 at 18.
      .replace(/\b(\d+[a-z]?)\s*\/\s*(\d)/g, 'unit $1 $2')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !countryWords.has(word))
      .map((word) => addressWords[word] ?? word)
  );
}

/**
 * Whether two addresses are one place however they are written: the same numbers in the same order, and every word of the shorter
 * one in the other (a suburb or a level that one of them leaves out is no difference, another street is).
 */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [addressTokens(one), addressTokens(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const streetNumber = (words: string[]) => words.filter((word) => /^\d/.test(word));
  const longerNumbers = streetNumber(longer);
  const numbersAgree = streetNumber(shorter).every((word) => longerNumbers.includes(word));
  return numbersAgree && streetNumber(shorter).length > 0 && shorter.every((word) => longer.includes(word));
}

/** The words of a person's name in any order, so that "RUATANIWHA, Hana Marie" is "Hana Ruataniwha". */
function isSamePerson(one: string, other: string): boolean {
  const words = (name: string) =>
    foldName(name)
      .replace(/['’ʻ]/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const [a, b] = [words(one), words(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.length > 1 ? shorter.every((word) => longer.includes(word)) : a.join() === b.join();
}

/** How a business stands in a register, as `RegistryExtract.status` has it. */
export type StandingInRegister = { status: string; statusText: string };

/**
 * Where a record and a register's extract disagree, compared with sense: case, accents, punctuation, Ltd and Limited, forms of an
 * address, order of names. What only one side knows is no mismatch, but a status other than registered always is one. Source: domain 11.6.
 */
export function findMismatches(
  recorded: BusinessFacts,
  registry: BusinessFacts & StandingInRegister,
): Mismatch[] {
  const found: Mismatch[] = [];
  const both = (a: string | undefined, b: string | undefined) =>
    a !== undefined && a !== '' && b !== undefined && b !== '';
  const settle = (
    field: MismatchField,
    ours: string | null,
    theirs: string | null,
    more: Partial<Mismatch> = {},
  ) =>
    found.push({
      field,
      recorded: ours,
      registry: theirs,
      resolutions: ['useRegistry', 'keepRecorded'],
      mustSettle: true,
      ...more,
    });

  if (
    both(recorded.legalName, registry.legalName) &&
    comparableBusinessName(recorded.legalName ?? '') !== comparableBusinessName(registry.legalName ?? '')
  ) {
    settle('legalName', recorded.legalName ?? null, registry.legalName ?? null);
  }
  for (const field of ['nzbn', 'nzCompanyNumber', 'abn', 'acn'] as const) {
    const bare = (text = '') => text.replace(/\D/g, '').replace(/^0+/, '');
    if (both(recorded[field], registry[field]) && bare(recorded[field]) !== bare(registry[field])) {
      settle(field, recorded[field] ?? null, registry[field] ?? null);
    }
  }
  if (
    both(recorded.incorporatedOn, registry.incorporatedOn) &&
    recorded.incorporatedOn !== registry.incorporatedOn
  ) {
    settle('incorporatedOn', recorded.incorporatedOn ?? null, registry.incorporatedOn ?? null);
  }
  if (registry.status !== 'registered') {
    settle('registryStatus', null, registry.statusText || registry.status, { resolutions: ['noted'] });
  }
  const [ours = [], theirs = []] = [recorded.addresses, registry.addresses];
  const registered = theirs[0];
  if (
    ours.length > 0 &&
    registered !== undefined &&
    !ours.some((one) => theirs.some((other) => isSameAddress(one, other)))
  ) {
    settle('registeredAddress', ours[0] ?? null, registered, { mustSettle: false });
  }
  const recordedDirectors = recorded.directors;
  if (
    recordedDirectors &&
    recordedDirectors.length > 0 &&
    registry.directors &&
    registry.directors.length > 0
  ) {
    const inRegister = registry.directors;
    const gone = recordedDirectors.filter((one) => !inRegister.some((other) => isSamePerson(one, other)));
    const missing = inRegister.filter((one) => !recordedDirectors.some((other) => isSamePerson(one, other)));
    if (gone.length + missing.length > 0) {
      settle('directors', gone.join(', ') || null, missing.join(', ') || null, {
        resolutions: ['useRegistry', 'noted'],
        mustSettle: false,
      });
    }
  }
  return found;
}
