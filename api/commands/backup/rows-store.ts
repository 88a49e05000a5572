import type { DatabaseClient } from '../../kernel/database/database-pool.ts';
import { restoreMark } from '../../kernel/database/settings-store.ts';

/** Rows of a batch: in memory at once, with their texts. */
const batchRows = 200;

/** Tables of which a backup has the rows. The queue's jobs are scheduled again, and the migrations are applied again. */
const tablesSql = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
  ORDER BY c.relname COLLATE "C"`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function inOwnersTransaction<T>(
  client: DatabaseClient,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`${begin}; SET LOCAL ROLE assay_owner; SET LOCAL search_path TO assay, public`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** One snapshot of the whole database, all companies, read as the owner of the tables. */
export function inSnapshot<T>(client: DatabaseClient, work: () => Promise<T>): Promise<T> {
  return inOwnersTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
}

export async function readAppliedMigrations(
  client: DatabaseClient,
): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query('SELECT name, checksum FROM schema_migrations ORDER BY name');
  return rows;
}

/** Names of the tables with rows to back up, in alphabetical order. */
export async function listTables(client: DatabaseClient): Promise<string[]> {
  const { rows } = await client.query(tablesSql);
  return rows.map(({ name }) => String(name));
}

/** All rows of a table in batches, each row as PostgreSQL's text of it, which every type can be read back from exactly. */
export async function* readRows(client: DatabaseClient, table: string): AsyncGenerator<string[]> {
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT backed_up::text AS row FROM ${quoted(table)} backed_up`,
  );
  for (;;) {
    const { rows } = await client.query(`FETCH ${batchRows} FROM rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row as string);
  }
  await client.query('CLOSE rows');
}

/** The last value of each sequence that was used. */
export async function readSequences(client: DatabaseClient): Promise<Record<string, string>> {
  const { rows } = await client.query(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = 'assay' AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** A stored file that a document refers to. */
export interface StoredFile {
  companyId: string;
  documentId: string;
  key: string;
  /** Of its content; null for a thumbnail, of which no digest is stored. */
  sha256: string | null;
}

/** Files of all documents that have not been purged. */
export async function listFiles(client: DatabaseClient): Promise<StoredFile[]> {
  const { rows } = await client.query(
    `SELECT company_id AS "companyId", id AS "documentId", file.key, file.sha256
       FROM documents, LATERAL (VALUES (storage_key, sha256), (thumbnail_key, NULL)) file (key, sha256)
      WHERE purged_at IS NULL AND file.key IS NOT NULL ORDER BY company_id, id, file.key`,
  );
  return rows;
}

/** Whether a document was purged after the snapshot, so that its file is missing rightly. */
export async function isPurgedNow(client: DatabaseClient, file: StoredFile): Promise<boolean> {
  return inOwnersTransaction(client, 'BEGIN READ ONLY', async () => {
    const { rows } = await client.query(
      'SELECT purged_at IS NOT NULL AS purged FROM documents WHERE company_id = $1 AND id = $2',
      [file.companyId, file.documentId],
    );
    return rows.length === 0 || rows[0].purged === true;
  });
}

/**
 * State of the database that a restore is to fill: whether it has records, and the id of the backup whose restore has not been completed.
 */
export async function readTargetState(
  client: DatabaseClient,
): Promise<{ isUsed: boolean; restoring: string | null }> {
  return inOwnersTransaction(client, 'BEGIN READ ONLY', async () => {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM companies) OR EXISTS (SELECT FROM members) OR EXISTS (SELECT FROM admins)
           OR EXISTS (SELECT FROM audit_events) AS used,
          (SELECT value #>> '{}' FROM settings WHERE key = $1) AS restoring`,
      [restoreMark],
    );
    return { isUsed: rows[0].used, restoring: rows[0].restoring ?? null };
  });
}

/** Marks the database as being restored from a backup, until `loadAll` commits. */
export async function markRestore(client: DatabaseClient, backupId: string, at: string): Promise<void> {
  await inOwnersTransaction(client, 'BEGIN', async () => {
    await client.query(
      `INSERT INTO settings (key, value, set_at) VALUES ($1, to_jsonb($2::text), $3)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`,
      [restoreMark, backupId, at],
    );
  });
}

/** Columns that can be written, as PostgreSQL computes the others. */
async function readColumns(client: DatabaseClient, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoted(table)],
  );
  return rows.map(({ name }) => quoted(String(name)));
}

export interface Loader {
  addRows(table: string, rows: readonly string[]): Promise<void>;
  setSequences(sequences: Record<string, string>): Promise<void>;
  /** For documents whose file was destroyed while the backup was being made. */
  markPurged(files: readonly StoredFile[], at: string): Promise<void>;
}

async function insertBatch(
  client: DatabaseClient,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const name = quoted(table);
  await client.query(
    // OFFSET 0: else each column would parse the whole row again.
    `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `(parsed.r).${column}`).join(', ')}
       FROM (SELECT line::${name} AS r FROM unnest($1::text[]) AS line OFFSET 0) AS parsed`,
    [rows],
  );
}

/**
 * Replaces all rows in one transaction: triggers are off and references are absent meanwhile, then the references are added again, which
 * checks every row. Nothing changes if `work` throws.
 */
export async function loadAll(
  client: DatabaseClient,
  work: (loader: Loader) => Promise<void>,
): Promise<void> {
  await inOwnersTransaction(client, 'BEGIN', async () => {
    const tables = await listTables(client);
    const references = await client.query(
      `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE connamespace = 'assay'::regnamespace AND contype = 'f' ORDER BY oid`,
    );
    for (const { table, name } of references.rows) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    }
    for (const table of tables) {
      await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER; DELETE FROM ${quoted(table)}`);
    }
    const columns = new Map<string, string[]>();
    await work({
      async addRows(table, rows) {
        if (!tables.includes(table))
          throw new Error(`The backup has a table ${table} that this version lacks.`);
        const known = columns.get(table) ?? (await readColumns(client, table));
        columns.set(table, known);
        await insertBatch(client, table, known, rows);
      },
      async setSequences(sequences) {
        for (const [name, last] of Object.entries(sequences)) {
          await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted(name), last]);
        }
      },
      async markPurged(files, at) {
        for (const { companyId, documentId } of files) {
          await client.query(
            `UPDATE documents SET purged_at = $3, purge_reason = 'Destroyed while the backup was made'
              WHERE company_id = $1 AND id = $2 AND purged_at IS NULL`,
            [companyId, documentId, at],
          );
        }
      },
    });
    for (const { table, name, definition } of references.rows) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  });
}
