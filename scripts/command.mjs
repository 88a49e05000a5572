/** Runs one operator's command, e.g. `npm run seed -- --clients 100000`, on the built tree. */
import { build } from './build.mjs';

try {
  await build();
  await import('../build/node/command.js');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
