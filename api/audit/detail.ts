/** Names of things that must never be written into a trail, whatever they hold. A company secretary is no secret. */
const secretName =
  /password|passphrase|secret(?!ar)|token|^otp$|one.?time.?code|api.?key|cookie|authori[sz]ation|tax.?file/i;

/** The text as UTF-8 can carry it: lone surrogates become U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * A detail as it will be read back: what JSON drops is dropped, and lone surrogates, which canonical JSON refuses, are
 * replaced, so that hostile text can be recorded but never stop the record.
 *
 * @throws TypeError when a field is named like a secret.
 */
export function writableDetail(detail: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(detail), (key, value) => {
    if (secretName.test(key)) throw new TypeError(`An audit detail must not hold "${key}".`);
    return typeof value === 'string' ? wellFormed(value) : value;
  });
}

/**
 * What changed between two versions of a record: each field that differs, with its value before and after (null where
 * there was none). Values are compared as JSON.
 */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { before: unknown; after: unknown }> {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const field of [...fields].sort()) {
    const pair = { before: before[field] ?? null, after: after[field] ?? null };
    if (JSON.stringify(pair.before) !== JSON.stringify(pair.after)) changes[field] = pair;
  }
  return changes;
}
