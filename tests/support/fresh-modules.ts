/**
 * Set-up of files that share a worker and must not share the product's state: each evaluates the project's modules anew, and leaves the
 * environment as it found it. Libraries stay loaded, whose loading takes most of the time.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();

const found = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
});
