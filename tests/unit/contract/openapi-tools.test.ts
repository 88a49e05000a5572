import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openApiDocument } from '#contract/openapi.ts';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-openapi-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(endpoints)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs one of the tools that read OpenAPI documents, in the project's folder. */
function run(tool: string, args: string[]): Promise<{ code: number; printed: string; said: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'node_modules', tool), ...args],
      { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 },
      (error, printed, said) => done({ code: error === null ? 0 : Number(error.code ?? 1), printed, said }),
    );
  });
}

it('passes a third-party linter', async () => {
  const { code, printed, said } = await run('@redocly/cli/bin/cli.js', [
    'lint',
    'openapi.json',
    '--format=json',
  ]);
  const { totals, problems } = JSON.parse(printed.slice(printed.indexOf('{'))) as {
    totals: { errors: number; warnings: number };
    problems: { severity: string; message: string }[];
  };
  console.log('redocly lint', JSON.stringify(totals));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([code, totals.errors], said).toEqual([0, 0]);
}, 120_000);

it('generates types that compile and match the contract', async () => {
  const made = await run('openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'types.ts']);
  expect(made.code, made.said).toBe(0);
  await writeFile(
    join(folder, 'client.ts'),
    `import type { components, operations, paths } from './types.ts';
     type Me = paths['/me']['get']['responses'][200]['content']['application/json'];
     export const getCompany = (me: Me): string => me.company.name;
     export const role: components['schemas']['MemberRole'] = 'owner';
     type NewClient = operations['clients.create']['requestBody']['content']['application/json'];
     export const made: NewClient['clientType'] = 'company';
     type Refused = operations['clients.read']['responses']['default']['content']['application/problem+json'];
     export const whyOf = (problem: Refused): string => problem.detail ?? problem.title;
     // @ts-expect-error There is no such role.
     export const wrong: components['schemas']['MemberRole'] = 'stranger';
    `,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext'];
  const compiled = await run('typescript/bin/tsc', [
    ...options,
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
    'client.ts',
    'types.ts',
  ]);
  expect([compiled.code, compiled.printed]).toEqual([0, '']);
  expect((await readFile(join(folder, 'types.ts'), 'utf8')).length).toBeGreaterThan(100_000);
}, 120_000);
