/**
 * `node scripts/guard-trial.mjs [--only records/clients,checks/cdd] [--again]`: whether a test notices that a command's guard is gone.
 *
 * The guards of an area are what its commands, and the modules of the area that these import, reject: each `throw` of an API error, each
 * `problems.add(…)`, and each call of another area's `require…`, `reject…` or `enforce…`. In a temporary worktree of HEAD each gets a
 * switch. One run of the area's tests (`tests/api/<tier>/<area>` and `tests/unit` where they mirror it, all of `tests/api` where it has none) and
 * of the walk over all endpoints records which test files reach which guard; then each guard is switched off in turn while those files run: the
 * area's own, or the walk where none of them reaches it. Prints every guard that no test notices, and exits with 1 if there is one.
 *
 * Results are saved in `node_modules/.cache/assay/guard-trial.json`, by the guard with its function: a trial that was interrupted
 * continues, and a guard that has changed is tried again. `--again` tries all of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const cacheFile = join(root, 'node_modules/.cache/assay/guard-trial.json');
const tiers = ['kernel', 'integrations', 'records', 'checks', 'follow-up', 'views'];
/** Every endpoint as every role, and with ids of another company. */
const walk = 'tests/api/kernel/http/permissions-per-endpoint.test.ts';
const namesGuard = /^(require|reject|refuse|enforce)[A-Z]/;

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const results =
  existsSync(cacheFile) && !process.argv.includes('--again')
    ? JSON.parse(readFileSync(cacheFile, 'utf8'))
    : {};

function save(key, result) {
  results[key] = result;
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(results));
}

