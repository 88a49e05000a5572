import type { Blocker, Fix } from '#rules/alerts/resolution-targets.ts';

/** `complete`: nothing is outstanding. `current`: the first step with something to do now, or that of a prohibition. */
export const stepStates = ['complete', 'current', 'outstanding'] as const;
type StepState = (typeof stepStates)[number];

export type StepProgress<Step extends string> = {
  step: Step;
  state: StepState;
  /** Number of outstanding requirements in the step. */
  outstanding: number;
  /** Short reason for the step's state. */
  reason: string;
};

/** Progress of a record from its first details to its end, in derived steps. */
export type Progress<Step extends string> = {
  steps: StepProgress<Step>[];
  /** Next action and where to take it; null once every step is complete. */
  next: { step: Step; text: string; fix: Fix } | null;
};

type Requirement = Pick<Blocker, 'text' | 'fix'>;

/** Facts of a step besides its outstanding requirements. */
export type StepRules<Step extends string, One extends Requirement> = {
  steps: readonly Step[];
  outstanding: readonly One[];
  getStep: (requirement: One) => Step;
  /** The requirement that prohibits work on the record, if any: it is the next action, whatever the steps before it lack. */
  prohibition: One | undefined;
  /** If nothing is outstanding in the step: whether it is complete. */
  isComplete: (step: Step) => boolean;
  /** If the step is incomplete: whether it can be done later, after another step. */
  mayFollow?: (step: Step) => boolean;
  getReason: (step: Step, outstanding: number) => string;
  /** Action of the current step, with its outstanding requirements, or with the prohibition alone. */
  getNext: (step: Step, outstanding: readonly One[]) => { text: string; fix: Fix } | null;
};

/** Steps of a record, derived from outstanding requirements; one is current unless all are complete. */
export function progressThrough<Step extends string, One extends Requirement>({
  steps,
  outstanding,
  getStep,
  prohibition,
  isComplete,
  mayFollow = () => false,
  getReason,
  getNext,
}: StepRules<Step, One>): Progress<Step> {
  const outstandingIn = (step: Step) => outstanding.filter((item) => getStep(item) === step);
  const open = steps.filter((step) => outstandingIn(step).length > 0 || !isComplete(step));
  const current =
    prohibition === undefined ? (open.find((step) => !mayFollow(step)) ?? open[0]) : getStep(prohibition);
  const toState = (step: Step): StepState =>
    !open.includes(step) ? 'complete' : step === current ? 'current' : 'outstanding';
  const found = (step: Step) => (prohibition === undefined ? outstandingIn(step) : [prohibition]);
  const next = current === undefined ? null : getNext(current, found(current));
  return {
    steps: steps.map((step) => {
      const count = outstandingIn(step).length;
      return { step, state: toState(step), outstanding: count, reason: getReason(step, count) };
    }),
    next: current === undefined || next === null ? null : { step: current, ...next },
  };
}

/** Default reason: the number of outstanding requirements. */
export const outstandingReason = (count: number): string =>
  count === 0 ? 'Nothing outstanding' : `${count} outstanding`;

/** Steps of a record by what is known of each, in order; while the record is open, the first incomplete one is current. */
export function orderSteps<Step extends string>(
  steps: readonly { step: Step; isComplete: boolean; reason: string }[],
  isOpen: boolean,
): StepProgress<Step>[] {
  const current = isOpen ? steps.find(({ isComplete }) => !isComplete)?.step : undefined;
  return steps.map(({ step, isComplete, reason }) => ({
    step,
    state: isComplete ? 'complete' : step === current ? 'current' : 'outstanding',
    outstanding: isComplete ? 0 : 1,
    reason,
  }));
}

/** A step of a record. The panel that a step sums up states it by the step's own state and reason. */
export function stepOf<Step extends string>(
  steps: readonly StepProgress<Step>[],
  step: Step,
): StepProgress<Step> {
  const found = steps.find((one) => one.step === step);
  if (found === undefined) throw new Error(`There is no step “${step}”.`);
  return found;
}
