/** What the identity service asks of a password. */
export interface PasswordPolicy {
  minLength: number;
  lowercase: boolean;
  uppercase: boolean;
  number: boolean;
  nonAlphanumeric: boolean;
}

const longestPassword = 256;

const kinds = [
  { name: 'lowercase', words: 'a lower-case letter', pattern: /\p{Ll}/u },
  { name: 'uppercase', words: 'a capital letter', pattern: /\p{Lu}/u },
  { name: 'number', words: 'a digit', pattern: /\p{Nd}/u },
  {
    name: 'nonAlphanumeric',
    words: 'a character that is neither letter nor digit',
    pattern: /[^\p{L}\p{Nd}]/u,
  },
] as const;

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The policy in one sentence, to stand beside the field. */
export function policyInWords(policy: PasswordPolicy): string {
  const asked = kinds.filter(({ name }) => policy[name]).map(({ words }) => words);
  const least = `At least ${policy.minLength} characters`;
  return asked.length === 0
    ? `${least}. A few unrelated words work well.`
    : `${least}, among them ${listed(asked)}.`;
}

/**
 * What is wrong with a new password, or undefined. Characters are counted as people do, after Unicode's
 * NFKC, as the identity service counts them.
 */
export function problemWithPassword(
  password: string,
  policy: PasswordPolicy,
  loginId?: string,
): string | undefined {
  const length = [...password.normalize('NFKC')].length;
  if (length < policy.minLength) return `Use at least ${policy.minLength} characters`;
  if (length > longestPassword) return `Use at most ${longestPassword} characters`;
  const missing = kinds
    .filter(({ name, pattern }) => policy[name] && !pattern.test(password))
    .map(({ words }) => words);
  if (missing.length > 0) return `Add ${listed(missing)}`;
  if (password.toLowerCase() === loginId?.toLowerCase())
    return 'Choose something other than your email address';
  return undefined;
}