const areas = process.argv.includes('--only')
  ? option('--only').split(',')
  : tiers.flatMap((tier) =>
      readdirSync(join(root, 'api', tier), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${tier}/${name}`),
    );

/** The commands of an area and the modules of the area they import, stores and routes apart. */
function getModules(folder, area) {
  const base = join(folder, 'api', area);
  const sources = new Map(
    readdirSync(base, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/(^|[/-])(store|routes)\.ts$/.test(name))
      .map((name) => [join(base, name), readFileSync(join(base, name), 'utf8')]),
  );
  const found = [...sources].filter(([, text]) => text.includes('commandsFor')).map(([file]) => file);
  for (const file of found) {
    for (const [, path] of sources.get(file).matchAll(/from '(\.[^']*)'/g)) {
      const imported = join(dirname(file), path);
      if (sources.has(imported) && !found.includes(imported)) found.push(imported);
    }
  }
  return found;
}

const isRejection = (node) =>
  ts.isThrowStatement(node) &&
  node.expression !== undefined &&
  !ts.isNewExpression(node.expression) &&
  !ts.isIdentifier(node.expression);

const getCall = (node) => (ts.isAwaitExpression(node) ? getCall(node.expression) : node);

/** Names that a file imports from other areas. */
const importedFromElsewhere = (source, folder, area) =>
  source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const path = moduleSpecifier.text;
    const target = path.startsWith('.') ? posix.join(dirname(source.fileName), path) : path;
    const bindings = importClause?.namedBindings;
    if (target.startsWith(`${join(folder, 'api', area)}/`) || !bindings || !ts.isNamedImports(bindings))
      return [];
    return bindings.elements.map(({ name }) => name.text);
  });

/** How to switch a node off, if it is a guard: what stands before and after it. */
function wrapGuard(node, isElsewhere) {
  const isOther = (expression) => {
    const call = getCall(expression);
    return ts.isCallExpression(call) && namesGuard.test(call.expression.getText()) && isElsewhere(call);
  };
  const isProblem = ts.isExpressionStatement(node) && node.expression.getText().startsWith('problems.add(');
  if (isRejection(node) || isProblem || (ts.isExpressionStatement(node) && isOther(node.expression)))
    return { at: node, before: (id) => `{ if (!globalThis.isGuardOff?.(${id})) `, after: ' }' };
  if (ts.isArrowFunction(node) && isOther(node.body))
    return { at: node.body, before: (id) => `(globalThis.isGuardOff?.(${id}) ? undefined : `, after: ')' };
  return undefined;
}

const digest = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Adds a switch to each guard of an area's commands. @returns the guards */
function addSwitches(folder, area) {
  const guards = [];
  for (const file of getModules(folder, area)) {
    const text = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const elsewhere = new Set(importedFromElsewhere(source, folder, area));
    const edits = [];
    const visit = (node, within) => {
      const guard = wrapGuard(node, (call) => elsewhere.has(call.expression.getText()));
      if (guard !== undefined) {
        const id = guards.length;
        const written = guard.at.getText().replace(/\s+/g, ' ');
        const { line } = source.getLineAndCharacterOfPosition(guard.at.getStart());
        const path = relative(folder, file);
        guards.push({
          id,
          place: `${path}:${line + 1}`,
          written: written.slice(0, 110),
          key: `${path} ${digest(`${within.getText()} ${guard.at.getStart() - within.getStart()}`)}`,
        });
        edits.push([guard.at.getStart(), guard.before(id)], [guard.at.getEnd(), guard.after]);
      }
      const isWhole = node.parent === source && !ts.isImportDeclaration(node);
      ts.forEachChild(node, (child) => visit(child, isWhole ? node : within));
    };
    visit(source, source);
    const rewritten = edits
      .sort(([a], [b]) => b - a)
      .reduce((body, [at, added]) => body.slice(0, at) + added + body.slice(at), text);
    writeFileSync(file, rewritten);
  }
  return guards;
}

/** Loaded into every test process: which guard is off, and who reaches which. */
const switchSource = `
import { appendFileSync } from 'node:fs';
const off = process.env.GUARD_OFF;
const seen = new Set();
globalThis.isGuardOff = (id) => {
  const line = id + ' ' + (globalThis.__vitest_worker__?.filepath ?? '') + '\\n';
  if (process.env.GUARD_LOG && !seen.has(line)) appendFileSync(process.env.GUARD_LOG, line);
  seen.add(line);
  return off === String(id);
};`;

function runTests(folder, tests, env, options = []) {
  const projects = ['--project', 'api', '--project', 'unit'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter', 'dot', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...tests], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NODE_OPTIONS: `--import ${join(folder, 'guard-switch.mjs')}`, ...env },
  });
  return { passed: status === 0, output: stdout + stderr };
}

/** Tries the guards of one area. @returns those that no test notices */
function tryArea(folder, area) {
  const own = [`tests/api/${area}`, `tests/unit/${area.split('/')[1]}`].filter((path) =>
    existsSync(join(folder, path)),
  );
  const tests = existsSync(join(folder, 'tests/api', area)) ? [...own, walk] : ['tests/api'];
  const guards = addSwitches(folder, area);
  const pending = guards.filter(({ key }) => results[key] === undefined);
  if (pending.length > 0) {
    const log = join(folder, 'guard-log.txt');
    writeFileSync(log, '');
    const whole = runTests(folder, tests, { GUARD_LOG: log });
    if (!whole.passed)
      throw new Error(`The tests of ${area} fail with every guard on.\n${whole.output.slice(-4000)}`);
    const reached = readFileSync(log, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    for (const { id, key, place } of pending) {
      const all = reached.filter(([guard]) => guard === String(id)).map(([, file]) => relative(folder, file));
      const others = all.filter((file) => file !== walk);
      const files = others.length > 0 ? others : all;
      const isNoticed =
        files.length > 0 && !runTests(folder, files, { GUARD_OFF: String(id) }, ['--bail', '1']).passed;
      save(key, files.length === 0 ? 'not reached' : isNoticed ? 'noticed' : 'not noticed');
      console.log(`${place}: ${results[key]}`);
    }
  }
  const missed = guards.filter(({ key }) => results[key] !== 'noticed');
  console.log(`${area}: ${guards.length - missed.length} of ${guards.length} guards noticed by a test`);
  return missed.map((guard) => ({
    ...guard,
    result: results[guard.key] ?? 'the area has no tests of its own',
  }));
}

const folder = join(mkdtempSync(join(tmpdir(), 'assay-guards-')), 'tree');
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root });
try {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'guard-switch.mjs'), switchSource);
  const missed = areas.flatMap((area) => tryArea(folder, area));
  for (const { place, written, result } of missed) console.log(`${result}: ${place} ${written}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  rmSync(dirname(folder), { recursive: true, force: true });
}
