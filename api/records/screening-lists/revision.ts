import { createHash } from 'node:crypto';
import type { BirthDate, ListedEntity } from '#rules/screening/screening-records.ts';

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const sorted = (texts: readonly string[]) => [...texts].sort();

/** A date without its list's wording: "circa 1965" and "1963 to 1967" are the same span. */
const getSpan = (date: BirthDate) => ('on' in date ? { on: date.on } : { from: date.from, to: date.to });

/**
 * The parts of an entity that decisions depend on: identity and reasons for listing. Excludes remarks, addresses and
 * the listing date, whose wording lists often change, and the order of values.
 */
function getMaterial(entity: ListedEntity) {
  return [
    entity.schema,
    sorted(entity.names.map(({ text, quality }) => `${quality} ${text}`)),
    sorted(entity.birthDates.map((date) => JSON.stringify(getSpan(date)))),
    sorted(entity.birthPlaces),
    sorted(entity.countries),
    entity.gender ?? null,
    sorted(entity.identifiers.map(({ number, country }) => `${number} ${country ?? ''}`)),
    sorted(entity.topics),
    sorted(entity.programmes),
    ...(entity.unread === undefined ? [] : [sorted(entity.unread)]),
  ];
}

/** Unchanged until the entity changes materially; 16 characters. */
export function entityRevision(entity: ListedEntity): string {
  return sha256(getMaterial(entity)).slice(0, 16);
}

/** Unchanged until any part of the entity changes; 16 characters. */
export function entityContentHash(entity: ListedEntity): string {
  const { listedOn = null, remarks = null, addresses } = entity;
  return sha256([
    getMaterial(entity),
    entity.names,
    entity.identifiers.map(({ type, number }) => [type, number]),
    addresses,
    remarks,
    listedOn,
  ]).slice(0, 16);
}
