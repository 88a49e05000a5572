/** Steps of a test run: programs run to their end, counted by their own reports. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Titles of journeys that failed and then passed alone; one that does so again fails the run until it is mended and taken off. */
const flakyList = join(root, 'tests/e2e/flaky.json');

/** More failed journeys than these have one cause: they are not tried again. */
const maxRetried = 5;

/**
 * Opens a run.
 * @param folder for its reports
 */
export function openRun(folder) {
  const totals = { passed: 0, failed: 0 };
  /** Names of failed steps and tests, with their messages. */
  const failures = [];
  const notes = [];

  /** Runs a program of the project to its end. With `beside`, its output is printed as a whole when it ends. Resolves to whether it succeeded. */
  function run(title, script, args, { env = {}, beside = false } = {}) {
    if (!beside) console.log(`\n— ${title}`);
    const started = performance.now();
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    return new Promise((resolve) => {
      child.once('close', (status) => {
        if (beside) console.log(`\n— ${title}\n${Buffer.concat(output)}`);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(`— ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
        resolve(status === 0);
      });
    });
  }

  function fail(message) {
    totals.failed += 1;
    failures.push(message);
  }

  /** Check with a single result: types, lint, build. */
  async function check(title, script, args, options) {
    if (await run(title, script, args, options)) totals.passed += 1;
    else fail(title);
  }

  /** A runner that counts its own tests: its report, or undefined if it left none. */
  async function suite(title, script, args, { report, env }) {
    const ok = await run(title, script, args, { env });
    return { ok, counted: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
  }

  function count(title, { ok, passed, failed }) {
    totals.passed += passed;
    for (const each of failed) fail(each);
    if (!ok && failed.length === 0) fail(`${title}: ended with an error outside a test`);
  }

  async function vitest(title, args, env = {}) {
    const report = join(folder, `${title.replace(/\W+/g, '-')}.json`);
    const { ok, counted } = await suite(
      title,
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { report, env },
    );
    if (counted === undefined) return fail(`${title}: no report`);
    const failed = counted.testResults.flatMap((file) => {
      const path = relative(root, file.name);
      const tests = file.assertionResults.filter(({ status }) => status === 'failed');
      if (file.status === 'failed' && tests.length === 0) return [`${path}: ${file.message}`];
      return tests.map((test) => `${path} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
    });
    return count(title, { ok, passed: counted.numPassedTests, failed });
  }

  /**
   * Journeys. Those that fail are run once more, alone: what passes then is flaky, and passes once.
   * @param files of them, all if empty
   */
  async function journeys(files = []) {
    const first = await playwright('Browser journeys', files);
    if (first === undefined) return;
    if (first.failed.length === 0 || first.failed.length > maxRetried) {
      return count('Browser journeys', { ...first, failed: first.failed.map(({ text }) => text) });
    }
    const again = await playwright('Failed journeys once more', ['--last-failed', '--workers=1']);
    const known = readFlaky();
    const flaky = first.failed.filter(({ name }) => !again?.failed.some((each) => each.name === name));
    const isRepeated = ({ name }) => again === undefined || known.includes(name);
    for (const { name } of flaky) notes.push(`FLAKY ${name}`);
    if (again !== undefined) writeFlaky([...known, ...flaky.map(({ name }) => name)]);
    count('Browser journeys', {
      ok: true,
      passed: first.passed + flaky.filter((each) => !isRepeated(each)).length,
      failed: first.failed
        .filter((each) => !flaky.includes(each) || isRepeated(each))
        .map((each) => (flaky.includes(each) ? `flaky again: ${each.text}` : each.text)),
    });
  }

  async function playwright(title, args) {
    const report = join(folder, `${title.replace(/\W+/g, '-')}.json`);
    const { ok, counted } = await suite(
      title,
      'node_modules/playwright/cli.js',
      ['test', '--reporter=line,json', ...args],
      { report, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
    );
    if (counted === undefined) {
      fail(`${title}: no report`);
      return undefined;
    }
    return {
      ok,
      passed: counted.stats.expected,
      failed: counted.suites.flatMap(getSpecs).flatMap(failedTests),
    };
  }

  return { check, vitest, journeys, fail, totals, failures, notes };
}

/** Journeys of a file or of a group in it. */
const getSpecs = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(getSpecs)];

const failedTests = ({ title, file, tests }) =>
  tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ projectName, results }) => {
      const name = `[${projectName}] ${file} › ${title}`;
      const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
      return { name, text: `${name}\n${messages.join('\n')}` };
    });

const readFlaky = () => JSON.parse(readFileSync(flakyList, 'utf8'));

function writeFlaky(names) {
  writeFileSync(flakyList, `${JSON.stringify([...new Set(names)].sort(), null, 2)}\n`);
}
