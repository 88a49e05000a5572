import type { z } from 'zod';
import { apiError } from './api-error.ts';

type Path = readonly PropertyKey[];

/** No request needs more than 4 levels. */
const nestingLimit = 32;

/** A path as form fields are named: `addresses[0].postcode`; '' for the whole. */
function fieldName(path: Path): string {
  return path.reduce<string>((name, segment) => {
    if (typeof segment === 'number') return `${name}[${segment}]`;
    return name === '' ? String(segment) : `${name}.${String(segment)}`;
  }, '');
}

/** Messages by field, without duplicates. */
export function fieldProblems(issues: readonly { path: Path; message: string }[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const name = fieldName(path);
    const messages = fields.get(name) ?? [];
    if (!messages.includes(message)) messages.push(message);
    fields.set(name, messages);
  }
  return Object.fromEntries(fields);
}

/** NUL, which PostgreSQL cannot store, and lone surrogates. */
const unkeepable = /[\0\uD800-\uDFFF]/u;

/**
 * Rejects values before any schema reads them: characters that cannot be stored (422, by field) and excessive nesting
 * (400). Iterative, so that depth uses no stack.
 */
export function assertStorableText(value: unknown): void {
  const waiting: { value: unknown; path: Path }[] = [{ value, path: [] }];
  const issues: { path: Path; message: string }[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (unkeepable.test(value))
        issues.push({ path, message: 'Remove the characters that cannot be shown' });
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= nestingLimit) {
        throw apiError('request.malformed', { detail: 'The request is nested too deeply.' });
      }
      if (Array.isArray(value))
        value.forEach((item, index) => {
          waiting.push({ value: item, path: [...path, index] });
        });
      else {
        for (const [key, item] of Object.entries(value)) {
          if (unkeepable.test(key))
            throw apiError('request.malformed', { detail: 'A name in the request cannot be read.' });
          waiting.push({ value: item, path: [...path, key] });
        }
      }
    }
  }
  if (issues.length > 0) throw apiError('request.invalid', { fields: fieldProblems(issues) });
}

/** The parsed value, or 422 `request.invalid` with messages by field. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw apiError('request.invalid', { fields: fieldProblems(parsed.error.issues) });
}
