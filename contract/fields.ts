import { z } from 'zod';
import { partyRoles } from '#rules/clients/client-parties.ts';
import { cddStatuses, clientTypes, riskLevels } from '#rules/clients/client-types.ts';
import { isCountry } from '#rules/countries.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { uploadedDocumentTypes } from '#rules/documents/document-types.ts';
import { checkEmailAddress, toAsciiAddress } from '#rules/identifiers/email-addresses.ts';
import { findTaxFileNumber } from '#rules/identifiers/tax-file-numbers.ts';
import { sectors } from '#rules/sectors.ts';
import { cleanText, problemWithText } from '#rules/text-safety.ts';

interface TextOptions {
  /** Maximum length in user-perceived characters. */
  max: number;
  multiline?: boolean;
}

/** Rejects text with a tax file number in it, which must not be stored (Privacy (Tax File Number) Rule 2015, AU). */
export function withoutTaxFileNumber(schema: z.ZodString) {
  return schema.superRefine((text, context) => {
    const found = findTaxFileNumber(text);
    if (found.verdict === 'refuse') context.addIssue({ code: 'custom', message: found.message });
  });
}

function safeText(schema: z.ZodString, { max, multiline = false }: TextOptions) {
  return withoutTaxFileNumber(schema)
    .superRefine((text, context) => {
      const found = problemWithText(text, { maxLength: max, multiline });
      if (found) context.addIssue({ code: 'custom', message: found });
    })
    .transform(cleanText);
}

/**
 * Required text. `message` is shown when it is missing or blank ("Enter a name"). Forms pass `undefined` for an empty
 * field, so the message also covers a wrong type.
 */
export function requiredText(message: string, options: TextOptions) {
  return safeText(z.string({ error: message }), options).refine((text) => text.length > 0, {
    error: message,
  });
}

/** Optional text; blank counts as omitted. */
export function optionalText(options: TextOptions) {
  return safeText(z.string(), options)
    .optional()
    .transform((text) => (text === '' ? undefined : text));
}

/** Id of a record: a UUID. */
export const recordId = z.uuid({ error: 'ID is not valid' });

export const clientType = z.enum(clientTypes);
export const partyRole = z.enum(partyRoles);
export const documentType = z.enum(uploadedDocumentTypes);
export const cddStatus = z.enum(cddStatuses);
export const riskLevel = z.enum(riskLevels);
export const sector = z.enum(sectors);

/** Id and name of a person or another record. */
export const namedRecord = z.object({ id: recordId, name: z.string() });

/** Id, reference and name of an activity. */
export const namedActivity = z.object({ id: recordId, reference: z.string(), name: z.string() });

/** A day as `YYYY-MM-DD`, never shifted by a time zone. */
export const calendarDate = z
  .string({ error: 'Enter a date' })
  .refine(isCalendarDate, { error: 'Enter a real date, such as 2026-03-31' });

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** ISO 3166-1 alpha-3. */
export const countryCode = z
  .string({ error: 'Select a country' })
  .refine(isCountry, { error: 'Select a country from the list' });

/** An email address as it is stored and shown; its domain may be of any script. */
export const emailAddress = z
  .string({ error: 'Enter an email address' })
  .trim()
  .max(254, { error: 'Use at most 254 characters' })
  .transform((text, context) => {
    const checked = checkEmailAddress(text);
    if (checked.ok) return checked.value;
    context.addIssue({ code: 'custom', message: checked.problem });
    return z.NEVER;
  });

/** The email address of a sign-in, in ASCII: what the identity service has, and one spelling for each person. */
export const signInAddress = emailAddress.transform(toAsciiAddress);

/** Version of the record as read; an update with another version is rejected. */
export const recordVersion = z.coerce
  .number({ error: 'Version is missing. Reload the page and try again' })
  .int()
  .min(1);

/** Body of a command that needs only the version of its record. */
export const versionOnly = z.object({ version: recordVersion });

/** Text normalised by a rule; omitted when blank. */
export function checkedText(
  check: (text: string) => { ok: true; value: string } | { ok: false; problem: string },
) {
  return z
    .string()
    .max(64, { error: 'Use at most 64 characters' })
    .transform((text, context) => {
      if (text.trim() === '') return undefined;
      const result = check(text);
      if (result.ok) return result.value;
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    })
    .optional();
}
