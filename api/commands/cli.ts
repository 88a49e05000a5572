import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restrictFilePermissions } from '../kernel/private-files.ts';
import { commands, isCommandName } from './commands.ts';
import type { ProgressLine } from './progress.ts';
import { runCommand } from './run-command.ts';

function usage(): string {
  return ['Commands:', ...Object.values(commands).map((command) => `  npm run ${command.usage}`)].join('\n');
}

/** The command's name and options from the command line. */
function readArguments(argv: string[]) {
  const [name = '', ...rest] = argv;
  if (!isCommandName(name))
    throw new Error(name === '' ? usage() : `There is no command "${name}".\n${usage()}`);
  const { options: valued, flags = [], paths = [], acceptsFiles = false } = commands[name];
  const options = Object.fromEntries([
    ...valued.map((option) => [option, { type: 'string' }] as const),
    ...flags.map((flag) => [flag, { type: 'boolean' }] as const),
  ]);
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: acceptsFiles });
  // npm runs commands in the project's folder and stores the caller's folder here.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const args = Object.fromEntries(
    Object.entries(values).map(([option, value]) => [
      option,
      paths.includes(option) ? resolve(folder, String(value)) : String(value),
    ]),
  );
  if (!acceptsFiles) return { name, args };
  return { name, args: { ...args, files: JSON.stringify(positionals.map((path) => resolve(folder, path))) } };
}

async function main() {
  restrictFilePermissions();
  const endings: ('well' | 'badly')[] = [];
  const report = (line: ProgressLine) => {
    if ('ended' in line) endings.push(line.ended);
    const stream = 'ended' in line && line.ended === 'badly' ? process.stderr : process.stdout;
    stream.write(`${line.say}\n`);
  };
  try {
    const { name, args } = readArguments(process.argv.slice(2));
    await runCommand(name, args, process.env, report);
  } catch (error) {
    report({ ended: 'badly', say: error instanceof Error ? error.message : String(error) });
  }
  // A report that broke off without an ending did not end well.
  process.exitCode = endings.at(-1) === 'well' ? 0 : 1;
}

await main();
