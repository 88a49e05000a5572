import type { PartyRole } from '#rules/clients/client-parties.ts';
import { getIdentifierFields, mustHaveIdentifier } from '#rules/clients/fields-by-type.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type EntityPart, entityItemPrefix, isBody, isTrust } from './entity-information.ts';
import type { ClientFacts, CustomerInformation } from './facts.ts';
import type { Item } from './rule.ts';

const texts: Record<EntityPart, string> = {
  existence: 'Record the client’s legal form and proof of its existence.',
  structure: 'Record the client’s ownership and control structure.',
  powers: 'Record the powers that bind and govern the client.',
  governance: 'Record who governs the client.',
  identifier:
    'Record a unique identifier of the client, such as a registration number, or that none was issued.',
  nominees:
    'Record whether the client has nominee directors, shareholders or general partners, and their names.',
  settlors: 'Record the settlors of the trust, or that there are none.',
  protectors: 'Record the protectors, appointors and guardians of the trust, or that there are none.',
  natureOfBusiness: 'Record the nature of the client’s business.',
  objects: 'Record the objects of the charitable trust.',
};

/** Roles of related parties that satisfy a part: a recorded party need not be named again. */
const answeringRoles: Partial<Record<EntityPart, readonly PartyRole[]>> = {
  governance: ['director', 'trustee', 'partner', 'controller', 'executor'],
  settlors: ['settlor'],
  protectors: ['protector', 'appointor'],
};

/**
 * Whether a finished verification of the business proves a part by its extract or founding document: its existence, and its structure as far
 * as that was traced by evidence. NZ reg 11(a), (b), 11A; AU Rules 6-2, 6-3.
 */
function provesByVerification(
  part: EntityPart,
  { identityVerified, structureTraced = false }: CustomerInformation,
): boolean {
  return identityVerified && (part === 'existence' || (part === 'structure' && structureTraced));
}

/**
 * Information about an entity as an item. `independent`: the source must be reliable and independent of the client (NZ reg 11, 11A).
 * Also met by other records: a related party in the role, a finished verification, the occupation of a person in business.
 */
export function entityItem(
  facts: CustomerInformation,
  part: EntityPart,
  provision: string,
  { independent = false }: { independent?: boolean } = {},
): Item {
  const { clientType, entity = {}, filled, parties } = facts;
  const recorded = entity[part];
  const roles = answeringRoles[part] ?? [];
  const isOccupation =
    part === 'natureOfBusiness' && clientType === 'soleTrader' && filled.includes('occupation');
  const source = independent ? ' from a source independent of the client' : '';
  return {
    code: `${entityItemPrefix}${part}`,
    text: `${texts[part].slice(0, -1)}${source}.`,
    settled:
      (independent ? recorded === 'independent' : recorded !== undefined) ||
      isOccupation ||
      provesByVerification(part, facts) ||
      parties.some((party) => party.roles.some((role) => roles.includes(role))),
    fix: { target: 'client.findings', id: 'entity' },
    provision,
  };
}

/** Whether the record has a nominee: a related party in the role, a holding on the chart, or a company's nominee shareholders. NZ reg 11. */
export const hasNominee = ({
  parties,
  hasNomineeShareholders,
  hasNomineeManagers,
}: Pick<ClientFacts, 'parties' | 'hasNomineeShareholders' | 'hasNomineeManagers'>): boolean =>
  hasNomineeShareholders || hasNomineeManagers || parties.some(({ roles }) => roles.includes('nominee'));

/**
 * The names of nominee directors, shareholders and general partners, or that there are none, from a reliable source. A related party in the role is
 * named by what a member types, so it needs the source as well; and “none” does not count while the record has a nominee. NZ reg 11.
 */
export function nomineesItem(facts: ClientFacts, provision: string): Item {
  const item = entityItem(facts, 'nominees', provision, { independent: true });
  const isContradicted = facts.entity?.withoutNominees === true && hasNominee(facts);
  return {
    ...item,
    text: isContradicted
      ? 'Record the names of the client’s nominees from a reliable source: its record has a nominee, and says that there are none.'
      : `${texts.nominees.slice(0, -1)}, from a reliable source.`,
    settled: item.settled && !isContradicted,
  };
}

