/** Value in a form-encoded body: text, or objects and lists from brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

const maxKeyLength = 200;
const maxRows = 100;

/**
 * Reads the vendor's form encoding: `line_items[0][price]=…`, `metadata[orgId]=1`, `expand[]=subscription`.
 * Returns undefined for a key that no client sends: too long, or a row number that would fill a long list.
 */
export function readFormBody(body: string): Record<string, FormValue> | undefined {
  const root: Record<string, unknown> = Object.create(null);
  for (const [key, value] of new URLSearchParams(body)) {
    const read = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
    if (read === null || key.length > maxKeyLength) return undefined;
    const path = [read[1] ?? '', ...(read[2] ?? '').split(/[[\]]+/).filter((part) => part !== '')];
    if (path.some((part) => part === '__proto__' || (/^\d+$/.test(part) && Number(part) >= maxRows))) {
      return undefined;
    }
    if ((read[2] ?? '').endsWith('[]')) path.push(String(Object.keys(at(root, path) ?? {}).length));
    put(root, path, value);
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

function at(root: Record<string, unknown>, path: string[]): Record<string, unknown> | undefined {
  let node: unknown = root;
  for (const part of path) node = (node as Record<string, unknown> | undefined)?.[part];
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : undefined;
}

function put(root: Record<string, unknown>, path: string[], value: string): void {
  let node = root;
  for (const part of path.slice(0, -1)) {
    const next = node[part];
    if (typeof next !== 'object' || next === null) node[part] = Object.create(null);
    node = node[part] as Record<string, unknown>;
  }
  node[path.at(-1) ?? ''] = value;
}

function withLists(value: unknown): FormValue {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  return entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}
