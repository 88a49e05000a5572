import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportDeps } from './list-operator.ts';
import { formatOutcome, importOperatorList } from './operator-import.ts';
import { isListError } from './parsing/files/list-error.ts';
import { isOperatorSource, operatorSourceKeys } from './sources.ts';

/** `npm run lists:import`: imports a list from files on the server. Throws an Error with a message for the operator. */
export async function runListsImport(
  deps: ImportDeps,
  args: Readonly<Record<string, string>>,
  files: readonly string[],
  say: (text: string) => void,
): Promise<string> {
  const source = args.source ?? '';
  if (!isOperatorSource(source))
    throw new Error(`Name the list with --source: ${operatorSourceKeys.join(', ')}.`);
  if (files.length === 0) throw new Error('Name the file or files of the list after the options.');
  for (const path of files) {
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) throw new Error(`There is no file ${path}.`);
  }
  const started = performance.now();
  const outcome = await importOperatorList(deps, {
    source,
    files: files.map((path) => ({ path, name: basename(path) })),
    confirmDoubts: args.confirm === 'true',
    receivedBy: 'command',
  }).catch((error: unknown) => {
    if (!isListError(error)) throw error;
    throw new Error(`${error.message} Nothing was imported. The active version is unchanged.`);
  });
  if ('notes' in outcome) {
    for (const { kind, text } of outcome.notes) say(kind === 'doubt' ? `Doubt: ${text}` : text);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const text = formatOutcome(source, outcome);
  if (outcome.outcome === 'held') throw new Error(text);
  return `${text} It took ${seconds} s.`;
}
