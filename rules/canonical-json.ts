/** Deeper than any record; stops a runaway structure before the call stack does. */
const deepestNesting = 100;

function throwUnsupported(path: string, what: string): never {
  throw new TypeError(
    `${path === '' ? 'The value' : path} cannot be written as canonical JSON: it is ${what}`,
  );
}

function writeString(text: string, path: string): string {
  if (/\p{Cs}/u.test(text)) throwUnsupported(path, 'a text with a lone surrogate');
  return JSON.stringify(text);
}

function writeArray(items: readonly unknown[], path: string, depth: number): string {
  // Array.from visits holes too, which are then rejected as undefined.
  return `[${Array.from(items, (item, index) => write(item, `${path}[${index}]`, depth)).join(',')}]`;
}

function writeObject(value: object, path: string, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throwUnsupported(path, 'an instance of a class');
  if (Object.getOwnPropertySymbols(value).length > 0)
    throwUnsupported(path, 'an object with a symbol for a key');
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => {
      const at = path === '' ? key : `${path}.${key}`;
      return `${writeString(key, at)}:${write(member, at, depth)}`;
    });
  return `{${members.join(',')}}`;
}

function write(value: unknown, path: string, depth: number): string {
  if (depth > deepestNesting)
    throwUnsupported(path, `nested more than ${deepestNesting} deep, or holds itself`);
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throwUnsupported(path, String(value));
      return JSON.stringify(value);
    case 'string':
      return writeString(value, path);
    case 'object':
      return Array.isArray(value) ? writeArray(value, path, depth + 1) : writeObject(value, path, depth + 1);
    default:
      return throwUnsupported(path, value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

/**
 * Canonical JSON for hashing: no white space, keys in the order of their UTF-16 code units, numbers as in ECMAScript. Equal
 * values give equal text, regardless of the insertion order of keys. Throws TypeError with the path for values without a JSON
 * representation: undefined, NaN, functions, dates and other class instances, lone surrogates, cycles. Source: RFC 8785, JSON
 * Canonicalization Scheme.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', 0);
}
