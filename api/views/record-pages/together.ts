/** Resolves several reads together, by name. */
export async function together<Reads extends Record<string, Promise<unknown>>>(
  reads: Reads,
): Promise<{ [Name in keyof Reads]: Awaited<Reads[Name]> }> {
  const found = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => [name, await read] as const),
  );
  return Object.fromEntries(found) as { [Name in keyof Reads]: Awaited<Reads[Name]> };
}
