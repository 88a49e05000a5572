/**
 * Setup of files that share a worker and must not share the product's state: each evaluates the project's modules again, and restores the
 * environment afterwards. Libraries stay loaded, which take most of the time.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();

const found = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
});
