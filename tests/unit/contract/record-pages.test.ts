import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';

test('opening a record’s page is in the access log as opening the record is', () => {
  const readsAt = new Map(
    endpoints.filter(({ method }) => method === 'GET').map(({ path, reads }) => [path, reads]),
  );
  const pages = [...readsAt].filter(([path]) => path.endsWith('/:id/page'));
  expect(pages.map(([path]) => path).sort()).toEqual([
    '/activities/:id/page',
    '/business-verifications/:id/page',
    '/clients/:id/page',
    '/individual-verifications/:id/page',
  ]);
  for (const [path, reads] of pages) {
    expect(reads, path).toBeDefined();
    expect(reads, path).toEqual(readsAt.get(path.replace(/\/page$/, '') as `/${string}`));
  }
});
