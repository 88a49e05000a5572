/** The part of a form's answers that determines what was confirmed or changed. */
interface Entered {
  values: Readonly<Record<string, readonly string[]>>;
  confirmed: readonly string[];
}

/** Whether two answers contain the same options, in any order. */
export const isSameAnswer = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value));

/**
 * Number of answers still to be confirmed: visible questions with an answer carried over from the current assessment, neither confirmed
 * nor changed.
 * @param carried keys of the answers that the form started with unchanged
 */
export function countAwaitingConfirmation(
  carried: readonly string[],
  { start, entered, visibleKeys }: { start: Entered; entered: Entered; visibleKeys: readonly string[] },
): number {
  return carried.filter(
    (key) =>
      visibleKeys.includes(key) &&
      !entered.confirmed.includes(key) &&
      isSameAnswer(entered.values[key], start.values[key]),
  ).length;
}
