const endedBadge = Symbol('session ended');

/** Thrown when the API rejects the session token: the guard clears the cookies and redirects to sign-in. */
export function sessionEnded(): Error {
  return Object.assign(new Error('The session has ended'), { [endedBadge]: true as const });
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof Error && endedBadge in error;
}
