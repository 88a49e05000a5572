/** The five-character SQLSTATE of a database error, such as `23505` for a violated unique constraint; else null. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** The name of the constraint that a database error is about, or null. */
export function brokenConstraint(error: unknown): string | null {
  const name = (error as { constraint?: unknown } | null | undefined)?.constraint;
  return typeof name === 'string' ? name : null;
}
