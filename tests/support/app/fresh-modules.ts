/**
 * Setup of files that share a worker and must not share the product's state: each evaluates the project's modules again, and restores the
 * environment afterwards. Libraries stay loaded, which take most of the time.
 */
import { afterAll, expect, vi } from 'vitest';

vi.resetModules();

const found = { ...process.env };
const { Request, Response } = globalThis;

afterAll(() => {
  // @hono/node-server replaces them unless told not to, and the identity service's SDK fails with its own in every later file of the worker.
  expect([globalThis.Request, globalThis.Response]).toEqual([Request, Response]);
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
});
