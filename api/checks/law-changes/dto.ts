import type { AffectedClient, LawChange } from '#contract/cdd/law-changes.ts';
import type { AffectedRow, SignedRow } from './store.ts';

/** A list as the wire has it. */
export function toLawChange(row: SignedRow): LawChange {
  const { signed_off_by: by, signed_off_at: at, note } = row;
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    cause: row.cause,
    effectiveOn: row.effective_on,
    packsBefore: row.packs_before,
    packsAfter: row.packs_after,
    rules: row.rules,
    status: row.status,
    clientsChecked: row.clients_checked,
    clientsListed: row.clients_listed,
    signedOff:
      by === null || at === null
        ? null
        : { by: { id: by, name: row.signed_off_name ?? 'A former member' }, at, note: note ?? '' },
  };
}

/** A client of a list as the wire has it. */
export function toAffectedClient(row: AffectedRow): AffectedClient {
  return {
    clientId: row.client_id,
    name: row.name,
    before: row.before,
    after: row.after,
    rules: row.rules,
  };
}
