import { parse, type Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { limitedTo, maxBodyBytes } from '../../body-limit.server.ts';
import { companyField } from '../../main-api/company-param.ts';
import { noteFormCompany } from '../../main-api/intended-company.server.ts';

const defaultMaxFields = 1000;
const maxNameLength = 200;
const maxRows = 100;

/** Limits of a form that differ from the default. */
export interface FormLimits {
  /** Names of the lists whose rows the form can add or remove. */
  rows?: readonly string[];
  /** Maximum number of fields; 1,000 by default. */
  maxFields?: number;
  /** Field names come from a template or an import: they are looked up by its keys, and parsed under separate limits. */
  hasFreeNames?: boolean;
}

/** Limits of template and assessment forms: a field for each question, option and comment, with keys chosen by the template's author. */
export const templateFormLimits: FormLimits = { maxFields: 20_000, hasFreeNames: true };

/** Throws 400 for a post that none of our pages can have sent; the error page states that nothing was done. */
export function throwFieldErrors(): never {
  throw Response.json({ code: 'request.malformed' }, { status: 400 });
}

function rejectLargeForm(): never {
  throw Response.json({ code: 'request.tooLarge' }, { status: 413 });
}

/** A record's id before a field name, in a form with fields of several records; not a row number. */
const recordPrefix = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\./;

/**
 * Names that no form of ours has. A row number of many digits would make conform allocate an array of that length; a long path would
 * nest as deeply.
 */
function hasReasonableNames(form: FormData): boolean {
  return [...form.keys()].every((name) => {
    const rows = name.replace(recordPrefix, '').match(/\d{3,}/g) ?? [];
    return name.length <= maxNameLength && rows.every((row) => Number(row) < maxRows);
  });
}

/** Whether a conform intent, if there is one, adds or removes a row of one of the form's lists. */
function hasKnownIntent(form: FormData, lists: readonly string[]): boolean {
  const serialized = form.get('__intent__');
  if (serialized === null) return true;
  if (typeof serialized !== 'string') return false;
  const intent = JSON.parse(serialized) as { type?: unknown; payload?: { name?: unknown; index?: unknown } };
  const { name, index = 0 } = intent.payload ?? {};
  return (
    (intent.type === 'insert' || intent.type === 'remove') &&
    lists.some((list) => list === name) &&
    typeof index === 'number' &&
    index >= 0 &&
    index < maxRows
  );
}

function valueAt(payload: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      payload,
    );
}

function hasRowsWhereRowsBelong(form: FormData, lists: readonly string[]): boolean {
  const { payload } = parse(form, { resolve: () => ({ value: {} }) });
  return lists.every((list) => {
    const rows = valueAt(payload, list);
    return rows === undefined || Array.isArray(rows);
  });
}

/**
 * The posted form. One that none of our pages can have sent (not a form, unknown intents, millions of rows, text instead of rows) is
 * rejected with 400.
 */
export async function readForm(request: Request, limits: FormLimits = {}): Promise<FormData> {
  const limited = await limitedTo(maxBodyBytes, request);
  if (limited === undefined) return rejectLargeForm();
  const form = await limited.formData().catch(throwFieldErrors);
  noteFormCompany(request, form);
  return checkedForm(form, limits);
}

/** Applies the same checks to a form with files received through the API. */
function checkedForm(form: FormData, limits: FormLimits = {}): FormData {
  const { rows = [], maxFields = defaultMaxFields, hasFreeNames = false } = limits;
  // Conform's record of client-side validation; not needed here.
  form.delete('__state__');
  form.delete(companyField);
  if ([...form.keys()].length > maxFields) return throwFieldErrors();
  if (hasFreeNames) return form;
  let isOurs: boolean;
  try {
    isOurs = hasReasonableNames(form) && hasKnownIntent(form, rows) && hasRowsWhereRowsBelong(form, rows);
  } catch {
    isOurs = false;
  }
  return isOurs ? form : throwFieldErrors();
}

/** Form data of text fields returned by the API, which received the files. */
export function getFormFromFields(
  fields: readonly { name: string; value: string }[],
  limits?: FormLimits,
): FormData {
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, value);
  return checkedForm(form, limits);
}

/** Parses a form from `readForm` by a schema of the contract. Its reply returns all input. */
export function parseForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  return parseWithZod(form, { schema });
}

/** The form's request key; undefined if missing or malformed. */
export function getRequestKey(form: FormData): string | undefined {
  const key = form.get('requestKey');
  return typeof key === 'string' && /^[\w-]{16,64}$/.test(key) ? key : undefined;
}

/** A field's text as typed; blank if missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** A field's text, trimmed and with LF line breaks (forms send CRLF); undefined if blank. */
export function typedTextIn(form: FormData, name: string): string | undefined {
  return textIn(form, name).trim().replaceAll('\r\n', '\n') || undefined;
}

/** Whether a checkbox is ticked. */
export const isChecked = (form: FormData, name: string): boolean => textIn(form, name) === 'on';

/** Values of the ticked checkboxes of one name. */
export function tickedIn(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value): value is string => typeof value === 'string' && value !== '');
}

/** “Overwrite with my version” posts the version to replace, which takes the place of the version that was opened. */
export function applyOverwriteVersion(form: FormData): void {
  const overwritten = form.get('overwriteVersion');
  if (typeof overwritten === 'string') form.set('version', overwritten);
}
