/** The identity service's password policy. */
export interface PasswordPolicy {
  minLength: number;
  lowercase: boolean;
  uppercase: boolean;
  number: boolean;
  nonAlphanumeric: boolean;
}

const maxPasswordLength = 256;

const kinds = [
  { name: 'lowercase', words: 'a lower-case letter', pattern: /\p{Ll}/u },
  { name: 'uppercase', words: 'a capital letter', pattern: /\p{Lu}/u },
  { name: 'number', words: 'a number', pattern: /\p{Nd}/u },
  {
    name: 'nonAlphanumeric',
    words: 'a symbol',
    pattern: /[^\p{L}\p{Nd}]/u,
  },
] as const;

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The policy in one sentence, for the field's hint. */
export function formatPasswordPolicy(policy: PasswordPolicy): string {
  const required = kinds.filter(({ name }) => policy[name]).map(({ words }) => words);
  const least = `At least ${policy.minLength} characters`;
  return required.length === 0
    ? `${least}. A few unrelated words work well.`
    : `${least}, including ${listed(required)}.`;
}

/** The error of a new password, or undefined. Counts characters after Unicode NFKC normalisation, as the identity service does. */
export function problemWithPassword(
  password: string,
  policy: PasswordPolicy,
  loginId?: string,
): string | undefined {
  const length = [...password.normalize('NFKC')].length;
  if (length < policy.minLength) return `Use at least ${policy.minLength} characters`;
  if (length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters`;
  const missing = kinds
    .filter(({ name, pattern }) => policy[name] && !pattern.test(password))
    .map(({ words }) => words);
  if (missing.length > 0) return `Add ${listed(missing)}`;
  if (password.toLowerCase() === loginId?.toLowerCase())
    return 'Choose something other than your email address';
  return undefined;
}
