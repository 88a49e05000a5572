import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { importFieldLabels } from '#rules/clients/client-import-columns.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { clientTypeLabels, pepStatusLabels, trustTypeLabels } from '#rules/clients/client-types.ts';
import { countryName, isCountry } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { sentenceCase, wordsOfKey } from '#rules/format/text.ts';
import { labelsOf } from '#rules/records/fields.ts';
import { secretNames } from '../secret-names.ts';

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

const isTyped = (name: string) => !technical.test(name) && !secretNames.test(name);
const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Labels of fields, as the forms of clients and of activities have them. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...importFieldLabels,
  ...Object.fromEntries(labelsOf(activityFields)),
};

/** Labels of choices, by the last part of a field's name. */
const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clientType: clientTypeLabels,
  trustType: trustTypeLabels,
  pepStatus: pepStatusLabels,
  role: partyRoleLabels,
  roles: partyRoleLabels,
};

/** Parts of a client's form that its labels do not name. */
const unnamedParts = new Set(['individual', 'business']);

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
const lookUp = <T>(register: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(register, key) ? register[key] : undefined;

function partLabel(part: string): string {
  const [, key = '', index] = /^(.*?)(?:\[(\d+)\])?$/.exec(part) ?? [];
  const label = lookUp(fieldLabels, key)?.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
  return (label ?? wordsOfKey(key)) + (index === undefined ? '' : ` ${Number(index) + 1}`);
}

/** `owners[1].legalName` as "Owners 2, legal name". */
export function getLabel(name: string): string {
  const parts = name.split('.').filter((part) => !unnamedParts.has(part));
  return sentenceCase(parts.map(partLabel).join(', '));
}

/** A value as its page shows it: a choice by its label, a date, a country by its name. What was typed stays as typed. */
function formatValue(name: string, value: string): string {
  const field = lastPart(name);
  const label = lookUp(lookUp(choiceLabels, field) ?? {}, value);
  if (label !== undefined) return label;
  if (isCalendarDate(value)) return formatDate(value);
  if (/countr|citizenship/i.test(field) && isCountry(value)) return countryName(value);
  if (/^(on|yes|true)$/.test(value)) return 'Yes';
  if (/^(no|false)$/.test(value)) return 'No';
  // No one types the code of a choice.
  return /^[a-z]+([A-Z][a-z]+)+$/.test(value) ? sentenceCase(wordsOfKey(value)) : value;
}

/** What people typed or chose in a form, without its technical fields and secrets. */
export function getEntries(fields: readonly (readonly [string, string])[]): Entry[] {
  return fields
    .filter(([name, value]) => isTyped(name) && value.trim() !== '' && !isId(value))
    .map(([name, value]) => ({ label: getLabel(name), value: formatValue(name, value) }));
}
