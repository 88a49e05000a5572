import { afterBlanks } from './pdf-actions.ts';
import { type ByteBudget, endOfDictionary } from './pdf-tokens.ts';
import { type PdfValue, valueAt } from './pdf-values.ts';

/** Most bytes from `obj` to the end of the dictionary of an object stream; writers need less than 300. */
const maxHeaderBytes = 8 * 1024;
/** Most bytes of a line before `obj`. */
const maxLineBytes = 4096;

/** Whether parameters of a filter leave data as they are unpacked. A reference is not looked up: what it refers to can be anything. */
function changeNothing(parameters: PdfValue | undefined): boolean {
  if (parameters === undefined) return true;
  if (parameters.type === 'array') return parameters.items.every(changeNothing);
  if (parameters.type !== 'dictionary') return false;
  const predictor = parameters.entries.get('Predictor');
  return predictor === undefined || (predictor.type === 'number' && predictor.number === 1);
}

/**
 * Whether the `obj` at an offset is one for every reader: not in a comment, and not in a string, which would have to end in the
 * dictionary that follows. A comment, an escape or a hexadecimal string there could hide that end.
 */
function isDefinition(bytes: Buffer, at: number, end: number): boolean {
  const before = bytes.toString('latin1', Math.max(0, at - maxLineBytes), at);
  const line = /[^\r\n]*$/.exec(before)?.[0] ?? '';
  if (line.length === maxLineBytes || line.includes('%')) return false;
  const header = bytes.toString('latin1', at, end);
  return !/[%\\]/.test(header) && !/[<>]/.test(header.replace(/<<|>>/g, ''));
}

/**
 * Whether the data of an object stream are, unpacked, what a reader sees: its dictionary declares no predictor, which would rebuild other
 * bytes from them. Hardly any writer uses one here, unlike in cross-reference streams. ISO 32000-2, 7.4.4.4.
 * @param slash a name in its dictionary
 * @param end of its dictionary
 * @returns false also if it cannot be told
 * @throws RangeError when the budget is used up
 */
export function isWithoutPredictor(bytes: Buffer, slash: number, end: number, budget: ByteBudget): boolean {
  const at = bytes.lastIndexOf('obj', slash);
  if (at === -1 || end - at > maxHeaderBytes || !isDefinition(bytes, at, end)) return false;
  const open = afterBlanks(bytes, at + 3);
  if (open >= slash || endOfDictionary(bytes, open + 2, end) !== end) return false;
  const value = valueAt(bytes, open, budget);
  if (value?.type !== 'dictionary') return false;
  // Readers accept the abbreviation of inline images too.
  return changeNothing(value.entries.get('DecodeParms')) && changeNothing(value.entries.get('DP'));
}
