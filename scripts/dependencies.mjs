/** The installed libraries as the lockfile lists them: which of them run in production, their licences, and their bill of materials. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that any library may have. */
const anywhere = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Licences of tools and data used by the build and the tests only. */
const inTools = ['CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'];

/** Licences that one library may have, with the reason. */
const exceptions = [
  // A separate shared library that the operator can replace, as the licence requires.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
  // Files of its own, loaded from the installation by their path, which the operator can replace as well.
  { name: /^libheif-js$/, licence: 'LGPL-3.0' },
];

/** Licences that a library's text states and its `package.json` does not. */
const licencesInText = { 'require-like': 'MIT' };

/** The lockfile. Throws if there is none. */
export const readLockfile = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const getName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The lockfile's libraries: `{ path, name, version, isProduction, ... }`. `npm ci --omit=dev` installs exactly those with
 * `isProduction`, except optional ones for other platforms.
 */
export function librariesIn(lockfile) {
  return Object.entries(lockfile.packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? getName(path),
      isProduction: !entry.dev,
      ...entry,
    }));
}

function declaredLicence({ license, licenses }) {
  if (typeof license === 'string') return license;
  const several = licenses?.map(({ type }) => type).join(' OR ');
  return license?.type ?? several ?? undefined;
}

/**
 * Licence expression of a library: the lockfile's, else of its installed `package.json`; a library for another platform has that of
 * the library that it is a part of. Undefined if unknown.
 */
export function getLicence(root, library, libraries) {
  const declared = declaredLicence(library);
  if (declared !== undefined) return declared;
  const installed = join(root, library.path, 'package.json');
  if (existsSync(installed)) {
    const licence = declaredLicence(JSON.parse(readFileSync(installed, 'utf8')));
    return licence ?? licencesInText[library.name];
  }
  const whole = libraries.find(({ optionalDependencies = {} }) => library.name in optionalDependencies);
  return library.optional && whole ? getLicence(root, whole, libraries) : undefined;
}

/** Whether an SPDX expression of AND, OR and parentheses is satisfied by licences for which `isAllowed` is true. */
export function isLicenceAllowed(expression, isAllowed) {
  const inner = /\(([^()]+)\)/.exec(expression);
  if (inner) {
    const verdict = isLicenceAllowed(inner[1], isAllowed) ? 'allowed' : 'refused';
    return isLicenceAllowed(
      expression.replace(inner[0], verdict),
      (name) => name === 'allowed' || (name !== 'refused' && isAllowed(name)),
    );
  }
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => isAllowed(name.trim())));
}

/** Libraries whose licence is unknown or not allowed, each as a line for the operator. */
export function licenceProblems(root, lockfile) {
  const libraries = librariesIn(lockfile);
  return libraries.flatMap((library) => {
    const licence = getLicence(root, library, libraries);
    const isAllowed = (name) =>
      anywhere.includes(name) ||
      (!library.isProduction && inTools.includes(name)) ||
      exceptions.some((exception) => exception.licence === name && exception.name.test(library.name));
    if (licence !== undefined && isLicenceAllowed(licence, isAllowed)) return [];
    return [`${library.name} ${library.version}: ${licence ?? 'no licence is known'}`];
  });
}

const reference = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The innermost library of a lockfile path. */
const lastLibrary = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/;

/** Where Node resolves `name` from the library at `path`, as a lockfile path; undefined if it is not installed. */
function resolveFrom(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(lastLibrary, '')) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
  }
}

function toComponent(root, library, libraries) {
  const licence = getLicence(root, library, libraries);
  const [algorithm, digest] = library.integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    'bom-ref': reference(library),
    name: library.name,
    version: library.version,
    scope: library.optional ? 'optional' : 'required',
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
    purl: reference(library),
  };
}

/**
 * The bill of materials of a production installation in CycloneDX 1.6: every library with its version, hash and licence, and which
 * requires which. The same lockfile gives the same document.
 */
export function createBillOfMaterials(root, lockfile) {
  const libraries = librariesIn(lockfile);
  const used = libraries.filter(({ isProduction }) => isProduction);
  const product = lockfile.packages[''];
  const productReference = reference({ name: lockfile.name, version: product.version });
  const requiredBy = ({ path, dependencies, optionalDependencies }) => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    const found = names.flatMap((name) => resolveFrom(lockfile.packages, path, name) ?? []);
    return [...new Set(found.map((at) => reference({ name: getName(at), ...lockfile.packages[at] })))].sort();
  };
  const unique = [...new Map(used.map((library) => [reference(library), library])).values()];
  const digest = createHash('sha256').update(JSON.stringify(lockfile)).digest('hex');
  const serial = [8, 12, 16, 20, 32].map((end, at, ends) => digest.slice(ends[at - 1] ?? 0, end)).join('-');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': productReference,
        name: lockfile.name,
        version: product.version,
      },
    },
    components: unique.map((library) => toComponent(root, library, libraries)),
    dependencies: [
      { ref: productReference, dependsOn: requiredBy({ path: '', ...product }) },
      ...unique.map((library) => ({ ref: reference(library), dependsOn: requiredBy(library) })),
    ],
  };
}
