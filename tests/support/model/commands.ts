import fc from 'fast-check';

/** A command of a model: how often it is tried, how its details are drawn, and how it is sent and noted. */
export interface Command<Course, Who, Details extends object> {
  weight: number;
  details: fc.Arbitrary<Details>;
  /** Whether it was accepted. */
  send(course: Course, step: Details & { by: Who }): Promise<boolean>;
}

/** One command that somebody sends, with its details. */
export type StepOf<Commands, Who> = {
  [Kind in keyof Commands]: Commands[Kind] extends {
    send(course: never, step: infer Step): Promise<boolean>;
  }
    ? { do: Kind } & Step
    : never;
}[keyof Commands] & { by: Who };

/** Any step of these commands, by any of the people. */
export function anyStepOf<Step>(
  commands: Record<string, { weight: number; details: fc.Arbitrary<object> }>,
  people: fc.Arbitrary<unknown>,
): fc.Arbitrary<Step> {
  return fc.oneof(
    ...Object.entries(commands).map(([kind, { weight, details }]) => ({
      weight,
      arbitrary: fc
        .tuple(details, people)
        .map(([drawn, by]) => ({ do: kind, by, ...drawn }) as unknown as Step),
    })),
  );
}
