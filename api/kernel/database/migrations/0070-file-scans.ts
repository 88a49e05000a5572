import type { Migration } from './migration.ts';

/**
 * What a malware scanner said about a document's file. Until now the column said that the file had passed Assay's own checks, without any
 * scanner: such files are not scanned. `scan_tried_at`: when the scanner last could not scan it.
 */
const scans = `
ALTER TABLE documents DROP CONSTRAINT documents_scan_status_check;
UPDATE documents SET scan_status = CASE scan_status WHEN 'rejected' THEN 'infected' ELSE 'notScanned' END;
ALTER TABLE documents ADD CONSTRAINT documents_scan_status_check CHECK (scan_status IN ('notScanned', 'clean', 'infected'));
ALTER TABLE documents ADD COLUMN scanned_at timestamptz, ADD COLUMN scan_tried_at timestamptz,
  ADD COLUMN scan_threat text CHECK (length(scan_threat) BETWEEN 1 AND 200);
ALTER TABLE documents ADD CONSTRAINT documents_threat_if_infected CHECK (scan_threat IS NULL OR scan_status = 'infected');
CREATE INDEX documents_not_scanned ON documents (id) WHERE scan_status = 'notScanned' AND purged_at IS NULL;
GRANT SELECT (scan_status, scan_tried_at) ON documents TO assay_jobs;
`;

/** Adds the type of alert to those that the constraint names by now. */
const alerts = `
DO $$
DECLARE types text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO types FROM pg_constraint
   WHERE conrelid = 'alerts'::regclass AND conname = 'alerts_type_check';
  ALTER TABLE alerts DROP CONSTRAINT alerts_type_check;
  EXECUTE 'ALTER TABLE alerts ADD CONSTRAINT alerts_type_check ' ||
    replace(types, '''other''::text', '''infectedFile''::text, ''other''::text');
END $$;
`;

/** Stored responses said that a file was clean; a request repeated across the upgrade gets what is true, with the new properties. */
const storedResponses = `
UPDATE request_keys SET body = replace(body::text, '"scanStatus":"clean"', '"scanStatus":"notScanned","scanThreat":null,"scannedAt":null')::json
 WHERE body::text LIKE '%"scanStatus":"clean"%';
`;

export const fileScansMigration: Migration = {
  name: '0070-file-scans',
  sql: [scans, alerts, storedResponses].join('\n'),
};
