import type { z } from 'zod';
import { refuse } from './problems.ts';

type Path = readonly PropertyKey[];

/** Deepest nesting that any request needs is 4; beyond this it is not worth reading. */
const nestingLimit = 32;

/** A path as forms name their fields: `addresses[0].postcode`; '' for the whole. */
export function fieldName(path: Path): string {
  return path.reduce<string>((name, segment) => {
    if (typeof segment === 'number') return `${name}[${segment}]`;
    return name === '' ? String(segment) : `${name}.${String(segment)}`;
  }, '');
}

/** Sentences by field, each said once. */
export function fieldProblems(issues: readonly { path: Path; message: string }[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const name = fieldName(path);
    const sentences = fields.get(name) ?? [];
    if (!sentences.includes(message)) sentences.push(message);
    fields.set(name, sentences);
  }
  return Object.fromEntries(fields);
}

/** NUL, which PostgreSQL cannot keep, and halves of surrogate pairs, which are no characters. */
const unkeepable = /[\0\uD800-\uDFFF]/u;

/**
 * Refuses values that no schema should have to think about: characters that cannot be stored (422, named by
 * field) and nesting beyond reason (400). Walks without recursion, so that depth costs no stack.
 */
export function refuseUnkeepable(value: unknown): void {
  const waiting: { value: unknown; path: Path }[] = [{ value, path: [] }];
  const issues: { path: Path; message: string }[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (unkeepable.test(value))
        issues.push({ path, message: 'Take out the characters that cannot be shown' });
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= nestingLimit) {
        throw refuse('request.malformed', { detail: 'The request is nested too deeply.' });
      }
      if (Array.isArray(value))
        value.forEach((item, index) => {
          waiting.push({ value: item, path: [...path, index] });
        });
      else {
        for (const [key, item] of Object.entries(value)) {
          if (unkeepable.test(key))
            throw refuse('request.malformed', { detail: 'A name in the request cannot be read.' });
          waiting.push({ value: item, path: [...path, key] });
        }
      }
    }
  }
  if (issues.length > 0) throw refuse('request.invalid', { fields: fieldProblems(issues) });
}

/** The parsed value, or 422 `request.invalid` with a sentence for each field. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse('request.invalid', { fields: fieldProblems(parsed.error.issues) });
}
