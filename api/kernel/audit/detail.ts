/** Field names that must never be recorded, whatever their value. A company secretary is no secret. */
const secretName =
  /password|passphrase|secret(?!ar)|token|^otp$|one.?time.?code|api.?key|cookie|authori[sz]ation|tax.?file/i;

/** Replaces lone surrogates, which UTF-8 cannot encode, with U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * A detail as it will be read back: drops what JSON drops, and replaces lone surrogates, which canonical JSON rejects,
 * so that hostile text cannot prevent recording.
 * @throws TypeError for a field named like a secret.
 */
export function writableDetail(detail: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(detail), (key, value) => {
    if (secretName.test(key)) throw new TypeError(`An audit detail must not hold "${key}".`);
    return typeof value === 'string' ? wellFormed(value) : value;
  });
}

/**
 * Differences between two versions of a record: each changed field with its value before and after (null if absent).
 * Values are compared as JSON.
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
