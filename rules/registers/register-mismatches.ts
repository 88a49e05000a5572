import { clientFields } from '#rules/clients/client-fields.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';

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
  legalName: clientFields.legalName.label,
  nzbn: clientFields.nzbn.label,
  nzCompanyNumber: clientFields.nzCompanyNumber.label,
  abn: clientFields.abn.label,
  acn: clientFields.acn.label,
  incorporatedOn: clientFields.incorporatedOn.label,
  registryStatus: 'Status in the register',
  registeredAddress: 'Registered office',
  directors: 'Directors',
};

/**
 * How a discrepancy is resolved. `useRegistry`: the record takes the register's value. `keepRecorded`: the record is correct,
 * with a reason. `noted`: reviewed, nothing to change, with a reason.
 */
export const mismatchResolutions = ['useRegistry', 'keepRecorded', 'noted'] as const;

export type MismatchResolution = (typeof mismatchResolutions)[number];

/** Facts of a business from one side. Unknown facts are omitted and are never a discrepancy. */
export type BusinessFacts = {
  legalName?: string;
  nzbn?: string;
  nzCompanyNumber?: string;
  abn?: string;
  acn?: string;
  incorporatedOn?: string;
  /** Addresses on one line each; of several recorded ones, one has to match. */
  addresses?: readonly string[];
  directors?: readonly string[];
};

export type Mismatch = {
  field: MismatchField;
  recorded: string | null;
  registry: string | null;
  /** Resolutions offered. */
  resolutions: readonly MismatchResolution[];
  /** Whether it concerns identity, so that it must be resolved before a decision. */
  mustResolve: boolean;
};

const companyEndings: [RegExp, string][] = [
  [/\bpty\.?\b|\bproprietary\b/g, ' pty '],
  [/\bltd\.?(?=\W|$)|\blimited\b/g, ' limited '],
  [/\bco\.?(?=\W|$)|\bcompany\b/g, ' company '],
  [/\bl\.?\s?p\.?(?=\W|$)|\blimited partnership\b/g, ' lp '],
  [/\binc\.?(?=\W|$)|\bincorporated\b/g, ' incorporated '],
];

/** Business name for comparison: without case, accents, punctuation or a leading "The", legal forms normalised. */
export function comparableBusinessName(name: string): string {
  let text = foldName(name).replace(/['’ʻ]/g, '');
  for (const [form, written] of companyEndings) text = text.replace(form, written);
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the (?=.)/, '');
}

const addressLabels: Record<string, string> = {
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
      .map((word) => addressLabels[word] ?? word)
  );
}

/**
 * Returns true if two addresses are the same place: the same numbers in the same order, and every word of the shorter one in the
 * other (a missing suburb or level is no difference, another street is).
 */
export function isSameAddress(item: string, other: string): boolean {
  const [a, b] = [addressTokens(item), addressTokens(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const streetNumber = (words: string[]) => words.filter((word) => /^\d/.test(word));
  const longerNumbers = streetNumber(longer);
  const numbersAgree = streetNumber(shorter).every((word) => longerNumbers.includes(word));
  return numbersAgree && streetNumber(shorter).length > 0 && shorter.every((word) => longer.includes(word));
}

/** Compares a person's names by words in any order, so that "RUATANIWHA, Hana Marie" is "Hana Ruataniwha". */
function isSamePerson(item: string, other: string): boolean {
  const words = (name: string) =>
    foldName(name)
      .replace(/['’ʻ]/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const [a, b] = [words(item), words(other)];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.length > 1 ? shorter.every((word) => longer.includes(word)) : a.join() === b.join();
}

/** Status of a business in a register, as in `RegistryExtract.status`. */
type RegisterStatus = { status: string; statusText: string };

type RegistryFacts = BusinessFacts & RegisterStatus;

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
    mustResolve: true,
    ...more,
  };
}

/** Discrepancy of a field known on both sides whose normalised values differ. */
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
  return [mismatch('registeredAddress', ours[0] ?? null, registered, { mustResolve: false })];
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
      mustResolve: false,
    }),
  ];
}

/** Digits of a number without leading zeros. */
const bareNumber = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/**
 * Discrepancies between a record and a register extract. Ignores case, accents, punctuation, Ltd or Limited, address formats and
 * the order of names. A fact known on one side only is no discrepancy, but a status other than registered always is.
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
