import { parse } from '@conform-to/react';
import type { AddressDetail, AddressLookup } from '../../address-lookup.server.ts';
import { foundText } from '../../components/address-text.ts';
import type { ClientFormAnswer } from './client-form.tsx';

/** A form has several addresses, or one. */
const addressName = /^(?:addresses\[\d{1,2}\]|address)$/;
const texts = ['addressLine1', 'addressLine2', 'suburb', 'state', 'postcode'] as const;

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Names of the addresses that a posted form has. */
function addressNames(form: FormData): string[] {
  const names = [...form.keys()].map((key) => key.slice(0, key.indexOf('.')));
  return [...new Set(names)].filter((name) => addressName.test(name));
}

/**
 * An address that was found and then changed by hand is no longer the provider's: its origin becomes
 * `manual`. The fields' own `found` says what the provider gave.
 */
export function settleProviders(form: FormData): void {
  for (const name of addressNames(form)) {
    if (textOf(form, `${name}.provider`) === '') continue;
    const now: Partial<AddressDetail> = Object.fromEntries(
      texts.map((text) => [text, textOf(form, `${name}.${text}`).trim()]),
    );
    // A form's line breaks arrive as CRLF.
    const given = textOf(form, `${name}.found`).replaceAll('\r\n', '\n');
    if (textOf(form, `${name}.provider`) === 'addy' && foundText(now) === given) continue;
    form.set(`${name}.provider`, 'manual');
    form.delete(`${name}.providerId`);
  }
}

/** An address whose search was typed but of which nothing was filled in: pressing Enter there means "find". */
export function unansweredSearch(form: FormData): string | undefined {
  return addressNames(form).find(
    (name) =>
      textOf(form, `${name}.find`).trim() !== '' &&
      texts.every((text) => textOf(form, `${name}.${text}`).trim() === ''),
  );
}

/** The form as it was typed, without a word on what is wrong with it. */
function asTyped(form: FormData): ClientFormAnswer['reply'] {
  const { initialValue } = parse(form, { resolve: () => ({ value: {} }) }).reply();
  return { initialValue };
}

/** Suggestions for what was typed into an address's search. */
async function findAddress(form: FormData, name: string, lookup: AddressLookup): Promise<ClientFormAnswer> {
  const query = textOf(form, `${name}.find`);
  const answer = await lookup.suggest(textOf(form, `${name}.countryCode`), query);
  const reply = asTyped(form);
  if (!answer.ok) return { reply, found: { name, suggestions: [], problem: answer.message } };
  const isShort = query.trim().length < 3;
  return {
    reply,
    found: {
      name,
      suggestions: answer.suggestions,
      ...(isShort ? { problem: 'Type at least 3 characters of the address' } : {}),
    },
  };
}

/** Fills an address in from the suggestion that was chosen. */
async function takeAddress(form: FormData, name: string, lookup: AddressLookup): Promise<ClientFormAnswer> {
  const id = textOf(form, `${name}.choice`);
  const countryCode = textOf(form, `${name}.countryCode`);
  const answer = await lookup.detail(countryCode, id);
  if (!answer.ok) return { reply: asTyped(form), found: { name, suggestions: [], problem: answer.message } };
  const filled = {
    countryCode,
    ...answer.address,
    city: '',
    find: '',
    provider: 'addy',
    providerId: id,
    found: foundText(answer.address),
  };
  form.delete(`${name}.choice`);
  for (const [part, value] of Object.entries(filled)) form.set(`${name}.${part}`, value);
  return { reply: { ...asTyped(form), intent: { type: 'update', payload: { name, value: filled } } } };
}

/**
 * Answers the buttons of a form that save nothing: `refresh` (fields follow a changed choice), `find:{name}`
 * and `use:{name}` (address look-up without script). Undefined for a form that is to be saved.
 */
export async function answerIntent(
  form: FormData,
  lookup: AddressLookup,
): Promise<ClientFormAnswer | undefined> {
  if (form.has('__intent__')) return undefined;
  const [intent = '', name = ''] = textOf(form, 'intent').split(':');
  if (intent === 'refresh') return { reply: asTyped(form) };
  if (intent === 'find' && addressName.test(name)) return findAddress(form, name, lookup);
  if (intent === 'use' && addressName.test(name)) return takeAddress(form, name, lookup);
  const unanswered = unansweredSearch(form);
  return unanswered === undefined ? undefined : findAddress(form, unanswered, lookup);
}
