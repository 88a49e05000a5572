import type { CountryListKey } from './country-lists.ts';

/**
 * When a question is shown. A small closed language that is kept as JSON: `all`, `any` and `not` join, the rest each look at the
 * answer of one other question. A question that is hidden, unanswered or holds an answer that does not fit meets none of them
 * (and therefore meets their `not`).
 */
export type Condition =
  | { op: 'all' | 'any'; of: readonly Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'answered'; question: string }
  /** yesNo, single, country (alpha-3 code), number, money (minor units). */
  | { op: 'equals'; question: string; value: string | number }
  /** single, country. */
  | { op: 'isOneOf'; question: string; values: readonly string[] }
  /** multi, country: at least one of what was chosen. */
  | { op: 'hasAnyOf'; question: string; values: readonly string[] }
  /** country: at least one of what was chosen is on one of the company's lists. */
  | { op: 'onList'; question: string; lists: readonly CountryListKey[] }
  /** number, money (minor units); the bound itself counts. */
  | { op: 'atLeast' | 'atMost'; question: string; value: number }
  /** date; `before` leaves the day itself out. */
  | { op: 'before' | 'onOrAfter'; question: string; date: string };

/** A condition that looks at one question's answer. */
export type Leaf = Extract<Condition, { question: string }>;

/** An answer as conditions and scores see it: countries are always a list, money and numbers a number. */
export type Value = string | number | readonly string[];

/** What conditions look things up in. `value` is undefined for a question that is hidden, unanswered or unknown. */
export type ConditionContext = {
  value: (question: string) => Value | undefined;
  listsOf: (country: string) => readonly CountryListKey[];
};

function meetsLeaf(leaf: Leaf, value: Value, context: ConditionContext): boolean {
  const chosen = typeof value === 'object' ? value : [value];
  switch (leaf.op) {
    case 'answered':
      return true;
    case 'equals':
      return chosen.length === 1 && chosen[0] === leaf.value;
    case 'isOneOf':
      return chosen.length === 1 && typeof chosen[0] === 'string' && leaf.values.includes(chosen[0]);
    case 'hasAnyOf':
      return chosen.some((item) => typeof item === 'string' && leaf.values.includes(item));
    case 'onList':
      return chosen.some(
        (item) => typeof item === 'string' && context.listsOf(item).some((list) => leaf.lists.includes(list)),
      );
    case 'atLeast':
      return typeof value === 'number' && value >= leaf.value;
    case 'atMost':
      return typeof value === 'number' && value <= leaf.value;
    // Calendar dates are of one width, so that their texts compare as their days do.
    case 'before':
      return typeof value === 'string' && value < leaf.date;
    case 'onOrAfter':
      return typeof value === 'string' && value >= leaf.date;
  }
}

/** Whether a condition is met. `all` of nothing is met, `any` of nothing is not; neither can be published. */
export function meets(condition: Condition, context: ConditionContext): boolean {
  switch (condition.op) {
    case 'all':
      return condition.of.every((part) => meets(part, context));
    case 'any':
      return condition.of.some((part) => meets(part, context));
    case 'not':
      return !meets(condition.of, context);
    default: {
      const value = context.value(condition.question);
      return value !== undefined && meetsLeaf(condition, value, context);
    }
  }
}

/** Every leaf of a condition with its path inside it, such as `.of[1].of`, in written order. */
export function leavesOf(condition: Condition, path = ''): { leaf: Leaf; path: string }[] {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part, index) => leavesOf(part, `${path}.of[${index}]`));
    case 'not':
      return leavesOf(condition.of, `${path}.of`);
    default:
      return [{ leaf: condition, path }];
  }
}

/** What a leaf compares the answer with; nothing for `answered`. */
export function comparedWith(leaf: Leaf): readonly unknown[] {
  switch (leaf.op) {
    case 'answered':
      return [];
    case 'isOneOf':
    case 'hasAnyOf':
      return leaf.values;
    case 'onList':
      return leaf.lists;
    case 'before':
    case 'onOrAfter':
      return [leaf.date];
    default:
      return [leaf.value];
  }
}

