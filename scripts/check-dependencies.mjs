/**
 * `npm run check:dependencies`: licences of all libraries against the allowed ones, and known vulnerabilities of those that run in
 * production, if the registry offers advisories.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { librariesIn, licenceProblems, readLockfile } from './dependencies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Severities that fail the check. */
const severe = ['high', 'critical'];

/** Vulnerabilities that `npm audit` reports, or why it could not. */
function readAdvisories() {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
  });
  try {
    const report = JSON.parse(stdout);
    if (report.vulnerabilities) return { found: Object.values(report.vulnerabilities) };
    return { unavailable: report.message ?? report.error?.summary ?? 'npm audit gave no report' };
  } catch {
    return { unavailable: stderr.trim().split('\n')[0] || 'npm audit gave no report' };
  }
}

const lockfile = readLockfile(root);
const faults = licenceProblems(root, lockfile);
for (const fault of faults) console.error(`Licence not allowed: ${fault}`);
const { found = [], unavailable } = readAdvisories();
for (const { name, severity, range } of found) console.error(`Vulnerability (${severity}): ${name} ${range}`);
const libraries = librariesIn(lockfile);
const production = libraries.filter(({ isProduction }) => isProduction).length;
console.log(
  `${libraries.length} libraries, ${production} of them in production: ${faults.length} licences not allowed.`,
);
console.log(
  unavailable === undefined
    ? `${found.length} known vulnerabilities in production.`
    : `Advisories were not checked: ${unavailable}`,
);
if (faults.length > 0 || found.some(({ severity }) => severe.includes(severity))) process.exit(1);
