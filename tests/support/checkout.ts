import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/project-root.ts';

/** Eight hexadecimal digits of this machine and checkout: in the names of what tests create outside it, so that checkouts leave each other's alone. */
export const checkoutHash = createHash('sha256')
  .update(`${hostname()} ${projectRoot}`)
  .digest('hex')
  .slice(0, 8);

/** Of the databases that tests create on a server; the id of the process follows. */
export const databasePrefix = `assay_test_${checkoutHash}_`;

/** What tests prepare once and later runs of this checkout use again. */
export const testCache = join(projectRoot, 'node_modules/.cache/assay-tests');
