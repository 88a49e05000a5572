/**
 * Clients and kinds with inconsistent periods: an open one that differs from the column, none or several open, or two that overlap or leave
 * a gap. Empty if all are consistent.
 */
export async function brokenPeriods(
  query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<Record<string, unknown>[]> {
  const { rows } = await query(`
    WITH kept AS (
      SELECT p.*, lead(p.from_at) OVER (PARTITION BY p.company_id, p.client_id, p.kind ORDER BY p.from_at) AS next_from
        FROM assay.client_periods p
    ), wanted AS (
      SELECT c.company_id, c.id AS client_id, v.kind, v.value FROM assay.clients c
       CROSS JOIN LATERAL (VALUES ('status', c.status), ('cddStatus', c.cdd_status), ('cddLevel', c.cdd_level),
         ('riskLevel', c.risk_level), ('pepStatus', c.pep_status), ('sanctionsStatus', c.sanctions_status),
         ('clientType', c.client_type)) AS v (kind, value)
    )
    SELECT w.client_id, w.kind, w.value, count(k.kind) FILTER (WHERE k.to_at = 'infinity') AS open
      FROM wanted w LEFT JOIN kept k ON (k.company_id, k.client_id, k.kind) = (w.company_id, w.client_id, w.kind)
     GROUP BY w.client_id, w.kind, w.value
    HAVING count(k.kind) FILTER (WHERE k.to_at = 'infinity' AND k.value IS NOT DISTINCT FROM w.value) <> 1
        OR count(k.kind) FILTER (WHERE k.to_at = 'infinity') <> 1
        OR bool_or(coalesce(k.next_from, 'infinity') <> k.to_at)`);
  return rows;
}
