import type { Migration } from './migration.ts';

/** HEIC pictures were stored without a picture that a browser displays; a job makes those of the ones that are there. */
export const heicPicturesMigration: Migration = {
  name: '0133-heic-pictures',
  sql: `
ALTER TABLE documents ADD COLUMN picture_due boolean NOT NULL DEFAULT false;
UPDATE documents SET picture_due = true
  WHERE mime_type = 'image/heic' AND thumbnail_key IS NULL AND purged_at IS NULL AND scan_status <> 'infected';
CREATE INDEX documents_picture_due ON documents (id) WHERE picture_due;
GRANT SELECT (picture_due) ON documents TO assay_jobs;
`,
};
