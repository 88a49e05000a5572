import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder above this module with a package.json: modules that run as sources also run in bundles at other depths. */
function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('No folder above this module has a package.json.');
    folder = parent;
  }
  return folder;
}

/** The project's root, without a slash at its end. */
export const projectRoot = findProjectRoot();
