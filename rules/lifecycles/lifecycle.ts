/**
 * Who makes a move: a person of the company by a button, the recipient of a document request by what she does, or the system by
 * a date, a provider's answer or another record's move. Who of the company may is decided by access.ts, not here.
 */
type TransitionActor = 'person' | 'recipient' | 'system';

/** `label`: text of the button, or of the event for automatic transitions. */
export type Transition = { label: string; by: TransitionActor };

/** A record's states and the only moves between them. `moves[from][to]`; what is not listed is refused. Source: domain 3. */
export type Lifecycle<State extends string> = {
  /** What the record is, in a sentence: "client". */
  noun: string;
  labels: Record<State, string>;
  /** State of a new record; some records can start in more than one. */
  starts: readonly State[];
  transitions: Record<State, Partial<Record<State, Transition>>>;
  /** What is possible instead, for states or moves about which people will ask. */
  advice?: { from?: State; to?: State; text: string }[];
  /** State that only suspends: a record in it goes back to where it was and nowhere else, save the states in `besides`. */
  holding?: { state: State; besides: readonly State[] };
};

export type TransitionDecision =
  | { allowed: true; label: string; by: TransitionActor }
  | { allowed: false; reason: string };

/** A move that a person of the company makes. */
export function byMember(label: string): Transition {
  return { label, by: 'person' };
}

/** A move that the holder of a document request's link makes. */
export function byRecipient(label: string): Transition {
  return { label, by: 'recipient' };
}

/** A move that a date, a provider or another record makes. */
export function bySystem(label: string): Transition {
  return { label, by: 'system' };
}

/** States in the order in which they are written, which is that of a record's life. */
export function getStates<State extends string>(lifecycle: Lifecycle<State>): State[] {
  return Object.keys(lifecycle.labels) as State[];
}

/** A predicate that is true for the states of a group. */
export function isOneOf<State extends string>(group: readonly State[]): (state: State) => boolean {
  return (state) => group.includes(state);
}

function moveBetween<State extends string>(
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
 * Every move out of a state, in the order of the states. `heldFrom`: where a held record was before; without it a held record
 * has no way back.
 */
export function transitionsFrom<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  heldFrom?: State | null,
): ({ to: State } & Transition)[] {
  return getStates(lifecycle).flatMap((to) => {
    const move = moveBetween(lifecycle, from, to, heldFrom);
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
 * Whether a record may go from one state to another, with the words of the move, or a sentence that says why not and what is
 * possible instead. A state that the lifecycle does not know is refused like any other. Guards, which look at the record itself,
 * come after this. `heldFrom`: where a record on hold was before. Source: domain 3.
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
  const move = moveBetween(lifecycle, from, to, heldFrom);
  if (move !== undefined) return { allowed: true, ...move };
  const advice = adviceFor(lifecycle, from, to) ?? instead(lifecycle, from, heldFrom);
  const refusal =
    from === to
      ? `This ${noun} is already “${labels[to]}”.`
      : `This ${noun} is “${labels[from]}” and cannot be changed to “${labels[to]}”.`;
  return { allowed: false, reason: `${refusal} ${advice}` };
}
