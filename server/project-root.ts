import { fileURLToPath } from 'node:url';

/** Project root, relative to the bundle in `build/node/`. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
