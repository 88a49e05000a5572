import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { engineStopped, guardEngine } from '#api/kernel/database/pglite-engine-guard.ts';
import { openEmbeddedOver } from '#api/kernel/database/pool.ts';

/** An engine that stops responding from a given moment, as after a WebAssembly fault. */
async function engineThatStops() {
  const pglite = await PGlite.create();
  const send = pglite.execProtocolStream.bind(pglite);
  let trapped = false;
  pglite.execProtocolStream = async (message, options) => (trapped ? [] : send(message, options));
  let stops = 0;
  guardEngine(pglite, () => {
    stops += 1;
  });
  const database = await openEmbeddedOver(pglite);
  return {
    ask: (text: string, values?: unknown[]) => database.asLogin((client) => client.query(text, values)),
    trap: () => {
      trapped = true;
    },
    stops: () => stops,
  };
}

it('passes through errors and the messages PostgreSQL skips after them', async () => {
  const engine = await engineThatStops();
  await expect(engine.ask('SELECT 1/$1::int', [0])).rejects.toThrow('division by zero');
  await expect(engine.ask('SELEC')).rejects.toThrow('syntax error');
  expect((await engine.ask('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
  expect((await engine.ask('')).rows).toEqual([]);
  expect(engine.stops()).toBe(0);
});

it.each([
  ['a plain query', 'SELECT 1', undefined],
  ['a query with values', 'SELECT $1::int', [1]],
])(
  'fails instead of waiting for ever when the engine returns nothing for %s',
  async (_what, text, values) => {
    const engine = await engineThatStops();
    engine.trap();
    await expect(engine.ask(text, values)).rejects.toThrow(engineStopped);
    await expect(engine.ask('SELECT 1')).rejects.toThrow();
    expect(engine.stops()).toBe(1);
  },
);
