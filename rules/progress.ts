import type { Blocker, Fix } from '#rules/resolution-targets.ts';

/** `complete`: nothing on record is missing. `current`: the first step that needs something now. */
export const stepStates = ['complete', 'current', 'outstanding'] as const;
type StepState = (typeof stepStates)[number];

export type StepProgress<Step extends string> = {
  step: Step;
  state: StepState;
  /** How many requirements are outstanding in it. */
  outstanding: number;
  /** Why it is where it is, in a few words. */
  reason: string;
};

/** The way of a record from its first details to its end, in steps that nobody sets. */
export type Progress<Step extends string> = {
  steps: StepProgress<Step>[];
  /** What to do next, and where; null once every step is complete. */
  next: { step: Step; text: string; fix: Fix } | null;
};

type Requirement = Pick<Blocker, 'text' | 'fix'>;

/** What a record says of one of its steps, beside what is outstanding in it. */
export type StepRules<Step extends string, One extends Requirement> = {
  steps: readonly Step[];
  outstanding: readonly One[];
  stepOf: (requirement: One) => Step;
  /** Of a step in which nothing is outstanding: whether it is complete. */
  isComplete: (step: Step) => boolean;
  /** Of a step that is not complete: whether it may follow later, so that another one comes first. */
  mayFollow?: (step: Step) => boolean;
  reasonOf: (step: Step, outstanding: number) => string;
  /** What to do in the current step, with what is outstanding in it. */
  nextOf: (step: Step, outstanding: readonly One[]) => { text: string; fix: Fix } | null;
};

/** The steps of a record, each derived from what is outstanding in it; one of them is current unless all are complete. */
export function progressThrough<Step extends string, One extends Requirement>({
  steps,
  outstanding,
  stepOf,
  isComplete,
  mayFollow = () => false,
  reasonOf,
  nextOf,
}: StepRules<Step, One>): Progress<Step> {
  const outstandingIn = (step: Step) => outstanding.filter((one) => stepOf(one) === step);
  const open = steps.filter((step) => outstandingIn(step).length > 0 || !isComplete(step));
  const current = open.find((step) => !mayFollow(step)) ?? open[0];
  const stateOf = (step: Step): StepState =>
    !open.includes(step) ? 'complete' : step === current ? 'current' : 'outstanding';
  const next = current === undefined ? null : nextOf(current, outstandingIn(current));
  return {
    steps: steps.map((step) => {
      const count = outstandingIn(step).length;
      return { step, state: stateOf(step), outstanding: count, reason: reasonOf(step, count) };
    }),
    next: current === undefined || next === null ? null : { step: current, ...next },
  };
}

/** How much of a step is outstanding, where there is nothing more to say of it. */
export const outstandingReason = (count: number): string =>
  count === 0 ? 'Nothing outstanding' : `${count} outstanding`;
