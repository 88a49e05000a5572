import { parseArgs } from 'node:util';
import { commands, isCommandName } from './commands.ts';
import type { ProgressLine } from './progress.ts';
import { runCommand } from './run-command.ts';

function usage(): string {
  return ['Commands:', ...Object.values(commands).map((command) => `  npm run ${command.usage}`)].join('\n');
}

/** The command's name and options as they stand on the command line. */
function readArguments(argv: string[]) {
  const [name = '', ...rest] = argv;
  if (!isCommandName(name))
    throw new Error(name === '' ? usage() : `There is no command "${name}".\n${usage()}`);
  const options = Object.fromEntries(
    commands[name].options.map((option) => [option, { type: 'string' as const }]),
  );
  const { values } = parseArgs({ args: rest, options, allowPositionals: false });
  return { name, args: values as Record<string, string> };
}

async function main() {
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
