import type { Capacity } from '#rules/activity-types.ts';
import { type PartyRole, partyRoleLabels } from '#rules/clients/client-parties.ts';
import type { DesignatedService } from './captured-services.ts';
import { agencyProvision } from './cash-buyers.ts';

/** A client whom the law makes a customer of the company by the service, with the reason. */
export type CustomerByLaw = { clientId: string; name: string; reason: string; provision: string };

/** A related party of an entity that is created or restructured. */
export type RelatedParty = { clientId: string; name: string; roles: readonly PartyRole[] };

export type Participant = {
  clientId: string;
  name: string;
  capacity: Capacity;
  /** Of an entity that is created or restructured. */
  related?: readonly RelatedParty[];
};

/**
 * Roles whose holders are customers of a firm that creates or restructures an entity: directors and beneficial owners of a body corporate;
 * trustee, settlor and beneficiaries of an express trust. A shareholder counts regardless of the share, which is the cautious reading
 * before shares are known.
 */
const customerRoles: readonly PartyRole[] = [
  'director',
  'beneficialOwner',
  'shareholder',
  'controller',
  'partner',
  'trustee',
  'settlor',
  'beneficiary',
];

function getEntityCustomers({ name, related = [] }: Participant): CustomerByLaw[] {
  return related.flatMap(({ clientId, name: person, roles }) => {
    const role = customerRoles.find((role) => roles.includes(role));
    return role === undefined
      ? []
      : [
          {
            clientId,
            name: person,
            reason: `${partyRoleLabels[role]} of ${name}, which is created or restructured`,
            provision: 'AU s6 table 6 item 6',
          },
        ];
  });
}

/** Other parties, with the reason why the law makes them customers. */
function otherParties(
  parties: readonly Participant[],
  { reason, provision }: Pick<CustomerByLaw, 'reason' | 'provision'>,
): CustomerByLaw[] {
  return parties
    .filter(({ capacity }) => capacity === 'otherParty')
    .map(({ clientId, name }) => ({ clientId, name, reason, provision }));
}

function customersInAustralia(
  code: DesignatedService | null,
  parties: readonly Participant[],
): CustomerByLaw[] {
  if (code === 'au.t5.1') {
    return otherParties(parties, {
      reason: 'Other party of the brokered sale: seller and buyer are both customers',
      provision: 'AU s6 table 5 item 1',
    });
  }
  if (code !== 'au.t6.6') return [];
  return parties.filter(({ capacity }) => capacity === 'formedEntity').flatMap(getEntityCustomers);
}

/**
 * People whom the law makes customers by the service besides the activity's own customers, without duplicates: both seller and buyer if a sale is
 * brokered; owners and directors, or trustee, settlor and beneficiaries, if an entity is created or restructured (AU s6 tables 5 and 6); who pays a real
 * estate agent's client in cash (NZ s14(3)).
 * @param code the Australian service; null where that law does not apply
 */
export function customersByLaw(
  code: DesignatedService | null,
  parties: readonly Participant[],
  { payInCash = false }: { payInCash?: boolean } = {},
): CustomerByLaw[] {
  const payingInCash = payInCash
    ? otherParties(parties, {
        reason: 'Pays NZ$10,000 or more in cash, which makes a buyer or tenant a customer',
        provision: agencyProvision,
      })
    : [];
  const found = [...customersInAustralia(code, parties), ...payingInCash];
  const customers = parties.filter(({ capacity }) => capacity === 'customer').map(({ clientId }) => clientId);
  return found.filter(
    ({ clientId }, index) =>
      !customers.includes(clientId) && found.findIndex((item) => item.clientId === clientId) === index,
  );
}
