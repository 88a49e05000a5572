import { expect, it } from 'vitest';
import { migrations } from '#api/kernel/database/migrations/registry.ts';

/** The last migration that rewrote stored responses. */
const lastToRewrite = '0130-identity-at-present-risk';

it('no migration rewrites the stored responses of repeated requests: they are read again', () => {
  const later = migrations.filter(({ name }) => name > lastToRewrite);
  expect(migrations.map(({ name }) => name)).toContain(lastToRewrite);
  expect(later.length).toBeGreaterThan(0);
  for (const { name, sql } of later) expect(sql.includes('request_keys'), name).toBe(false);
});