/**
 * A unique identifier of a customer, or that none was issued. Where the customer's register issues one to each of its kind, `recordItems` asks
 * for the number itself. AU Rules 6-2 to 6-4.
 */
export function identifierItems(facts: CustomerInformation, provision: string): Item[] {
  const { clientType, registrationCountry, filled } = facts;
  const country = registrationCountry ?? '';
  if (mustHaveIdentifier(clientType, country)) return [];
  const item = entityItem(facts, 'identifier', provision);
  const isRecorded = getIdentifierFields(clientType, country).some((field) => filled.includes(field));
  return [{ ...item, settled: item.settled || isRecorded }];
}

/** The trustees of a trust, each a related party. AU Rules 6-3. */
export function trusteesItem({ parties }: CustomerInformation, provision: string): Item {
  return {
    code: 'trust.trustees',
    text: 'Record the trustees as related parties.',
    settled: parties.some(({ roles }) => roles.includes('trustee')),
    fix: { target: 'client.parties' },
    provision,
  };
}

/**
 * That beneficial owners were determined: traced by a finished verification of the business, or recorded as identified or as none by a source
 * independent of the client, or as impossible to determine after all reasonable steps. Australia accepts the last two of bodies corporate, partnerships and associations
 * alone. Outstanding, whatever is recorded, while an owner on the ownership chart is not a related party. NZ s11(1)(b); AU s28(2)(d), Rules 6-8.
 */
export function ownersDeterminedItem(
  facts: ClientFacts,
  jurisdiction: Jurisdiction,
  provision: string,
): Item {
  const { traced = [], absentOwners = false, outcome = null, outcomeCounts = false } = facts.ownership ?? {};
  const code = 'owners.determined';
  if (absentOwners) {
    return {
      code,
      text: 'Record every beneficial owner that the ownership chart shows as a related party, or verify the ownership again.',
      settled: false,
      fix: { target: 'client.parties' },
      provision,
    };
  }
  const mayBeWithout = jurisdiction === 'NZL' || isBody(facts);
  // Its type alone does not say that it is listed with duties of disclosure, or which government it is of. AU Rules 6-7.
  const canBeDeemed =
    jurisdiction === 'AUS' && (facts.clientType === 'listedIssuer' || facts.clientType === 'government');
  return {
    code,
    text: isTrust(facts)
      ? 'Determine the beneficial owners.'
      : canBeDeemed
        ? 'Record the ground on which the beneficial owners are taken as established, or determine them.'
        : 'Determine the beneficial owners, or record that there are none.',
    settled:
      traced.includes(jurisdiction) ||
      (outcomeCounts && (outcome === 'identified' || (mayBeWithout && outcome !== null))),
    fix: { target: 'client.findings', id: canBeDeemed ? 'ownersDeemed' : 'ownership' },
    provision,
  };
}

/** The chief executive or equivalent, who is identified if there is no beneficial owner or none could be determined. AU Rules 6-8. */
export function chiefExecutiveItems({ ownership, parties }: ClientFacts, provision: string): Item[] {
  if (ownership?.outcome !== 'none' && ownership?.outcome !== 'unable') return [];
  return [
    {
      code: 'owners.chiefExecutive',
      text: 'Record the chief executive, or who holds an equivalent position, as a related party.',
      settled: parties.some(({ roles }) => roles.includes('seniorManagingOfficial')),
      fix: { target: 'client.parties' },
      provision,
    },
  ];
}

/**
 * The address verified. `waivable`: by a recorded reason why verifying it is not called for by the level of risk (NZ s24(1)(b)(i)).
 */
export function addressVerifiedItem(
  { addressEvidence = 'none' }: ClientFacts,
  provision: string,
  { waivable }: { waivable: boolean },
): Item {
  const isVerified = addressEvidence === 'verified';
  return {
    code: 'address.verified',
    text: waivable
      ? 'Verify the address, or record why the level of risk does not call for it.'
      : 'Verify the address.',
    settled: isVerified || (waivable && addressEvidence === 'excused'),
    fix: { target: 'client.findings', id: 'addressVerified' },
    provision,
    ...(waivable ? { waivable } : {}),
  };
}
