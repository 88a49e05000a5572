import type { ClientType } from '#rules/clients/client-types.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import type { OwnershipNodeKind } from './graph.ts';

/** What a document can prove about a business. NZ reg 11, 11A; AU Rules 6-2, 6-3. */
type ProvenPart = 'existence' | 'structure' | 'powers' | 'governance' | 'nominees';

type EvidenceKind = {
  /** Client types of which it proves each part. `all`: of each. */
  proves: Record<ProvenPart, readonly ClientType[] | 'all'>;
  /** Entities of an ownership chart whose holders or controllers it shows. */
  showsHoldersOf: readonly OwnershipNodeKind[] | 'all';
  /** Whether it shows the nominators of nominee holders. */
  showsNominators?: true;
};

const trusts: readonly ClientType[] = ['trust', 'smsf', 'charity'];
const estates: readonly ClientType[] = ['estate'];
const associations: readonly ClientType[] = ['society', 'charity'];

/**
 * Documents that are independent of a business, and what each proves. An extract or certificate of a register is the register's own. No
 * register lists the trusts and general partnerships of New Zealand and Australia: the deed or agreement that founds them proves them, as the rules
 * do of a society, and a court's grant of probate or letters of administration an estate. A constitution shows who binds a company, never that it exists or who owns it. Documents that the business makes about itself, such
 * as a share register, a chart or a resolution, prove nothing. Nominees need a source that is reliable, not one that is independent: besides an
 * extract, the deed by which a nominee holds for another, and the agreement of a limited partnership. NZ s16(1)(a), reg 11, 11A; AU s28(3)(c), (d), Rules 6-2, 6-3. To be confirmed
 * (nz.cdd.foundingDocuments): which founding documents suffice under the regulations.
 */
const evidenceKinds = {
  registryExtract: {
    proves: { existence: 'all', structure: 'all', powers: 'all', governance: 'all', nominees: 'all' },
    showsHoldersOf: 'all',
  },
  trustDeed: {
    proves: { existence: trusts, structure: trusts, powers: trusts, governance: trusts, nominees: 'all' },
    showsHoldersOf: ['trust'],
    showsNominators: true,
  },
  partnershipAgreement: {
    proves: {
      existence: ['partnership'],
      structure: ['partnership', 'limitedPartnership'],
      powers: ['partnership', 'limitedPartnership'],
      governance: ['partnership', 'limitedPartnership'],
      nominees: ['limitedPartnership'],
    },
    showsHoldersOf: ['partnership', 'limitedPartnership'],
  },
  constitution: {
    proves: {
      existence: associations,
      structure: associations,
      powers: 'all',
      governance: associations,
      nominees: [],
    },
    showsHoldersOf: ['society'],
  },
  /** Of an estate: the grant of probate or letters of administration. */
  authority: {
    proves: { existence: estates, structure: estates, powers: estates, governance: estates, nominees: [] },
    showsHoldersOf: ['estate'],
  },
} as const satisfies Partial<Record<UploadedDocumentType, EvidenceKind>>;

type IndependentType = keyof typeof evidenceKinds;

/** Types of documents that are independent of some business. */
export const independentTypes = Object.keys(evidenceKinds) as IndependentType[];

function findKind(type: string | null): EvidenceKind | null {
  const known = independentTypes.find((independent) => independent === type);
  return known === undefined ? null : evidenceKinds[known];
}

const includes = <T>(list: readonly T[] | 'all', item: T): boolean => list === 'all' || list.includes(item);

/** Whether a document of a type proves a part of what the law requires about a client of a type. */
export function provesPart(type: string | null, part: ProvenPart, clientType: ClientType): boolean {
  const kind = findKind(type);
  return kind !== null && includes(kind.proves[part], clientType);
}

/** The client types whose existence a type of document proves; `all`: of each. */
export const provenClientTypes = (type: IndependentType): readonly ClientType[] | 'all' =>
  evidenceKinds[type].proves.existence;

/** Whether a document of a type shows the holders or controllers of an entity; `forOthers`: or the nominators of a nominee holder. */
export function showsHolders(
  type: string | null,
  of: OwnershipNodeKind,
  { forOthers = false }: { forOthers?: boolean } = {},
): boolean {
  const kind = findKind(type);
  if (kind === null) return false;
  return includes(kind.showsHoldersOf, of) || (forOthers && kind.showsNominators === true);
}

/** What to request where nothing proves a client of a type. */
export function wantedDocument(clientType: ClientType): string {
  if (clientType === 'partnership') return 'the partnership agreement';
  if (clientType === 'society') return 'a register extract or the rules';
  if (clientType === 'charity') return 'a register extract, the trust deed or the rules';
  if (clientType === 'estate') return 'the grant of probate or letters of administration';
  return trusts.includes(clientType) ? 'the trust deed' : 'an extract or certificate of its register';
}
