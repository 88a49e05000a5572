import type { MismatchView } from '#contract/business-verifications/registry.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import {
  type BusinessFacts,
  findMismatches,
  mismatchFieldLabels,
} from '#rules/registers/register-mismatches.ts';
import type { ResolvedMismatch } from '../../../kernel/database/tables/business-verification-tables.ts';
import type { StoredExtract } from '../../../kernel/database/tables/stored-ownership.ts';
import type { PartyRow } from '../../../records/parties/store.ts';

type Address = StoredExtract['addresses'][number];

/** A register's address on one line. */
export const formatRegisteredAddress = ({ lines, locality, state, postcode }: Address): string =>
  formatAddress({
    addressLine1: lines.filter(Boolean).join(', '),
    state: [locality, state].filter(Boolean).join(' '),
    postcode,
  });

function recordedFacts(client: Client, parties: readonly PartyRow[]): BusinessFacts {
  const { business, addresses } = client;
  const directors = parties.filter(({ roles }) => roles.includes('director'));
  const orUndefined = <T>(value: T | null | undefined) => value ?? undefined;
  const facts = {
    legalName: orUndefined(business?.legalName),
    nzbn: orUndefined(business?.nzbn),
    nzCompanyNumber: orUndefined(business?.nzCompanyNumber),
    abn: orUndefined(business?.abn),
    acn: orUndefined(business?.acn),
    incorporatedOn: orUndefined(business?.incorporatedOn),
    addresses: addresses.map(({ countryCode: _, ...address }) => formatAddress(address)),
    directors: directors.map((party) => party.client.displayName),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function registryFacts(extract: StoredExtract) {
  // A state and postcode without a street line are not a registered office.
  const registered = extract.addresses.filter(({ type, lines }) => type === 'registered' && lines.length > 0);
  const others = extract.addresses.filter(({ type, lines }) => type !== 'registered' && lines.length > 0);
  return {
    ...extract.numbers,
    legalName: extract.name,
    ...(extract.registeredOn ? { incorporatedOn: extract.registeredOn } : {}),
    addresses: registered.length > 0 ? [...registered, ...others].map(formatRegisteredAddress) : [],
    directors: extract.officers
      .filter(({ role, to }) => role === 'director' && to === undefined)
      .map(({ party }) => party.name),
    status: extract.status,
    statusText: extract.statusText,
  };
}

/**
 * Current differences between the record and the register, with their resolutions. A resolution applies while both
 * values are unchanged. If the record adopted the register's value, the resolution is listed without a difference.
 */
export function getMismatches(
  client: Client,
  parties: readonly PartyRow[],
  extract: StoredExtract | null,
  resolved: readonly ResolvedMismatch[],
): MismatchView[] {
  if (extract === null) return [];
  const found = findMismatches(recordedFacts(client, parties), registryFacts(extract));
  const getResolved = (field: string) => resolved.findLast((item) => item.field === field);
  const open = found.map((item): MismatchView => {
    const before = getResolved(item.field);
    const stands = before?.recorded === item.recorded && before?.registry === item.registry;
    return {
      ...item,
      label: mismatchFieldLabels[item.field],
      resolutions: [...item.resolutions],
      settled:
        before && stands
          ? { resolution: before.resolution, reason: before.reason, by: before.by, at: before.at }
          : null,
    };
  });
  const openFields = new Set(open.map(({ field }) => field));
  const past = resolved
    .filter((item, index) => !openFields.has(item.field) && getResolved(item.field) === resolved[index])
    .map(
      ({ field, recorded, registry, resolution, reason, by, at }): MismatchView => ({
        field,
        label: mismatchFieldLabels[field],
        recorded,
        registry,
        resolutions: [],
        mustResolve: false,
        settled: { resolution, reason, by, at },
      }),
    );
  return [...open, ...past];
}
