import type { ClientType, TrustType } from '#rules/clients/client-types.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { provesPart } from '#rules/ownership/business-evidence.ts';
import type { RegistryId } from '#rules/registers/registry-extract.ts';

/** Sources of information about an entity. */
export const informationSources = [
  'register',
  'certifiedDocument',
  'professional',
  'publication',
  'originalDocument',
  'clientStatement',
] as const;

export type InformationSource = (typeof informationSources)[number];

export const informationSourceLabels: Record<InformationSource, string> = {
  register: 'Public register',
  certifiedDocument: 'Certified copy of a founding document',
  professional: 'Lawyer, accountant or trustee company independent of the client',
  publication: 'Legislation or official publication',
  originalDocument: 'Original of a founding document',
  clientStatement: 'Client’s statement',
};

/** Sources that are a document on the client's record, named by its id. */
const documentSources: readonly InformationSource[] = ['certifiedDocument', 'originalDocument'];

export const isDocumentSource = (source: InformationSource | null | undefined): boolean =>
  documentSources.some((kind) => kind === source);

/** A document on record that a finding can name: accepted from a document request, an extract of a register, or added to the client. */
export type SourceDocument = { id: string; type: UploadedDocumentType; fileName: string };

/** A source as recorded. Findings of before sources were named have neither a register nor a document. */
export type NamedSource = {
  source?: InformationSource | null | undefined;
  register?: RegistryId | null | undefined;
  documentId?: string | null | undefined;
};

/** A part that a source can prove. */
type SourcedPart = (typeof sourcedParts)[number];

/**
 * Whether a source is reliable and independent of the client, as NZ reg 11 and 11A and AU s28(3) require for legal form, structure and powers:
 * a register, by name, or a document that is on the client's record and of a type that proves the part. Decided by what the source is: a
 * statement of the client or anybody's account of a source is none, whatever it is called. NZ reg 11 requires no more of nominees than a reliable
 * source, so that the deed by which one holds for another proves them too; a statement of the client alone proves neither names nor “none”.
 */
export function isIndependentSource(
  part: SourcedPart,
  { source, register, documentId }: NamedSource,
  clientType: ClientType,
  documents: readonly SourceDocument[],
): boolean {
  if (source === 'register') return register != null;
  if (!isDocumentSource(source)) return false;
  const document = documents.find(({ id }) => id === documentId);
  return document !== undefined && provesPart(document.type, part, clientType);
}

/** Information with its source. */
export const sourcedParts = ['existence', 'structure', 'powers', 'governance', 'nominees'] as const;

/** Persons and numbers that may not exist, so that “none” is an answer. */
export const noneableParts = ['identifier', 'nominees', 'settlors', 'protectors'] as const;

/** Information stated by the client. */
export const statedParts = ['natureOfBusiness', 'objects'] as const;

const entityParts = [...new Set([...sourcedParts, ...noneableParts, ...statedParts])];

export type EntityPart = (typeof entityParts)[number];

export const entityPartLabels: Record<EntityPart, string> = {
  existence: 'Legal form and proof of existence',
  structure: 'Ownership and control structure',
  powers: 'Powers that bind and govern it',
  governance: 'Who governs it',
  identifier: 'Unique identifier',
  nominees: 'Nominee directors, shareholders or general partners',
  settlors: 'Settlors',
  protectors: 'Protectors, appointors and guardians',
  natureOfBusiness: 'Nature of business',
  objects: 'Objects of the trust',
};

type Sourced = (typeof sourcedParts)[number];
type Noneable = (typeof noneableParts)[number];

/** Recorded information about an entity, by part; null if a part is not recorded. `basis`: sources consulted, and when. */
export type EntityInformation = { [Part in EntityPart]: string | null } & {
  [Part in Exclude<Sourced, 'nominees'> as `${Part}Source`]: InformationSource | null;
} & {
  /** Absent from information of before nominees had a source. */
  nomineesSource?: InformationSource | null;
} & { [Part in Sourced as `${Part}Register`]?: RegistryId | null } & {
  [Part in Sourced as `${Part}Document`]?: string | null;
} & { [Part in Noneable as `${Part}None`]: boolean } & { basis: string };

/**
 * Input of the rules: whether each part is recorded, and whether its source is independent, of nominees reliable. `withoutNominees`: it is recorded
 * that there are none.
 */
