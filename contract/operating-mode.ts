type Variables = { NODE_ENV?: string | undefined; SANDBOX?: string | undefined };

/**
 * Whether real people use an installation, as its operator set it up: with NODE_ENV=production, and unless it is the sandbox also where
 * NODE_ENV is not set. Web and API each ask it, because they can run separately.
 */
export function isProduction({ NODE_ENV, SANDBOX }: Variables): boolean {
  return NODE_ENV === 'production' || (!NODE_ENV && SANDBOX !== '1');
}

/** Returns the problem with SANDBOX in production, worded to follow the variable's name, or null. */
export function sandboxProblem(variables: Variables): string | null {
  return isProduction(variables) && variables.SANDBOX === '1'
    ? 'must not be 1 in production: demo accounts and mock services would be open to everyone'
    : null;
}
