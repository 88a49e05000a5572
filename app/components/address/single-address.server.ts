import { typedSubmission } from '../forms/form-actions.server.ts';
import type { FormResult } from '../forms/form-result.server.ts';
import { addressRow } from './address-row.ts';

/** The posted form with the field names of the contract. */
export function toContractFields(form: FormData): FormData {
  const renamed = new FormData();
  for (const [name, value] of form) renamed.append(name.replace(/^addresses\[0\]/, 'address'), value);
  return renamed;
}

/** A reply with the form's field names and all input. */
export function asForm(form: FormData, reply: FormResult['reply']): FormResult['reply'] {
  const { initialValue } = typedSubmission(form).reply();
  const error = Object.entries(reply.error ?? {}).map(([name, messages]) => [
    name.replace(/^address(?=\.|$)/, addressRow),
    messages,
  ]);
  return { initialValue, error: Object.fromEntries(error) };
}
