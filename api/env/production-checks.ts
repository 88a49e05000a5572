import { appUrlProblem } from '#contract/app-url.ts';
import { isProduction, sandboxProblem } from '#contract/operating-mode.ts';
import { missing, type Source, type VariableProblem } from './variable-problems.ts';

/** Secrets that must all differ: a leaked one must not reveal another. */
const separateSecrets = [
  'AUDIT_KEY',
  'ID_HMAC_KEY',
  'FILE_KEYS',
  'FIELD_KEYS',
  'WEB_SECRET',
  'SESSION_SECRET',
  'VERIFICATION_CALLBACK_SECRET',
  'AUDIT_HEADS_SECRET',
] as const;

/** Secrets that equal another one, named in the message. */
function equalSecrets(variables: Source): VariableProblem[] {
  const usedBy = new Map<string, string>();
  return separateSecrets.flatMap((name) => {
    const values = (variables[name] ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    const other = values.map((value) => usedBy.get(value)).find((user) => user !== undefined);
    for (const value of values) usedBy.set(value, usedBy.get(value) ?? name);
    return other === undefined ? [] : [{ name, text: `must differ from ${other}: each secret has one use` }];
  });
}

function unencryptedAppUrl({ APP_URL }: Source): VariableProblem[] {
  if (APP_URL === undefined || !URL.canParse(APP_URL)) return [];
  const text = appUrlProblem(APP_URL);
  return text === null ? [] : [{ name: 'APP_URL', text }];
}

/** Problems of variables in production only. */
export function productionProblems(variables: Source): VariableProblem[] {
  const { DATABASE_URL, FILE_STORAGE } = variables;
  if (!isProduction(variables)) return [];
  const sandbox = sandboxProblem(variables);
  const database = missing('DATABASE_URL');
  return [
    ...(DATABASE_URL === undefined
      ? [{ ...database, text: `${database.text}. The embedded database is not supported in production.` }]
      : []),
    ...(sandbox === null ? [] : [{ name: 'SANDBOX', text: sandbox }]),
    // Must be an explicit choice: other servers cannot read files in one server's folder.
    ...(FILE_STORAGE === undefined ? [missing('FILE_STORAGE')] : []),
    ...unencryptedAppUrl(variables),
    ...equalSecrets(variables),
  ];
}
