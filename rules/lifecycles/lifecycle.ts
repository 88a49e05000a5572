/**
 * Who makes a move: a person of the company by a button, the recipient of a document request by what she does, or the system by
 * a date, a provider's answer or another record's move. Who of the company may is decided by access.ts, not here.
 */
export type MovedBy = 'person' | 'recipient' | 'system';

/** `label`: words of the button, or of what happens where nobody presses one. */
export type Move = { label: string; by: MovedBy };

/** A record's states and the only moves between them. `moves[from][to]`; what is not listed is refused. Source: domain 3. */
export type Lifecycle<State extends string> = {
  /** What the record is, in a sentence: "client". */
  noun: string;
  labels: Record<State, string>;
  /** State of a new record; some records can start in more than one. */
  starts: readonly State[];
  moves: Record<State, Partial<Record<State, Move>>>;
  /** What is possible instead, for states or moves about which people will ask. */
  advice?: { from?: State; to?: State; text: string }[];
  /** State that only suspends: a record in it goes back to where it was and nowhere else, save the states in `besides`. */
  holding?: { state: State; besides: readonly State[] };
};

export type MoveDecision = { allowed: true; label: string; by: MovedBy } | { allowed: false; reason: string };

/** A move that a person of the company makes. */
export function byPerson(label: string): Move {
  return { label, by: 'person' };
}

/** A move that the holder of a document request's link makes. */
export function byRecipient(label: string): Move {
  return { label, by: 'recipient' };
}

/** A move that a date, a provider or another record makes. */
export function bySystem(label: string): Move {
  return { label, by: 'system' };
}

/** States in the order in which they are written, which is that of a record's life. */
export function statesOf<State extends string>(lifecycle: Lifecycle<State>): State[] {
  return Object.keys(lifecycle.labels) as State[];
}

function moveBetween<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
  heldFrom: State | null | undefined,
): Move | undefined {
  const move = lifecycle.moves[from]?.[to];
  const { holding } = lifecycle;
  if (move === undefined || holding === undefined || from !== holding.state) return move;
  return to === heldFrom || holding.besides.includes(to) ? move : undefined;
}

/**
 * Every move out of a state, in the order of the states. `heldFrom`: where a held record was before; without it a held record
 * has no way back.
 */
export function movesFrom<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  heldFrom?: State | null,
): ({ to: State } & Move)[] {
  return statesOf(lifecycle).flatMap((to) => {
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
  const moves = movesFrom(lifecycle, from, heldFrom);
  const buttons = moves.filter(({ by }) => by === 'person').map(({ label }) => `“${label}”`);
  if (buttons.length > 0) return `What you can do now: ${listed(buttons)}.`;
  const next = moves.map(({ to }) => `“${lifecycle.labels[to]}”`);
  if (next.length > 0) return `It goes on to ${listed(next)} by itself; there is nothing to do here.`;
  return 'That state is final.';
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
export function mayMove<State extends string>(
  lifecycle: Lifecycle<State>,
  from: State,
  to: State,
  { heldFrom }: { heldFrom?: State | null } = {},
): MoveDecision {
  const { noun, labels } = lifecycle;
  if (!Object.hasOwn(labels, from) || !Object.hasOwn(labels, to)) {
    return {
      allowed: false,
      reason: `That is no state of this ${noun}. Load the page again and choose there.`,
    };
  }
  const move = moveBetween(lifecycle, from, to, heldFrom);
  if (move !== undefined) return { allowed: true, ...move };
  const advice = adviceFor(lifecycle, from, to) ?? instead(lifecycle, from, heldFrom);
  const refusal =
    from === to
      ? `This ${noun} is already “${labels[to]}”.`
      : `This ${noun} is “${labels[from]}” and cannot go to “${labels[to]}” from there.`;
  return { allowed: false, reason: `${refusal} ${advice}` };
}
