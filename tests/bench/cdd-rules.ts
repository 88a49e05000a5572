import fc from 'fast-check';
import { assess } from '#rules/cdd-rule-packs/engine.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { anyFacts } from '../unit/rules/cdd-rule-packs/any-facts.ts';
import { median } from './load.ts';
import { sized } from './sizes.ts';

const clients = sized(10_000, 20);
const runs = sized(7, 1);
/** The same clients in every run, of every type, each with up to three related parties. */
const facts = fc.sample(anyFacts, { numRuns: clients, seed: 20_261_123 });
const options = {
  jurisdictions: ['NZL', 'AUS'],
  company: { sector: 'legal' },
  on: '2026-11-23',
  lists: shippedCountryLists,
} as const;

/** Milliseconds to assess all clients against both packs: level with reasons, items and guards. */
function timeAssessing(): number {
  const started = performance.now();
  let items = 0;
  for (const client of facts) items += assess(client, options).items.length;
  const took = performance.now() - started;
  if (items < clients) throw new Error(`Only ${items} requirements for ${clients} clients.`);
  return took;
}

timeAssessing();
const took = Array.from({ length: runs }, timeAssessing).sort((a, b) => a - b);
const ms = (value = 0) => `${Math.round(value)} ms`;
console.log(
  `${clients} clients assessed against both rule packs: median ${ms(median(took))}, from ${ms(took[0])} to ${ms(took.at(-1))}`,
);
