import {
  type EntityInformation,
  type InformationSource,
  sourcedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import type { RegistryId } from '#rules/registers/registry-extract.ts';

type Described = { [Part in keyof EntityInformation]?: NonNullable<EntityInformation[Part]> } & {
  basis: string;
};

const company: Described = {
  existence: 'Limited company on the companies register, status registered',
  existenceSource: 'register',
  structure: 'Two shareholders, who are its directors; no other holders',
  structureSource: 'register',
  powers: 'Companies Act and constitution; either director may bind it',
  powersSource: 'certifiedDocument',
  governance: 'Its two directors',
  governanceSource: 'register',
  nomineesNone: true,
  nomineesSource: 'register',
  natureOfBusiness: 'Trading and services',
  basis: 'Companies register and certified copy of the constitution',
};

/** Information about an entity by type: form, structure, powers etc. */
const described: Partial<Record<ClientType, Described>> = {
  soleTrader: { natureOfBusiness: 'Trade carried on alone', basis: 'First meeting' },
  company,
  partnership: {
    existence: 'Partnership by written agreement',
    existenceSource: 'originalDocument',
    structure: 'Two partners with half each',
    structureSource: 'originalDocument',
    powers: 'Partnership agreement; each partner may bind the firm',
    powersSource: 'originalDocument',
    governance: 'Both partners together',
    governanceSource: 'originalDocument',
    identifierNone: true,
    natureOfBusiness: 'Shop and workshop',
    basis: 'Partnership agreement, original seen',
  },
  trust: {
    existence: 'Discretionary trust by deed',
    existenceSource: 'certifiedDocument',
    structure: 'Two trustees who decide together; no share is fixed',
    structureSource: 'certifiedDocument',
    powers: 'Trust deed; the trustees act jointly',
    powersSource: 'certifiedDocument',
    governance: 'The trustees',
    governanceSource: 'certifiedDocument',
    identifierNone: true,
    settlors: 'The trustees, who settled the family home',
    protectorsNone: true,
    natureOfBusiness: 'Holds the family home and savings',
    basis: 'Trust deed with its variations, certified copy',
  },
  charity: {
    existence: 'Charity on the charities register',
    existenceSource: 'register',
    structure: 'No owners; governed by its board',
    structureSource: 'register',
    powers: 'Rules of the charity; two officers sign',
    powersSource: 'certifiedDocument',
    governance: 'Its board of trustees',
    governanceSource: 'register',
    identifier: 'CC48213, charities register',
    natureOfBusiness: 'Grants for schools of the district',
    basis: 'Charities register and certified copy of the rules',
  },
  government: {
    existence: 'Public body set up by an Act',
    existenceSource: 'certifiedDocument',
    structure: 'Owned by no one; answers to its minister',
    structureSource: 'certifiedDocument',
    powers: 'The Act under which it was set up',
    powersSource: 'certifiedDocument',
    governance: 'Its board and chief executive',
    governanceSource: 'certifiedDocument',
    identifierNone: true,
    natureOfBusiness: 'Public services of the region',
    basis: 'Extract of the business register and legislation',
  },
  listedIssuer: {
    existence: 'Listed company on the companies register',
    existenceSource: 'register',
    structure: 'Widely held; no holder above a tenth',
    structureSource: 'certifiedDocument',
    powers: 'Constitution; two directors together',
    powersSource: 'certifiedDocument',
    governance: 'Its board of directors',
    governanceSource: 'certifiedDocument',
    natureOfBusiness: 'Retail',
    basis: 'Extract of the companies register and the exchange’s page',
  },
};

/** Where the information is from: a register by name, and the document on the client's record, if there is one. */
export interface EntitySources {
  register: RegistryId;
  documentId: string | undefined;
}

/** A source by kind, in the form's format. */
export function nameSource(
  kind: InformationSource,
  { register, documentId }: EntitySources,
): { source: InformationSource; register?: RegistryId; documentId?: string } {
  if (kind === 'register') return { source: kind, register };
  return documentId === undefined ? { source: 'clientStatement' } : { source: kind, documentId };
}

/** The information of an entity of a type, in the form's format; undefined if none is required. */
export function describeEntity(type: ClientType, sources: EntitySources) {
  const information = described[type];
  if (information === undefined) return undefined;
  const named = sourcedParts.flatMap((part) => {
    const kind = information[`${part}Source`];
    if (kind === undefined) return [];
    const { source, register, documentId } = nameSource(kind, sources);
    return [
      [`${part}Source`, source],
      [`${part}Register`, register],
      [`${part}Document`, documentId],
    ];
  });
  return { ...information, ...Object.fromEntries(named) };
}

/** Types without beneficial owners, and how this was established. */
export const withoutOwners: Partial<Record<ClientType, string>> = {
  government: 'Public body: its Act provides for no owners. Its chief executive is recorded',
  listedIssuer:
    'Share register of the latest annual report: no holder above a tenth. Its chief executive is recorded',
};
