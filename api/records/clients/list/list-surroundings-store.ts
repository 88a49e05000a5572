import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { withPreparedStatement } from '../../../kernel/database/prepared-statements.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import type { SavedViewRow } from '../../saved-views/store.ts';

export interface ListContext {
  /** All current and former members by name: a client may refer to a former one. */
  people: { id: string; name: string }[];
  /** The list's shared views and the member's own, by name. */
  views: SavedViewRow[];
}

/** The query for the data around the rows of the clients page; returns one row. */
export function listContextQuery(db: Kysely<Schema>, memberId: string): CompiledQuery<ListContext> {
  return withPreparedStatement(
    db,
    sql<ListContext>`
      SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) ORDER BY m.name, m.id), '[]')
                FROM members m WHERE m.status <> 'invited') AS people,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'version', v.version, 'memberId', v.member_id,
                       'screen', v.screen, 'name', v.name, 'query', v.query, 'isDefault', v.is_default)
                       ORDER BY v.name_key, v.id), '[]')
                FROM saved_views v
               WHERE v.screen = 'clients' AND (v.member_id IS NULL OR v.member_id = ${memberId}::uuid)) AS views`,
  );
}
