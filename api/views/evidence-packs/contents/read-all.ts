/** Rows of a page of each list. */
export const perPage = 100;

/** All rows of a paged list, newest first; `id` is the cursor. */
export async function readAll<Row extends { id: string }>(
  page: (seen: string | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const more = await page(rows.at(-1)?.id);
    rows.push(...more);
    if (more.length < perPage) return rows;
  }
}

/** Sequential: a transaction has one connection, and every record is read by the query of its page. */
export async function readEach<One, Read>(
  ones: readonly One[],
  read: (one: One) => Promise<Read>,
): Promise<Read[]> {
  const results: Read[] = [];
  for (const item of ones) results.push(await read(item));
  return results;
}
