import type { CountryListKey } from '#rules/country-lists/country-list-keys.ts';

/**
 * Condition under which a question is visible. A small closed language stored as JSON: `all`, `any` and `not` combine,
 * the others each test one question's answer. A test of a question that is hidden, unanswered or has a misfit answer is
 * false (and its `not` therefore true).
 */
export type Condition =
  | { op: 'all' | 'any'; of: readonly Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'answered'; question: string }
  /** yesNo, single, country (alpha-3 code), number, money (minor units). */
  | { op: 'equals'; question: string; value: string | number }
  /** single, country. */
  | { op: 'isOneOf'; question: string; values: readonly string[] }
  /** multi, country: at least one of the selected. */
  | { op: 'hasAnyOf'; question: string; values: readonly string[] }
  /** country: at least one of the selected is on one of the company's lists. */
  | { op: 'onList'; question: string; lists: readonly CountryListKey[] }
  /** number, money (minor units); inclusive. */
  | { op: 'atLeast' | 'atMost'; question: string; value: number }
  /** date; `before` excludes the day itself. */
  | { op: 'before' | 'onOrAfter'; question: string; date: string };

/** Condition on one question's answer. */
export type Leaf = Extract<Condition, { question: string }>;

/** Answer as conditions and scoring use it: countries are always a list, money and numbers a number. */
export type Value = string | number | readonly string[];

/** Lookup of answers. `value` is undefined for a question that is hidden, unanswered or unknown. */
export type ConditionContext = {
  value: (question: string) => Value | undefined;
  getLists: (country: string) => readonly CountryListKey[];
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
        (item) =>
          typeof item === 'string' && context.getLists(item).some((list) => leaf.lists.includes(list)),
      );
    case 'atLeast':
      return typeof value === 'number' && value >= leaf.value;
    case 'atMost':
      return typeof value === 'number' && value <= leaf.value;
    // ISO dates compare as strings.
    case 'before':
      return typeof value === 'string' && value < leaf.date;
    case 'onOrAfter':
      return typeof value === 'string' && value >= leaf.date;
  }
}

/** Evaluates a condition. An empty `all` is true, an empty `any` false; neither can be published. */
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
export function getLeaves(condition: Condition, path = ''): { leaf: Leaf; path: string }[] {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part, index) => getLeaves(part, `${path}.of[${index}]`));
    case 'not':
      return getLeaves(condition.of, `${path}.of`);
    default:
      return [{ leaf: condition, path }];
  }
}

/** Values that a leaf compares with; none for `answered`. */
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

/**
 * Limits of one condition: depth (1 for one comparison, 2 for `all` of comparisons), comparisons, values in a
 * comparison.
 */
export type ConditionLimits = { depth: number; leaves: number; values: number };

/** Whether a condition is within limits. Stops at the first limit exceeded, so that the check itself is bounded. */
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

/** A question and the condition of its visibility. */
export type Dependent = { key: string; showWhen?: Condition | null };

/** Each key with the existing keys that its condition refers to, without duplicates. */
function references(questions: readonly Dependent[]): Map<string, readonly string[]> {
  const known = new Set(questions.map(({ key }) => key));
  return new Map(
    questions.map(({ key, showWhen }) => [
      key,
      showWhen
        ? [...new Set(getLeaves(showWhen).map(({ leaf }) => leaf.question))].filter((to) => known.has(to))
        : [],
    ]),
  );
}

function getOrder(graph: ReadonlyMap<string, readonly string[]>): { order: string[]; stuck: Set<string> } {
  const waitingFor = new Map([...graph].map(([key, to]) => [key, to.length]));
  const waiters = new Map<string, string[]>();
  for (const [key, to] of graph) {
    for (const other of to) waiters.set(other, [...(waiters.get(other) ?? []), key]);
  }
  const order = [...graph.keys()].filter((key) => waitingFor.get(key) === 0);
  // The list grows during the loop: a question is appended once its last dependency has been placed.
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
 * Topological order: every question comes after those its condition refers to. `stuck`: questions in a cycle of
 * conditions and those that depend on one; they can never become visible.
 */
export function dependencyOrder(questions: readonly Dependent[]): { order: string[]; stuck: Set<string> } {
  return getOrder(references(questions));
}

/** Shortest path from a key back to itself, starting with that key, or undefined. */
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
 * Cycles of conditions, each as keys: every key's condition refers to the next, the last to the first. Every question
 * in any cycle is in at least one of those returned; empty if and only if there is no cycle.
 */
export function getCircles(questions: readonly Dependent[]): string[][] {
  const graph = references(questions);
  const { stuck } = getOrder(graph);
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
