import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { type EntityPart, isBody, isTrust } from './entity-information.ts';
import { entityItem, identifierItems, trusteesItem } from './entity-items.ts';
import type { ClientFacts, CustomerInformation } from './facts.ts';
import { placeItems, recordItems } from './items.ts';
import type { Item } from './rule.ts';

const entityFix = { target: 'client.findings', id: 'entity' } as const;

const parts = (facts: CustomerInformation, provision: string, wanted: readonly EntityPart[]): Item[] =>
  wanted.map((part) => entityItem(facts, part, provision));

/** Information to collect about a body corporate, partnership or association. AU Rules 6-2. */
export function bodyItems(facts: CustomerInformation): Item[] {
  const provision = 'AU Rules 6-2';
  return [
    ...placeItems(facts, provision),
    ...identifierItems(facts, provision),
    ...parts(facts, provision, ['existence', 'powers', 'governance', 'structure', 'natureOfBusiness']),
  ];
}

/** Information to collect about a trust, besides its beneficiaries. AU Rules 6-3. */
export function trustItems(facts: CustomerInformation): Item[] {
  const provision = 'AU Rules 6-3';
  return [
    ...placeItems(facts, provision),
    ...identifierItems(facts, provision),
    ...parts(facts, provision, [
      'existence',
      'powers',
      'governance',
      'structure',
      'settlors',
      'protectors',
      'natureOfBusiness',
    ]),
    trusteesItem(facts, provision),
  ];
}

/** Information to collect about a government body. AU Rules 6-4. */
export function governmentItems(facts: CustomerInformation): Item[] {
  const provision = 'AU Rules 6-4';
  return [
    ...placeItems(facts, provision),
    ...identifierItems(facts, provision),
    ...parts(facts, provision, ['existence', 'governance', 'natureOfBusiness']),
  ];
}

/** The least that is collected of a customer that is no individual, by its kind. AU Rules 6-2 to 6-4. */
function getMinimumItems(facts: CustomerInformation): Item[] {
  const own = isBody(facts) ? bodyItems : isTrust(facts) ? trustItems : null;
  const listed = own ?? (facts.clientType === 'government' ? governmentItems : () => []);
  return [...recordItems(facts, 'AUS'), ...listed(facts)];
}

/** Parties that are not individuals and act for the client, or on whose behalf a client that is a trust acts. AU Rules 6-5, 6-6. */
const entityParties = (facts: ClientFacts) =>
  facts.parties.filter(
    ({ roles }) =>
      roles.includes('authorisedRepresentative') || (isTrust(facts) && roles.includes('actingFor')),
  );

export const hasEntityParty = (facts: ClientFacts): boolean =>
  entityParties(facts).some(({ information }) => !!information);

/** The same as of a customer, of each such party, on the party's own record. AU Rules 6-5. */
export function entityPartyItems(facts: ClientFacts): Item[] {
  return entityParties(facts).flatMap(({ id, name, information }): Item[] => {
    if (!information) return [];
    const open = getMinimumItems(information).filter(({ settled }) => !settled);
    return [
      {
        code: 'party.information',
        text: `Complete ${name}’s own record as that of a customer${open.length === 0 ? '' : `: ${formatOutstanding(open.length)}`}.`,
        settled: open.length === 0,
        fix: { ...(open[0]?.fix ?? entityFix), of: id },
      },
    ];
  });
}
