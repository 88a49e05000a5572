import type { SubmissionResult } from '@conform-to/react';
import type { AddressDetail, AddressLookup } from '../../address-lookup/address-lookup.server.ts';
import { addressLookup } from '../../address-lookup/address-service.server.ts';
import { type FormAction, type PressedButton, typedSubmission } from '../forms/form-actions.server.ts';
import { applyVersionChoices } from '../forms/merge-form.server.ts';
import { textIn, throwFieldErrors } from '../forms/parse-form.server.ts';
import type { FoundAddresses } from './address-fields.tsx';
import { formatFoundAddress } from './address-text.ts';

/** The result of a form with addresses when nothing was saved. */
export interface AddressFormResult {
  reply: SubmissionResult;
  found?: FoundAddresses;
}

/** A form has several addresses, or one. */
const addressName = /^(?:addresses\[\d{1,2}\]|address)$/;
const texts = ['addressLine1', 'addressLine2', 'suburb', 'state', 'postcode'] as const;

/** Names of the addresses that a posted form has. */
function addressNames(form: FormData): string[] {
  const names = [...form.keys()].map((key) => key.slice(0, key.indexOf('.')));
  return [...new Set(names)].filter((name) => addressName.test(name));
}

/**
 * An address that was looked up and then edited no longer comes from the provider: its origin becomes `manual`. The
 * fields' own `found` contains the provider's values.
 */
export function resolveProviders(form: FormData): void {
  for (const name of addressNames(form)) {
    if (textIn(form, `${name}.provider`) === '') continue;
    const now: Partial<AddressDetail> = Object.fromEntries(
      texts.map((text) => [text, textIn(form, `${name}.${text}`).trim()]),
    );
    // A form's line breaks arrive as CRLF.
    const providerText = textIn(form, `${name}.found`).replaceAll('\r\n', '\n');
    if (textIn(form, `${name}.provider`) === 'addy' && formatFoundAddress(now) === providerText) continue;
    form.set(`${name}.provider`, 'manual');
    form.delete(`${name}.providerId`);
  }
}

/** An address with search text but no fields filled in: pressing Enter there means "find". */
export function unansweredSearch(form: FormData): string | undefined {
  return addressNames(form).find(
    (name) =>
      textIn(form, `${name}.find`).trim() !== '' &&
      texts.every((text) => textIn(form, `${name}.${text}`).trim() === ''),
  );
}

/** The form as entered, without its errors. */
export function asTyped(form: FormData): AddressFormResult['reply'] {
  const { initialValue } = typedSubmission(form).reply();
  return { initialValue };
}

/** The form with what was posted. With script, conform then shows the rows that its page did not have. */
function showAgain(form: FormData): AddressFormResult {
  const reply = asTyped(form);
  return { reply: { ...reply, intent: { type: 'update', payload: { value: reply.initialValue } } } };
}

/** Suggestions for the text of an address search. */
async function findAddress(form: FormData, name: string, lookup: AddressLookup): Promise<AddressFormResult> {
  const query = textIn(form, `${name}.find`);
  const result = await lookup.suggest(textIn(form, `${name}.countryCode`), query);
  const reply = asTyped(form);
  if (!result.ok) return { reply, found: { name, suggestions: [], problem: result.message } };
  const isShort = query.trim().length < 3;
  return {
    reply,
    found: {
      name,
      suggestions: result.suggestions,
      ...(isShort ? { problem: 'Type at least 3 characters of the address' } : {}),
    },
  };
}

/** Fills an address in from the suggestion that was chosen. */
async function readAddress(form: FormData, name: string, lookup: AddressLookup): Promise<AddressFormResult> {
  const id = textIn(form, `${name}.choice`);
  const countryCode = textIn(form, `${name}.countryCode`);
  const result = await lookup.detail(countryCode, id);
  if (!result.ok) return { reply: asTyped(form), found: { name, suggestions: [], problem: result.message } };
  const filled = {
    countryCode,
    ...result.address,
    city: '',
    find: '',
    provider: 'addy',
    providerId: id,
    found: formatFoundAddress(result.address),
  };
  form.delete(`${name}.choice`);
  for (const [part, value] of Object.entries(filled)) form.set(`${name}.${part}`, value);
  return { reply: { ...asTyped(form), intent: { type: 'update', payload: { name, value: filled } } } };
}

/** The name of an address that a button is about. */
const namedAddress = (name: string): string => (addressName.test(name) ? name : throwFieldErrors());

/** Suggestions, or the chosen suggestion filled in, for a button of one address. */
export function handleLookup(
  form: FormData,
  button: 'find' | 'use',
  name: string,
): Promise<AddressFormResult> {
  const result = button === 'find' ? findAddress : readAddress;
  return result(form, namedAddress(name), addressLookup());
}

/**
 * The buttons of a form with addresses: `refresh` (fields follow a changed choice), `find:{name}` and `use:{name}` (address look-up
 * without script) save nothing; the button that saves has no intent. Enter in an address's search means "find".
 * @param show builds the result of a button that saves nothing
 */
export function addressForm<Args, Saved, Shown>(
  save: FormAction<Args, Saved>,
  show: (result: AddressFormResult, form: FormData) => Shown,
) {
  return {
    refresh: (_args: Args, form: FormData) => show(showAgain(form), form),
    'find:': async (_args: Args, form: FormData, { target }: PressedButton) =>
      show(await handleLookup(form, 'find', target), form),
    'use:': async (_args: Args, form: FormData, { target }: PressedButton) =>
      show(await handleLookup(form, 'use', target), form),
    save: async (args: Args, form: FormData, pressed: PressedButton) => {
      // Rows added or removed by conform do not trigger the search.
      const unanswered = form.has('__intent__') ? undefined : unansweredSearch(form);
      if (unanswered !== undefined) return show(await handleLookup(form, 'find', unanswered), form);
      resolveProviders(form);
      applyVersionChoices(form);
      return save(args, form, pressed);
    },
  };
}
