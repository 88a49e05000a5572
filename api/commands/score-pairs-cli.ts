import { scorePairs } from './score-pairs.ts';

process.exitCode = await scorePairs(process.argv.slice(2), process.stdout, (line) => console.error(line));
