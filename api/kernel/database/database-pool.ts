/**
 * Source of connections for Kysely, pg-boss and the migrations: node-postgres's own pool for a server, and the adapter
 * of pglite-pool.ts for the embedded database. Both use node-postgres, so parameters and results are converted
 * identically.
 */
export interface DatabasePool {
  /** Lends a connection, which the borrower must release. Waits in FIFO order if none is free. */
  connect(): Promise<DatabaseClient>;
  query(text: string, values?: unknown[]): Promise<DatabaseResult>;
  end(): Promise<void>;
}

/** A statement prepared under its name. Each name has one text. */
interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

export interface DatabaseClient {
  /** Without values, several statements can be sent together; node-postgres then returns an array of results. */
  query(statement: string | NamedStatement, values?: unknown[]): Promise<DatabaseResult>;
  /** Whether statements can be sent before earlier responses arrive. */
  readonly pipeline?: boolean;
  /** Socket of the connection, to send several statements in one packet. */
  readonly connection?: { readonly stream: { cork(): void; uncork(): void } };
  /** Releases the connection; an open transaction is rolled back. An error discards a server connection. */
  release(error?: Error): void;
}

export interface DatabaseResult {
  command: string;
  rowCount: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: rows are typed by Kysely or by the caller's query
  rows: any[];
}

/** Role of every connection between transactions: it can call a few functions and read no table. */
export const runtimeRole = 'assay_app';

/** Session settings, on both engines. JIT compilation costs more than it gains here. */
export const sessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  search_path: 'assay,public',
  jit: 'off',
} as const;

/** Maximum wait for a connection before an error, in milliseconds. */
export const connectionWaitMs = 30_000;
