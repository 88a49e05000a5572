/**
 * Who makes a transition: a member by a button, the recipient of a document request by an action, or the system by a date, a
 * provider's response or another record's transition. Which members may is decided by permissions.ts.
 */
type TransitionActor = 'person' | 'recipient' | 'system';

/** `label`: text of the button, or of the event for automatic transitions. */
export type Transition = { label: string; by: TransitionActor };

/** States of a record and the permitted transitions between them, `moves[from][to]`. Unlisted transitions are rejected. */
export type Lifecycle<State extends string> = {
  /** Noun of the record in a sentence: "client". */
  noun: string;
  labels: Record<State, string>;
  /** States of a new record; some records have more than one. */
  starts: readonly State[];
  transitions: Record<State, Partial<Record<State, Transition>>>;
  /** Hint about possible alternatives, by state or transition. */
  advice?: { from?: State; to?: State; text: string }[];
  /** State that only suspends: a record in it returns to its former state, or goes to one of the states in `besides`. */
  holding?: { state: State; besides: readonly State[] };
};

export type TransitionDecision =
  | { allowed: true; label: string; by: TransitionActor }
  | { allowed: false; reason: string };

/** Transition made by a member. */
export function byMember(label: string): Transition {
  return { label, by: 'person' };
}

/** Transition made by the recipient of a document request. */
export function byRecipient(label: string): Transition {
  return { label, by: 'recipient' };
}

/** Transition caused by a date, a provider or another record. */
export function bySystem(label: string): Transition {
  return { label, by: 'system' };
}

/** States in declaration order, which is their usual sequence. */
export function getStates<State extends string>(lifecycle: Lifecycle<State>): State[] {
  return Object.keys(lifecycle.labels) as State[];
}

/** Returns a predicate for the states of a group. */
export function isOneOf<State extends string>(group: readonly State[]): (state: State) => boolean {
  return (state) => group.includes(state);
}

function transitionBetween<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
  heldFrom: State | null | undefined,
): Transition | undefined {
  const move = lifecycle.transitions[from]?.[to];
  const { holding } = lifecycle;
  if (move === undefined || holding === undefined || from !== holding.state) return move;
  return to === heldFrom || holding.besides.includes(to) ? move : undefined;
}

/**
 * All transitions from a state, in the order of the states. `heldFrom`: former state of a record on hold; without it the record
 * cannot return.
 */
export function transitionsFrom<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  heldFrom?: State | null,
): ({ to: State } & Transition)[] {
  return getStates(lifecycle).flatMap((to) => {
    const move = transitionBetween(lifecycle, from, to, heldFrom);
    return move === undefined ? [] : [{ to, ...move }];
  });
}

function listed(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function instead<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  heldFrom: State | null | undefined,
): string {
  const transitions = transitionsFrom(lifecycle, from, heldFrom);
  const buttons = transitions.filter(({ by }) => by === 'person').map(({ label }) => `“${label}”`);
  if (buttons.length > 0) return `Available actions: ${listed(buttons)}.`;
  const next = transitions.map(({ to }) => `“${lifecycle.labels[to]}”`);
  if (next.length > 0) return `This changes to ${listed(next)} automatically. No action needed.`;
  return 'This status is final.';
}

function adviceFor<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
): string | undefined {
  return lifecycle.advice?.find(
    (advice) =>
      (advice.from === undefined || advice.from === from) && (advice.to === undefined || advice.to === to),
  )?.text;
}

/**
 * Whether a record may make a transition, with its label, or else the reason and the possible alternatives. Unknown states are
 * rejected too. Guards on the record itself are checked afterwards. `heldFrom`: former state of a record on hold.
 */
export function canTransition<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
  { heldFrom }: { heldFrom?: State | null } = {},
): TransitionDecision {
  const { noun, labels } = lifecycle;
  if (!Object.hasOwn(labels, from) || !Object.hasOwn(labels, to)) {
    return {
      allowed: false,
      reason: 'Unknown status. Refresh the page and try again.',
    };
  }
  const move = transitionBetween(lifecycle, from, to, heldFrom);
  if (move !== undefined) return { allowed: true, ...move };
  const advice = adviceFor(lifecycle, from, to) ?? instead(lifecycle, from, heldFrom);
  const rejection =
    from === to
      ? `This ${noun} is already “${labels[to]}”.`
      : `This ${noun} is “${labels[from]}” and cannot be changed to “${labels[to]}”.`;
  return { allowed: false, reason: `${rejection} ${advice}` };
}
