/**
 * Names under which fields of an event's detail were recorded for a time, with the current one. Recorded details are hashed into the chain
 * and never change.
 */
export const formerFieldNames: Readonly<Record<string, string>> = {
  getCopy: 'copyOf',
  getEvidence: 'evidenceOf',
};

/** The current name of a field of a detail, by which labels are looked up. */
export const currentFieldName = (field: string): string =>
  (Object.hasOwn(formerFieldNames, field) ? formerFieldNames[field] : undefined) ?? field;