export type EntityFacts = Readonly<
  Partial<Record<EntityPart, 'stated' | 'independent'>> & { withoutNominees?: boolean }
>;

/** The source of a part, as recorded. */
export const partSource = (information: EntityInformation, part: Sourced): NamedSource => ({
  source: information[`${part}Source`],
  register: information[`${part}Register`],
  documentId: information[`${part}Document`],
});

/**
 * The recorded information as facts. Null: nothing recorded. `documents`: those on the client's record now, so that one that is withdrawn or removed
 * proves nothing any more.
 */
export function entityFacts(
  information: EntityInformation | null | undefined,
  clientType: ClientType,
  documents: readonly SourceDocument[],
): EntityFacts {
  if (!information) return {};
  const facts: { -readonly [Fact in keyof EntityFacts]: EntityFacts[Fact] } = {};
  for (const part of sourcedParts) {
    if (information[part] === null && !(part === 'nominees' && information.nomineesNone)) continue;
    const source = partSource(information, part);
    facts[part] = isIndependentSource(part, source, clientType, documents) ? 'independent' : 'stated';
  }
  for (const part of noneableParts) {
    // Information of before identifiers were asked for lacks them.
    if (information[part] || information[`${part}None`]) facts[part] ??= 'stated';
  }
  if (information.nomineesNone) facts.withoutNominees = true;
  for (const part of statedParts) {
    if (information[part] !== null) facts[part] = 'stated';
  }
  return facts;
}

/** Outcome of determining the beneficial owners, with its source. */
type OwnershipOutcome = NamedSource & { outcome: 'identified' | 'none' | 'unable' };

/**
 * Whether an outcome counts: who the owners are, or that there are none, only from an independent source of the ownership; that no steps
 * could tell, by the permission that recording it needs. NZ s11(1)(b), s16(1)(b); AU s28(2)(d), Rules 6-8.
 */
export function ownershipOutcomeCounts(
  finding: OwnershipOutcome | null | undefined,
  clientType: ClientType,
  documents: readonly SourceDocument[],
): boolean {
  if (!finding) return false;
  return finding.outcome === 'unable' || isIndependentSource('structure', finding, clientType, documents);
}

/** Facts that determine which parts a client has. */
export type EntityKind = { clientType: ClientType; trustType?: TrustType | null };

/** A trust, or a superannuation fund, which is also a trust. */
export const isTrust = ({ clientType }: Pick<EntityKind, 'clientType'>): boolean =>
  clientType === 'trust' || clientType === 'smsf';

/** Kinds of client that are legal persons. NZ reg 11. */
const legalPersons: readonly ClientType[] = [
  'company',
  'overseasCompany',
  'limitedPartnership',
  'charity',
  'society',
  'government',
  'listedIssuer',
  'other',
];

export const isLegalPerson = ({ clientType }: Pick<EntityKind, 'clientType'>): boolean =>
  legalPersons.includes(clientType);

/** Bodies corporate, partnerships and unincorporated associations. AU Rules 6-2. */
export const isBody = ({ clientType }: Pick<EntityKind, 'clientType'>): boolean =>
  clientType === 'partnership' || (clientType !== 'government' && legalPersons.includes(clientType));

/** Kinds that have shares or general partners, and so may have nominees. NZ reg 11. */
const mayHaveNominees: readonly ClientType[] = ['company', 'overseasCompany', 'limitedPartnership', 'other'];

export const canHaveNominees = ({ clientType }: Pick<EntityKind, 'clientType'>): boolean =>
  mayHaveNominees.includes(clientType);

/** Kinds with beneficial owners to determine: all except persons, alone or together, and estates. NZ s11(1)(b); AU s28(2)(d). */
export const hasBeneficialOwners = (kind: Pick<EntityKind, 'clientType'>): boolean =>
  isLegalPerson(kind) || isTrust(kind) || kind.clientType === 'partnership';

/** Prefix of the codes of items about an entity's information: `entity.powers`. */
export const entityItemPrefix = 'entity.';

/** Parts offered in a form: those the rules require, and those already recorded. In the order of `entityParts`. */
export function offeredEntityParts(
  itemCodes: readonly string[],
  information: EntityInformation | null | undefined,
): EntityPart[] {
  const recorded = entityFacts(information, 'other', []);
  return entityParts.filter(
    (part) => itemCodes.includes(`${entityItemPrefix}${part}`) || recorded[part] !== undefined,
  );
}
