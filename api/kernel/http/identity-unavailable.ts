const unavailableSymbol = Symbol('identity service unavailable');

/** Error of a call to which the identity service did not respond as expected. */
export function identityUnavailable(reason: string): Error {
  return Object.assign(new Error(`The identity service cannot be reached: ${reason}`), {
    [unavailableSymbol]: true as const,
  });
}

/** Whether a call failed because of the identity service, not because of its input. */
export function isIdentityUnavailable(error: unknown): boolean {
  return error instanceof Error && unavailableSymbol in error;
}
