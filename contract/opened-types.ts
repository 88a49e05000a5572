/** Kinds of record whose opening is recorded in the access log. */
export const openedTypes = [
  'client',
  'activity',
  'document',
  'individualVerification',
  'businessVerification',
] as const;

export type OpenedType = (typeof openedTypes)[number];
