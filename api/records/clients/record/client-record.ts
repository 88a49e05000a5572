import type { Insertable, Selectable } from 'kysely';
import type { ClientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { type ClientPart, clientFields } from '#rules/clients/client-fields.ts';
import { getClientKind } from '#rules/clients/client-types.ts';
import {
  type ClientName,
  displayName,
  searchName,
  searchTerms,
  sortName,
} from '#rules/name-matching/name-normalisation.ts';
import { emptyValue, fieldsOf, type RecordFields, readPart } from '#rules/records/fields.ts';
import type { ClientsTable } from '../../../kernel/database/tables/client-tables.ts';
import { inStoredOrder } from './stored-address.ts';

/** Editable fields of a client, as in the form. */
export type ClientDetails = Omit<ClientInput, 'confirmations'>;

/** The columns that a client's details fill. */
export type DetailColumns = Pick<
  Insertable<ClientsTable>,
  | 'kind'
  | 'client_type'
  | 'display_name'
  | 'sort_name'
  | 'search_words'
  | 'external_id'
  | 'responsible_member_id'
  | 'email'
  | 'phone'
  | 'addresses'
  | 'tags'
  | 'individual'
  | 'business'
  | 'nzbn'
  | 'nz_company_number'
  | 'abn'
  | 'acn'
  | 'arbn'
  | 'relationship_purpose'
  | 'relationship_started_on'
  | 'pre_commencement'
>;

/** A row with the names of its referenced members. */
export type ClientRow = Omit<Selectable<ClientsTable>, 'search_words' | 'company_id' | 'sort_name'> & {
  responsible_name: string | null;
  created_by_name: string;
  updated_by_name: string;
};

/** Maximum parts of an index entry, in code points: PostgreSQL accepts 2,704 bytes, and a cursor must fit into a URL. */
const maxSortNameLength = 150;
const maxWordLength = 64;

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : [...text].slice(0, codePoints).join('');
}

function getName({ individual, business }: ClientDetails): { name: ClientName; others: string[] } {
  if (individual) {
    const { givenNames, middleNames, familyName, otherNames } = individual;
    return { name: { kind: 'individual', givenNames, middleNames, familyName }, others: otherNames };
  }
  if (business)
    return { name: { kind: 'business', legalName: business.legalName }, others: business.tradingNames };
  throw new Error('A client has the details of an individual or of a business.');
}

/**
 * Distinct plain words of all names of a client, for searches. Family names of several words are also included joined: "van
 * der Berg" is often written Vanderberg.
 */
function getSearchWords(details: ClientDetails): string[] {
  const { name, others } = getName(details);
  const closedUp = name.kind === 'individual' ? searchTerms(name.familyName).join('') : null;
  const tradingNames = details.individual?.tradingNames ?? [];
  const text = searchName([displayName(name), closedUp, ...others, ...tradingNames]);
  return [...new Set(text.split(' ').map((word) => cut(word, maxWordLength)))].filter((word) => word !== '');
}

/**
 * All names of a client as entered, the full one first, for duplicate checks. Excludes a sole trader's trading names.
 */
export function getNames(details: ClientDetails): string[] {
  const { name, others } = getName(details);
  return [displayName(name), ...others];
}

/** The sort key of a client, short enough for an index. */
function getSortName(details: ClientDetails): string {
  return cut(sortName(getName(details).name), maxSortNameLength).trimEnd();
}

/** A part as it is stored: all its fields but the registers' numbers, which have columns. */
export function storedPart(
  fields: RecordFields,
  part: ClientPart,
  values: object | undefined,
): string | null {
  if (values === undefined) return null;
  const entered = new Map(Object.entries(values));
  const stored = fieldsOf(fields, part).filter(([, { kind }]) => kind !== 'identifier');
  return JSON.stringify(
    Object.fromEntries(stored.map(([name, field]) => [name, entered.get(name) ?? emptyValue(field)])),
  );
}

/** A client's details as columns. Omitted details become null: an update replaces all of them. */
export function getColumns(details: ClientDetails): DetailColumns {
  const { individual, business } = details;
  return {
    kind: getClientKind(details.clientType),
    client_type: details.clientType,
    display_name: displayName(getName(details).name),
    sort_name: getSortName(details),
    search_words: getSearchWords(details),
    external_id: details.externalId ?? null,
    responsible_member_id: details.responsibleMemberId ?? null,
    email: details.email ?? null,
    phone: details.phone ?? null,
    addresses: JSON.stringify(details.addresses.map(inStoredOrder)),
    tags: details.tags,
    individual: storedPart(clientFields, 'individual', individual),
    business: storedPart(clientFields, 'business', business),
    nzbn: business?.nzbn ?? individual?.nzbn ?? null,
    nz_company_number: business?.nzCompanyNumber ?? null,
    abn: business?.abn ?? individual?.abn ?? null,
    acn: business?.acn ?? null,
    arbn: business?.arbn ?? null,
    relationship_purpose: details.relationshipPurpose ?? null,
    relationship_started_on: details.relationshipStartedOn ?? null,
    pre_commencement: details.preCommencement,
  };
}

/** A row as the wire has it. */
export function getClient(row: ClientRow): Client {
  const { nzbn, nz_company_number: nzCompanyNumber, abn, acn, arbn } = row;
  const numbers = { nzbn, nzCompanyNumber, abn, acn, arbn };
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    clientType: row.client_type,
    displayName: row.display_name,
    status: row.status,
    externalId: row.external_id,
    responsible:
      row.responsible_member_id === null
        ? null
        : { id: row.responsible_member_id, name: row.responsible_name ?? '' },
    email: row.email,
    phone: row.phone,
    addresses: row.addresses,
    tags: row.tags,
    individual: row.individual && readPart(clientFields, 'individual', { ...row.individual, ...numbers }),
    business: row.business && readPart(clientFields, 'business', { ...row.business, ...numbers }),
    relationshipPurpose: row.relationship_purpose,
    relationshipStartedOn: row.relationship_started_on,
    preCommencement: row.pre_commencement,
    cddStatus: row.cdd_status,
    cddLevel: row.cdd_level,
    riskLevel: row.risk_level,
    pepStatus: row.pep_status,
    sanctionsStatus: row.sanctions_status,
    screeningGaps: row.screening_gaps,
    nextReviewDueOn: row.next_review_due_on,
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.created_by_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updated_by_name },
  };
}

/** Fields that are null on the wire are omitted from a form. */
function withoutNulls(part: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));
}

/** A client's details in the format of a form without changes. */
export function getClientDetails(client: Client): ClientDetails {
  const { clientType, externalId, email, phone, addresses, tags, individual, business } = client;
  const { relationshipPurpose, relationshipStartedOn, preCommencement } = client;
  return {
    ...withoutNulls({ externalId, email, phone, relationshipPurpose, relationshipStartedOn }),
    clientType,
    addresses,
    tags,
    preCommencement,
    responsibleMemberId: client.responsible?.id,
    // The contract has validated the record; the wire's types are wider than the form's.
    individual:
      individual === null
        ? undefined
        : ({
            ...withoutNulls(individual),
            hasOneName: individual.givenNames === null,
          } as ClientDetails['individual']),
    business: business === null ? undefined : (withoutNulls(business) as ClientDetails['business']),
  } as ClientDetails;
}
