/**
 * What Kysely, pg-boss and the migrations borrow connections from: node-postgres's own pool for a server, and the
 * adapter of pglite-pool.ts for the embedded database. Both speak through node-postgres, so that parameters are
 * written and results are read alike.
 */
export interface DatabasePool {
  /** Lends a connection; whoever borrows it must release it. Waits in order of arrival while none is free. */
  connect(): Promise<DatabaseClient>;
  query(text: string, values?: unknown[]): Promise<DatabaseResult>;
  end(): Promise<void>;
}

/** A statement that the connection keeps under its name once it has seen it. One name stands for one text. */
export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

export interface DatabaseClient {
  /** Without values several statements may be sent at once; node-postgres then answers an array of results. */
  query(statement: string | NamedStatement, values?: unknown[]): Promise<DatabaseResult>;
  /** True where statements may be sent before those before them are answered; elsewhere they wait for one another. */
  readonly pipeline?: boolean;
  /** What a connection that takes them writes them to, so that several can leave together. */
  readonly connection?: { readonly stream: { cork(): void; uncork(): void } };
  /** Gives the connection back; a transaction left open is rolled back. An error discards a server connection. */
  release(error?: Error): void;
}

export interface DatabaseResult {
  command: string;
  rowCount: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: rows are typed by Kysely or by the caller's query
  rows: any[];
}

/** The role of every connection between transactions: it may call a few functions and read no table. */
export const standingRole = 'assay_app';

/** Settings of every session, on both engines. Compiling a plan costs more than any statement of ours gains by it. */
export const sessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  search_path: 'assay,public',
  jit: 'off',
} as const;

/** How long a borrower waits for a connection before it is told so, in milliseconds. */
export const connectionWaitMs = 30_000;
