import type { TestDatabase } from './database.ts';

/** Inserts thousands of rows by one statement, without the history and the checks of triggers, which take most of its time. */
export async function insertMany(
  { asSuperuser }: Pick<TestDatabase, 'asSuperuser'>,
  text: string,
  values: unknown[] = [],
): Promise<void> {
  await asSuperuser('SET session_replication_role TO replica');
  try {
    await asSuperuser(text, values);
  } finally {
    await asSuperuser('SET session_replication_role TO DEFAULT');
  }
}
