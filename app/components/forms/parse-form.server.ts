import { parse, type Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

const mostFields = 1000;
const longestName = 200;
const mostRows = 100;

function refuseForm(): never {
  throw Response.json({ code: 'request.malformed' }, { status: 400 });
}

/**
 * Names that no form of ours has. A row number of many digits would make conform fill an array of that length,
 * and a long path would nest as deep.
 */
function hasReasonableNames(form: FormData): boolean {
  const names = [...form.keys()];
  return (
    names.length <= mostFields &&
    names.every((name) => {
      const rows = name.match(/\d{3,}/g) ?? [];
      return name.length <= longestName && rows.every((row) => Number(row) < mostRows);
    })
  );
}

/** Whether a conform intent, if there is one, adds or removes a row of a list that this form repeats. */
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
    index < mostRows
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
 * The posted form. One that no page of ours can have sent (not a form at all, unknown intents, rows in the
 * millions, a text where rows belong) is answered with 400 instead of being worked on.
 * @param lists names of the repeated rows that the form has buttons for
 */
export async function readForm(request: Request, lists: readonly string[] = []): Promise<FormData> {
  try {
    const form = await request.formData();
    // Conform's record of what was checked in the browser; nothing here needs it.
    form.delete('__state__');
    if (hasReasonableNames(form) && hasKnownIntent(form, lists) && hasRowsWhereRowsBelong(form, lists))
      return form;
  } catch {
    return refuseForm();
  }
  return refuseForm();
}

/** Parses a form from `readForm` by a schema of the contract. Everything typed comes back in its reply. */
export function parseForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  return parseWithZod(form, { schema });
}

/** The form's request key; undefined where it is missing or not one that we make. */
export function requestKeyOf(form: FormData): string | undefined {
  const key = form.get('requestKey');
  return typeof key === 'string' && /^[\w-]{16,64}$/.test(key) ? key : undefined;
}