/** Most that one condition may hold: depth (1 for one comparison, 2 for `all` of such), comparisons, values in a comparison. */
export type ConditionLimits = { depth: number; leaves: number; values: number };

/** Whether a condition keeps within limits. Stops at the first that is passed, so that no condition is too large to be looked at. */
export function isWithin(condition: Condition, limits: ConditionLimits): boolean {
  let leaves = 0;
  let groups = 0;
  const walk = (part: Condition, depth: number): boolean => {
    if (depth > limits.depth) return false;
    switch (part.op) {
      case 'all':
      case 'any':
        groups += 1;
        return groups <= limits.leaves && part.of.every((inner) => walk(inner, depth + 1));
      case 'not':
        return walk(part.of, depth + 1);
      default:
        leaves += 1;
        return leaves <= limits.leaves && comparedWith(part).length <= limits.values;
    }
  };
  return walk(condition, 1);
}

/** What a question's visibility waits for. */
export type Dependent = { key: string; showWhen?: Condition | null };

/** Each key with the keys that its condition names, once each; keys that no question has are left out. */
function references(questions: readonly Dependent[]): Map<string, readonly string[]> {
  const known = new Set(questions.map(({ key }) => key));
  return new Map(
    questions.map(({ key, showWhen }) => [
      key,
      showWhen
        ? [...new Set(leavesOf(showWhen).map(({ leaf }) => leaf.question))].filter((to) => known.has(to))
        : [],
    ]),
  );
}

function orderOf(graph: ReadonlyMap<string, readonly string[]>): { order: string[]; stuck: Set<string> } {
  const waitingFor = new Map([...graph].map(([key, to]) => [key, to.length]));
  const waiters = new Map<string, string[]>();
  for (const [key, to] of graph) {
    for (const other of to) waiters.set(other, [...(waiters.get(other) ?? []), key]);
  }
  const order = [...graph.keys()].filter((key) => waitingFor.get(key) === 0);
  // The list grows while it is walked: what a question was the last to hold up follows it.
  for (const key of order) {
    for (const waiter of waiters.get(key) ?? []) {
      const left = (waitingFor.get(waiter) ?? 0) - 1;
      waitingFor.set(waiter, left);
      if (left === 0) order.push(waiter);
    }
  }
  const settled = new Set(order);
  return { order, stuck: new Set([...graph.keys()].filter((key) => !settled.has(key))) };
}

/**
 * The keys in an order in which every question comes after those that its condition names, wherever they stand in the template.
 * Questions in a circle of conditions, and those that wait for one, are in `stuck`: nothing can ever show them.
 */
export function dependencyOrder(questions: readonly Dependent[]): { order: string[]; stuck: Set<string> } {
  return orderOf(references(questions));
}

/** The shortest way from a key back to itself, that key first, or undefined. */
function circleThrough(start: string, graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const key of queue) {
    for (const next of graph.get(key) ?? []) {
      if (next === start) {
        const circle = [key];
        for (let at = key; at !== start; ) {
          at = cameFrom.get(at) ?? start;
          circle.unshift(at);
        }
        return circle;
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, key);
        queue.push(next);
      }
    }
  }
  return undefined;
}

/**
 * Circles of conditions, each as the keys along it: every key's condition names the next, and the last names the first. Every
 * question that is in any circle is in at least one of those answered. Empty exactly when there is none.
 */
export function circlesOf(questions: readonly Dependent[]): string[][] {
  const graph = references(questions);
  const { stuck } = orderOf(graph);
  const reported = new Set<string>();
  const circles: string[][] = [];
  for (const key of stuck) {
    if (reported.has(key)) continue;
    const circle = circleThrough(key, graph);
    if (circle === undefined) continue;
    for (const member of circle) reported.add(member);
    circles.push(circle);
  }
  return circles;
}
