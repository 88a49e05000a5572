import auditProofs from '#rules/audit/audit-proofs.mjs?raw';
import readZip from '#rules/evidence-pack/read-zip.mjs?raw';
import verifyPack from '#rules/evidence-pack/verify-pack.mjs?raw';
import nodeCrypto from '../../../kernel/audit/node-crypto.mjs?raw';
import verifyInNode from './verify-in-node.mjs?raw';
import verifyInPage from './verify-in-page.mjs?raw';

const ownImport = /^import [^;]*? from '[#.][^']+';\n/gm;
const nodeImport = /^import [^;]*? from 'node:[^']+';\n/gm;

/** Modules as one text: their imports of each other and their exports are left out. */
function joined(modules: readonly string[]): string {
  return modules
    .map((source) =>
      source
        .replace(ownImport, '')
        .replace(nodeImport, '')
        .replace(/^export /gm, '')
        .trim(),
    )
    .join('\n\n');
}

/** Imports from Node of several modules, each name once. */
function nodeImports(modules: readonly string[]): string {
  const namesByModule = new Map<string, Set<string>>();
  for (const [, names = '', module = ''] of modules
    .join('\n')
    .matchAll(/^import \{([^}]+)\} from '(node:[^']+)';$/gm)) {
    const known = namesByModule.get(module) ?? new Set();
    for (const name of names.split(',')) known.add(name.trim());
    namesByModule.set(module, known);
  }
  return [...namesByModule]
    .map(([module, names]) => `import { ${[...names].filter(Boolean).join(', ')} } from '${module}';`)
    .join('\n');
}

const shared = [auditProofs, readZip, verifyPack];
const ofNode = [...shared, nodeCrypto, verifyInNode];

/** Program included in every pack: plain Node, one file, no network, no library. */
export const verifierSource = `// Verifies an evidence pack of Assay with Node 20 or newer alone:
//
//   node verify.mjs --public-key FILE                     the folder of this file
//   node verify.mjs --public-key FILE path/to/folder      an unpacked pack
//   node verify.mjs --public-key FILE path/to/pack.zip    the ZIP as it was downloaded
//
// FILE has the public key that your Assay publishes at /api/v1/audit-signing-keys, as PEM or as published there. Without it the key in the
// pack is used: a person who replaced the whole pack could have replaced that too, as well as this program. Use a copy from your Assay.
//
// It exits with 0 if nothing was altered, 1 if something was, 2 if there is no pack to verify, and 3 if nothing altered was found, but not
// everything could be compared: no public key was provided, or the pack is of a former version.

${nodeImports(ofNode)}

${joined(ofNode)}
`;

/** Script of a pack's page: verifies the entries in the page, and the ZIP that the reader selects, in any browser and from a file. */
export const pageScript = `
${joined([...shared, verifyInPage])}
`;
