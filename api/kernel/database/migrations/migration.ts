/**
 * One step of the schema, run once per database in a separate transaction, as `assay_owner` and with the schema `assay`
 * first on the search path. The name is the file's.
 *
 * A tenant table needs three things besides its columns: row-level security enabled, a policy `TO assay_tenant USING
 * (company_id = current_setting('app.company_id')::uuid)` (an absent or empty setting is then an error, and the index
 * on company_id is usable), and only the grants that its commands use.
 */
export interface Migration {
  name: string;
  sql: string;
}
