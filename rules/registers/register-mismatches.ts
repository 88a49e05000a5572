import { foldName } from '#rules/name-normalisation.ts';

/** Fields of a business compared with the register. */
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

/** Facts of a business from one side. Unknown facts are left out and are never a mismatch. */
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
  /** The resolutions offered. */
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

const jurisdictionLabels = new Set(['new', 'zealand', 'nz', 'nzl', 'australia', 'au', 'aus']);

function addressTokens(address: string): string[] {
  return (
    foldName(address)
      .replace(/['’]/g, '')
      // "3/18 Eagle Street" is unit 3 at 18.
      .replace(/\b(\d+[a-z]?)\s*\/\s*(\d)/g, 'unit $1 $2')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !jurisdictionLabels.has(word))
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

/** Status of a business in a register, as in `RegistryExtract.status`. */
type StandingInRegister = { status: string; statusText: string };

type RegistryFacts = BusinessFacts & StandingInRegister;

function mismatch(
  field: MismatchField,
  recorded: string | null,
  registry: string | null,
  more: Partial<Mismatch> = {},
): Mismatch {
  return {
    field,
    recorded,
    registry,
    resolutions: ['useRegistry', 'keepRecorded'],
    mustSettle: true,
    ...more,
  };
}

/** A mismatch of a field that both sides know and that differs in its comparable form. */
function fieldMismatch(
  field: keyof BusinessFacts & MismatchField,
  [recorded, registry]: readonly [string | undefined, string | undefined],
  comparable: (text: string) => string,
): Mismatch[] {
  if (!recorded || !registry || comparable(recorded) === comparable(registry)) return [];
  return [mismatch(field, recorded, registry)];
}

function addressMismatch(recorded: BusinessFacts, registry: RegistryFacts): Mismatch[] {
  const [ours = [], theirs = []] = [recorded.addresses, registry.addresses];
  const registered = theirs[0];
  if (ours.length === 0 || registered === undefined) return [];
  if (ours.some((own) => theirs.some((other) => isSameAddress(own, other)))) return [];
  return [mismatch('registeredAddress', ours[0] ?? null, registered, { mustSettle: false })];
}

function directorMismatch(
  { directors: recorded = [] }: BusinessFacts,
  { directors: registry = [] }: RegistryFacts,
): Mismatch[] {
  if (recorded.length === 0 || registry.length === 0) return [];
  const former = recorded.filter((own) => !registry.some((other) => isSamePerson(own, other)));
  const missing = registry.filter((own) => !recorded.some((other) => isSamePerson(own, other)));
  if (former.length + missing.length === 0) return [];
  return [
    mismatch('directors', former.join(', ') || null, missing.join(', ') || null, {
      resolutions: ['useRegistry', 'noted'],
      mustSettle: false,
    }),
  ];
}

/** Digits of a number without leading zeros. */
const bareNumber = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/**
 * Where a record and a register's extract disagree, compared with sense: case, accents, punctuation, Ltd and Limited, forms of an
 * address, order of names. What only one side knows is no mismatch, but a status other than registered always is one. Source: domain 11.6.
 */
export function findMismatches(recorded: BusinessFacts, registry: RegistryFacts): Mismatch[] {
  const status = registry.statusText || registry.status;
  return [
    ...fieldMismatch('legalName', [recorded.legalName, registry.legalName], comparableBusinessName),
    ...(['nzbn', 'nzCompanyNumber', 'abn', 'acn'] as const).flatMap((field) =>
      fieldMismatch(field, [recorded[field], registry[field]], bareNumber),
    ),
    ...fieldMismatch('incorporatedOn', [recorded.incorporatedOn, registry.incorporatedOn], (date) => date),
    ...(registry.status === 'registered'
      ? []
      : [mismatch('registryStatus', null, status, { resolutions: ['noted'] })]),
    ...addressMismatch(recorded, registry),
    ...directorMismatch(recorded, registry),
  ];
}
