import { createHash } from 'node:crypto';
import type { ListedEntity } from '#rules/screening/screening-records.ts';

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const sorted = (texts: readonly string[]) => [...texts].sort();

/**
 * What of an entity a decision about it rests on: who it is and why it is listed. The publisher's remarks, addresses and the day of
 * listing are left out, in which lists change commas and spellings, and so is the order in which values come.
 */
function materialOf(entity: ListedEntity) {
  return [
    entity.schema,
    sorted(entity.names.map(({ text, quality }) => `${quality} ${text}`)),
    sorted(entity.birthDates.map((date) => JSON.stringify(date))),
    sorted(entity.birthPlaces),
    sorted(entity.countries),
    entity.gender ?? null,
    sorted(entity.identifiers.map(({ number, country }) => `${number} ${country ?? ''}`)),
    sorted(entity.topics),
    sorted(entity.programmes),
  ];
}

/** Stays the same until the entity changes materially; 16 characters. */
export function entityRevision(entity: ListedEntity): string {
  return sha256(materialOf(entity)).slice(0, 16);
}

/** Stays the same until anything of the entity changes; 16 characters. */
export function entityContentHash(entity: ListedEntity): string {
  const { listedOn = null, remarks = null, addresses } = entity;
  return sha256([
    materialOf(entity),
    entity.names,
    entity.identifiers.map(({ type, number }) => [type, number]),
    addresses,
    remarks,
    listedOn,
  ]).slice(0, 16);
}
