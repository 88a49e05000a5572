import { expect } from 'vitest';
import type { KilledRun } from './monitoring-runs.ts';

/** Expects of a repeatedly killed run the result of an undisturbed one: every client once, none missing, nothing twice. */
export function expectWholeRun(result: Omit<KilledRun, 'secondsUntilChange'>): void {
  const { clients, pairs } = result.prepared;
  const matched = [...new Set(pairs.map((pair) => pair.split(':')[0] ?? ''))].sort();
  expect(matched.length).toBeGreaterThan(clients / 50);
  expect(result.runs).toEqual([
    { kind: 'scheduled', status: 'done', screened: clients, matched: matched.length, failed: 0 },
  ]);
  expect(result.screenings).toEqual({ rows: clients, clients });
  expect(result.pairs).toEqual(pairs);
  expect(result.alertedClients).toEqual(matched);
  expect(result.events).toEqual({ finished: 1, opened: matched.length });
  expect(result.audit).toMatchObject({ code: 0 });
}
