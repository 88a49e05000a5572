import type { PartyDetails } from '#contract/clients/parties.ts';
import { canHaveShares, exceedsWhole, partyRoleLabels, rolesFor } from '#rules/clients/client-parties.ts';
import { type ClientType, clientTypeLabels } from '#rules/clients/client-types.ts';
import { toColumns } from '../../kernel/records/columns.ts';
import { enteredColumns, type PartyRow } from '../../records/parties/store.ts';

/** Sentences by field about roles and shares that a client of the type cannot have. */
function typeMisfits(
  { roles, directPercent }: PartyDetails,
  clientType: ClientType,
  existing: PartyRow | null,
): Record<string, string[]> {
  const suited = [...rolesFor(clientType), ...(existing?.roles ?? [])];
  const unsuited = roles.filter((role) => !suited.includes(role)).map((role) => partyRoleLabels[role]);
  const what = clientTypeLabels[clientType].toLowerCase();
  const fields: Record<string, string[]> = {};
  if (unsuited.length > 0) {
    fields.roles = [`Not for a client of type “${what}”: ${unsuited.join(', ').toLowerCase()}.`];
  }
  if (
    directPercent !== undefined &&
    !canHaveShares(clientType) &&
    existing?.directPercent !== directPercent
  ) {
    fields.directPercent = [`A client of type “${what}” has no owners. Leave this blank.`];
  }
  return fields;
}

/** Sentences by field about details that do not fit together, or not with the other parties of the client. */
export function misfits(
  details: PartyDetails,
  {
    clientType,
    kept = null,
    others,
    today,
    validFrom,
  }: {
    clientType: ClientType;
    /** The existing party, whose role may stay even if it no longer suits the client's type. */
    kept?: PartyRow | null;
    others: readonly PartyRow[];
    today: string;
    validFrom: string;
  },
): Record<string, string[]> {
  const fields = typeMisfits(details, clientType, kept);
  const { roles, joint, directPercent, beneficiallyHeld } = details;
  const share = { percent: directPercent ?? null, joint };
  const shares = others.map((other) => ({ percent: other.directPercent, joint: other.joint }));
  if (directPercent !== undefined && exceedsWhole([share, ...shares])) {
    fields.directPercent = [
      'Total ownership would exceed 100%. Check the percentages, or mark this holding as joint.',
    ];
  }
  if (directPercent === undefined && joint) {
    fields.directPercent = ['Enter the share that is held jointly.'];
  }
  if (roles.includes('nominee') && beneficiallyHeld === 'yes') {
    fields.beneficiallyHeld = [
      'A nominee does not hold beneficially. Select “No”, or remove the nominee role.',
    ];
  }
  if (validFrom > today)
    fields.validFrom = ['This cannot start in the future. Enter today or an earlier day.'];
  return fields;
}

const yesNo = { yes: true, no: false, unknown: null } as const;

/** The columns that a form of a party sets. */
export const getPartyColumns = (details: PartyDetails, validFrom: string) => ({
  ...toColumns(enteredColumns, {
    ...details,
    beneficiallyHeld: yesNo[details.beneficiallyHeld],
    validFrom,
  }),
  must_verify: details.mustVerifyReason !== undefined,
});

/** The stored values of the same columns, to detect a form without changes. */
export const getSavedPartyColumns = (row: PartyRow): ReturnType<typeof getPartyColumns> => ({
  ...toColumns(enteredColumns, row),
  must_verify: row.mustVerifyReason !== null,
});
