import type { z } from 'zod';
import { type Variable, variablePurposes } from './variable-purposes.ts';

/** Environment variables by name. */
export type Source = Readonly<Record<string, string | undefined>>;

/** Problem of a variable. */
export interface VariableProblem {
  name: string;
  /** Text after the name: "is missing: the project at the identity service" */
  text: string;
}

/** The problem of a required variable that is not set. */
export const missing = (name: Variable): VariableProblem => ({
  name,
  text: `is missing: ${variablePurposes[name]}`,
});

/** One error with all problems, so that they can be fixed before a single restart. */
export function environmentError(problems: readonly VariableProblem[]): Error {
  const lines = problems.map(({ name, text }) => `  ${name} ${text}`);
  return new Error(`Assay cannot start. Set these environment variables:\n${[...new Set(lines)].join('\n')}`);
}

/** The variables that are set. An empty value counts as not set, because an .env file may contain empty lines. */
export const setVariables = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));

/** A check of several variables together. */
export type CombinationCheck = (variables: Source) => VariableProblem[];

/** Problems of single variables by the schema, and of combinations by the checks. */
export function problemsWith(
  schema: z.ZodType,
  variables: Source,
  checks: readonly CombinationCheck[],
): VariableProblem[] {
  const parsed = schema.safeParse(variables);
  const single = (parsed.error?.issues ?? []).map(({ path, message }): VariableProblem => {
    const name = String(path[0]) as Variable;
    return variables[name] === undefined
      ? missing(name)
      : { name, text: `${message}: ${variablePurposes[name]}` };
  });
  return [...single, ...checks.flatMap((check) => check(variables))];
}

/**
 * Parses variables by a schema and checks their combinations.
 *
 * @throws Error with all problems.
 */
export function parseWith<S extends z.ZodType>(
  schema: S,
  source: Source,
  checks: readonly CombinationCheck[] = [],
): z.output<S> {
  const variables = setVariables(source);
  const problems = problemsWith(schema, variables, checks);
  if (problems.length > 0) throw environmentError(problems);
  return schema.parse(variables);
}
