/**
 * Names under which fields of an event's detail were recorded for a time, with the current one. Recorded details are hashed into the chain
 * and never change.
 */
export const formerFieldNames: ReadonlyMap<string, string> = new Map([
  ['getCopy', 'copyOf'],
  ['getEvidence', 'evidenceOf'],
]);

/** The current name of a field of a detail, by which labels are looked up. */
export const currentFieldName = (field: string): string => formerFieldNames.get(field) ?? field;
