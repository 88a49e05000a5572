import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { type IdentityOn, isPartyVerified } from '../../../checks/cdd/party-facts.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { type PartyRow, partyPage } from '../../../records/parties/store.ts';
import { perPage } from './read-all.ts';
import type { PackedParty } from './records.ts';

/** A related party. `reasons`: why each client must be verified as one. */
export function getParty(
  row: PartyRow,
  reasons: ReadonlyMap<string, string[]>,
  identity: IdentityOn,
): PackedParty {
  const wanted = row.validTo === null ? (reasons.get(row.partyClientId) ?? []) : [];
  return {
    id: row.id,
    clientId: row.partyClientId,
    name: row.client.displayName,
    clientType: row.client.clientType,
    roles: row.roles.map((role) => partyRoleLabels[role]),
    directPercent: row.directPercent,
    joint: row.joint,
    beneficiallyHeld: row.beneficiallyHeld,
    controlBasis: row.controlBasis,
    authority: row.authority,
    dateOfBirth: row.client.individual?.dateOfBirth ?? null,
    addresses: row.client.addresses,
    registrationCountry: row.client.registrationCountry,
    pepStatus: row.client.pepStatus,
    mustVerify: wanted,
    verified: isPartyVerified(row, identity),
    validFrom: row.validFrom,
    validTo: row.validTo,
    recordedBy: row.updatedByName,
  };
}

/** All parties in the order recorded, including former ones. */
export async function getPartyRows(trx: Trx, clientId: string): Promise<PartyRow[]> {
  const rows: PartyRow[] = [];
  for (const state of ['current', 'ended'] as const) {
    for (let after: string | undefined, more = true; more; ) {
      const page = await partyPage(trx, { clientId, state, after, limit: perPage });
      rows.push(...page.slice(0, perPage));
      more = page.length > perPage;
      after = rows.at(-1)?.id;
    }
  }
  return rows;
}
