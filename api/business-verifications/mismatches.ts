import type { Client } from '#contract/clients.ts';
import type { MismatchView } from '#contract/registry-records.ts';
import { type BusinessFacts, findMismatches, mismatchFieldLabels } from '#rules/registry-mismatches.ts';
import type { SettledMismatch } from '../database/business-verification-tables.ts';
import type { StoredExtract } from '../database/stored-ownership.ts';
import type { PartyRow } from '../parties/store.ts';

type Address = StoredExtract['addresses'][number];

/** An address of a register on one line. */
export const addressText = ({ lines, locality, state, postcode }: Address): string =>
  [...lines, [locality, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function recordedFacts(client: Client, parties: readonly PartyRow[]): BusinessFacts {
  const { business, addresses } = client;
  const directors = parties.filter(({ roles }) => roles.includes('director'));
  const given = <T>(value: T | null | undefined) => value ?? undefined;
  const facts = {
    legalName: given(business?.legalName),
    nzbn: given(business?.nzbn),
    nzCompanyNumber: given(business?.nzCompanyNumber),
    abn: given(business?.abn),
    acn: given(business?.acn),
    incorporatedOn: given(business?.incorporatedOn),
    addresses: addresses.map((one) =>
      [one.addressLine1, one.addressLine2, one.suburb, one.city, one.state, one.postcode]
        .filter(Boolean)
        .join(', '),
    ),
    directors: directors.map((party) => party.client.displayName),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function registryFacts(extract: StoredExtract) {
  // An address of a state and a postcode is no registered office.
  const registered = extract.addresses.filter(({ type, lines }) => type === 'registered' && lines.length > 0);
  const others = extract.addresses.filter(({ type, lines }) => type !== 'registered' && lines.length > 0);
  return {
    ...extract.numbers,
    legalName: extract.name,
    ...(extract.registeredOn ? { incorporatedOn: extract.registeredOn } : {}),
    addresses: registered.length > 0 ? [...registered, ...others].map(addressText) : [],
    directors: extract.officers
      .filter(({ role, to }) => role === 'director' && to === undefined)
      .map(({ party }) => party.name),
    status: extract.status,
    statusText: extract.statusText,
  };
}

/**
 * Where the record and the register differ now, and what was settled of it. What was settled stands while both still say what they
 * said then; when the record took the register's value there is no difference left to show but that it was settled.
 */
export function mismatchesOf(
  client: Client,
  parties: readonly PartyRow[],
  extract: StoredExtract | null,
  settled: readonly SettledMismatch[],
): MismatchView[] {
  if (extract === null) return [];
  const found = findMismatches(recordedFacts(client, parties), registryFacts(extract));
  const settledOf = (field: string) => settled.findLast((one) => one.field === field);
  const open = found.map((one): MismatchView => {
    const before = settledOf(one.field);
    const stands = before?.recorded === one.recorded && before?.registry === one.registry;
    return {
      ...one,
      label: mismatchFieldLabels[one.field],
      resolutions: [...one.resolutions],
      settled:
        before && stands
          ? { resolution: before.resolution, reason: before.reason, by: before.by, at: before.at }
          : null,
    };
  });
  const shown = new Set(open.map(({ field }) => field));
  const past = settled
    .filter((one, index) => !shown.has(one.field) && settledOf(one.field) === settled[index])
    .map(
      ({ field, recorded, registry, resolution, reason, by, at }): MismatchView => ({
        field,
        label: mismatchFieldLabels[field],
        recorded,
        registry,
        resolutions: [],
        mustSettle: false,
        settled: { resolution, reason, by, at },
      }),
    );
  return [...open, ...past];
}
