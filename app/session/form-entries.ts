import { sentenceCase, wordsOfKey } from '#rules/format/text.ts';

/** An entry of a form that was not saved, for people to recognise. */
export interface Entry {
  label: string;
  value: string;
}

/**
 * Fields that no one typed: keys and versions, the record as it was opened, questions that were answered, places of the page, and what an
 * address look-up returned, which the lines of the address say again.
 */
const technical =
  /^(requestKey|intent|version|\w+Version|companyInUse|company|checked|act|opened|confirmations|panel|view|realm|redirectTo|seenContentHash|former-.*|__.*|(.*\.)?(provider|providerId|found))$/;
/** Secrets are not held for a day, nor shown. The last part of a name decides: `tokenUrl` and `reasonCode` are none. */
export const secretNames = /(?:password|secret|token|\bcode)$/i;

const isTyped = (name: string) => !technical.test(name) && !secretNames.test(name);
const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** `owners[1].legalName` as "Owners 2, legal name". */
export function getLabel(name: string): string {
  const numbered = name.replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`).replaceAll('.', ', ');
  return sentenceCase(wordsOfKey(numbered));
}

/** What people typed or chose in a form, without its technical fields and secrets. */
export function getEntries(fields: readonly (readonly [string, string])[]): Entry[] {
  return fields
    .filter(([name, value]) => isTyped(name) && value.trim() !== '' && !isId(value))
    .map(([name, value]) => ({ label: getLabel(name), value: value === 'on' ? 'Yes' : value }));
}
