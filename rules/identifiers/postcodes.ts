import {
  type IdentifierCheck,
  invalidIdentifier,
  type Naming,
  readCharacters,
  wrongLength,
} from './check-result.ts';

const postcodeNaming: Naming = { article: 'A', name: 'postcode' };

/** Postcode: four digits in NZL and AUS. For other countries it is stored as entered, up to 16 characters. `country` is alpha-3. */
export function checkPostcode(text: string, country: string): IdentifierCheck {
  if (country !== 'NZL' && country !== 'AUS') {
    const value = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
    if (value === '') return invalidIdentifier('Enter a postcode.');
    if (!/^[\p{L}\p{N} \p{Pd}]{1,16}$/u.test(value)) {
      return invalidIdentifier('A postcode has letters, digits, spaces and hyphens only, 16 at most.');
    }
    if (/^[0 ]+$/.test(value)) return invalidIdentifier('A postcode is never all zeros. Check the postcode.');
    return { ok: true, value, display: value, assurance: 'formatOnly' };
  }
  const read = readCharacters(text, postcodeNaming, 'digits');
  if (!read.ok) return read;
  if (read.characters.length !== 4) {
    return wrongLength(
      postcodeNaming,
      `four digits in ${country === 'NZL' ? 'New Zealand' : 'Australia'}`,
      read.characters.length,
    );
  }
  return { ok: true, value: read.characters, display: read.characters, assurance: 'formatOnly' };
}
