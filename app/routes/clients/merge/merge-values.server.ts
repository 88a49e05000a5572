import type { Client } from '#contract/clients/client-record.ts';
import { type MergeDifference, mergeDifferences } from '#rules/client-merging/merging.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { entriesOf } from '#rules/records/fields.ts';
import { phoneText } from '../form/client-versions.server.ts';

/** A value of a record as a choice shows it; null for none. */
type Format = (client: Client) => string | null | undefined;

/** Formats of the values that are not a field's own. */
const formats: Record<string, Format> = {
  clientType: ({ clientType }) => clientTypeLabels[clientType],
  name: ({ displayName }) => displayName,
  responsible: ({ responsible }) => responsible?.name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone && phoneText(phone),
  addresses: ({ addresses }) => addresses.map((address) => toAddressLines(address).join(', ')).join('; '),
};

function format(client: Client, { key, paths: [path] }: MergeDifference): string {
  const entry = entriesOf(clientFields, client).find((one) => one.path === path);
  const text = key in formats ? formats[key]?.(client) : entry && fieldTexts(entry).join(', ');
  return text || 'None';
}

/** A differing detail as the form asks for it. */
export interface DifferenceLine {
  key: string;
  label: string;
  ours: string;
  theirs: string;
  chosen: 'ours' | 'theirs';
}

/** The details in which two records differ, each with both values and the one that is preselected. */
export function differenceLines(survivor: Client, merged: Client): DifferenceLine[] {
  return mergeDifferences(survivor, merged).map((difference) => ({
    key: difference.key,
    label: difference.label,
    ours: format(survivor, difference),
    theirs: format(merged, difference),
    chosen: difference.fills ? 'theirs' : 'ours',
  }));
}
