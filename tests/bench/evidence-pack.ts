import { runPack } from '#tests/support/processes/pack-run.ts';
import { sized } from './sizes.ts';

const documents = { count: sized(500, 2), bytes: sized(2_000_000, 100_000) };
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

const { bytes, seconds, memory } = await runPack(documents);
console.log(
  `\nEvidence pack of a client with ${documents.count} documents of ${megabytes(documents.bytes)} MB, PostgreSQL, through the web server\n`,
);
console.log('| what | measured | at most |');
console.log('|---|---|---|');
console.log(`| the ZIP | ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s | |`);
console.log(`| the server's memory before | ${megabytes(memory.warm)} MB | |`);
console.log(`| what the download added to it | ${megabytes(memory.most - memory.warm)} MB | 100 MB |`);
