import type { Client } from '#contract/clients/client-record.ts';
import { changedTypeText } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels, pepStatusLabels, sanctionsStatusLabels } from '#rules/clients/client-types.ts';
import {
  canBeSpelling,
  type EstablishedFacts,
  type Identity,
  type IdentityEffects,
  identityChangeLabels,
  identityChanges,
  identityEffects,
} from '#rules/clients/identity-changes.ts';
import { clientIdentifierTypes } from '#rules/identifiers/identifiers.ts';
import { displayName } from '#rules/name-matching/name-normalisation.ts';
import type { Policies } from '#rules/policies.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work } from '../../kernel/command/work.ts';
import { readChecked, readVerifiedNameParts } from './identity-evidence-store.ts';
import { type ClientDetails, getClientDetails, getColumns } from './record/client-record.ts';
import { type IdentityColumns, replaceClient } from './record/store.ts';

/** By what the details identify a person or business. */
export function getIdentity({ individual, business }: ClientDetails): Identity {
  const part: Identity['identifiers'] = business ?? individual ?? {};
  return {
    name: individual
      ? { kind: 'individual', ...individual }
      : { kind: 'business', legalName: business?.legalName ?? '' },
    dateOfBirth: individual?.dateOfBirth ?? null,
    identifiers: Object.fromEntries(clientIdentifierTypes.map((type) => [type, part[type]])),
  };
}

/** What new details mean for what was established of a client. */
export interface IdentityReading {
  changes: ReturnType<typeof identityChanges>;
  established: EstablishedFacts;
  /** A verification, a screening with a result or an assessment is on record. */
  wasChecked: boolean;
  canBeSpelling: boolean;
  /** The name that a corrected spelling is compared with: the verified one, or the present one where none is. */
  nameToCompare: string;
  /** What changed, in words. */
  what: string;
  /** The company's policy on a second person. */
  fourEyes: Policies['fourEyes'];
}

/** Compares new details with a client that the transaction has locked. */
export async function readIdentity(
  trx: Work['trx'],
  before: Client,
  details: ClientDetails,
): Promise<IdentityReading> {
  const [was, is] = [getIdentity(getClientDetails(before)), getIdentity(details)];
  const changes = identityChanges(was, is);
  const { isVerified, wasChecked, fourEyes } = await readChecked(trx, before.id);
  const parts = isVerified && changes.includes('name') ? await readVerifiedNameParts(trx, before.id) : {};
  const verified: Identity = { ...was, name: { ...was.name, ...parts } as Identity['name'] };
  return {
    changes,
    established: { ...before, isVerified },
    wasChecked,
    fourEyes,
    nameToCompare: displayName(verified.name),
    canBeSpelling: canBeSpelling(changes, verified, is),
    what: [...new Set(changes.map((change) => identityChangeLabels[change]))].join(', '),
  };
}

/** Columns that follow from a change of identity. */
function effectColumns(before: Client, effects: IdentityEffects, at: string): IdentityColumns {
  const { identity, screening, sanctionsStatus, pepStatus, cddStatus } = effects;
  return {
    ...(identity ? { identified_as_changed_at: at } : {}),
    ...(screening ? { screening_outdated: true, sanctions_status: sanctionsStatus } : {}),
    ...(sanctionsStatus === before.sanctionsStatus ? {} : { screening_gaps: '[]' }),
    ...(pepStatus === before.pepStatus ? {} : { pep_status: pepStatus }),
    ...(cddStatus === before.cddStatus
      ? {}
      : {
          cdd_status: cddStatus,
          cdd_submitted_by: null,
          cdd_exception_reason: null,
          cdd_exception_ends_on: null,
          cdd_exception_by: null,
          ...(cddStatus === 'refreshDue' ? { refresh_causes: ['identityChanged'] } : {}),
        }),
  };
}

/** Events of what followed, in the words of screens. */
function recordEffects({ record }: Work, before: Client, effects: IdentityEffects): void {
  const common = { resourceType: 'client', resourceId: before.id } as const;
  const cdd = changesBetween(
    { cddStatus: cddStatusLabels[before.cddStatus] },
    { cddStatus: cddStatusLabels[effects.cddStatus] },
  );
  const screening = changesBetween(
    {
      sanctionsStatus: sanctionsStatusLabels[before.sanctionsStatus],
      pepStatus: pepStatusLabels[before.pepStatus],
    },
    {
      sanctionsStatus: sanctionsStatusLabels[effects.sanctionsStatus],
      pepStatus: pepStatusLabels[effects.pepStatus],
    },
  );
  if (Object.keys(cdd).length > 0) {
    record({ action: 'client.cddStatusChanged', ...common, detail: { changes: cdd } });
  }
  if (Object.keys(screening).length > 0) {
    record({ action: 'client.screeningStatusChanged', ...common, detail: { changes: screening } });
  }
}

/**
 * Saves new details of a client that the transaction has locked, with all that follows if they identify another person or business: the only way to write
 * them. `isSpelling`: the name is written differently and the client is the same.
 */
export async function saveDetails(
  work: Work,
  before: Client,
  details: ClientDetails,
  { reading, isSpelling = false }: { reading?: IdentityReading; isSpelling?: boolean } = {},
): Promise<void> {
  const { trx, at, by, emit } = work;
  if (by.companyId === null) throw new Error('A client must belong to a company.');
  const { changes, established, what } = reading ?? (await readIdentity(trx, before, details));
  const effects = identityEffects(changes, established, { isSpelling });
  await replaceClient(trx, {
    companyId: by.companyId,
    id: before.id,
    version: before.version,
    columns: { ...getColumns(details), ...effectColumns(before, effects, at) },
    at,
    by: by.actor.id,
  });
  recordEffects(work, before, effects);
  if (before.clientType !== details.clientType) {
    emit('client.basisChanged', {
      clientId: before.id,
      cause: 'typeChanged',
      subject: 'type',
      text: changedTypeText(before.clientType, details.clientType),
    });
  }
  const isOther = changes.some((change) => change !== 'birthDateEntered');
  if (isOther || effects.identity) {
    emit('client.identityChanged', {
      clientId: before.id,
      name: getColumns(details).display_name,
      what,
      isOther,
      isSpelling,
    });
  }
}
