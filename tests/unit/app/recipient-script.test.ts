import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { projectRoot } from '#tests/support/project-root.ts';

const script = readFileSync(
  join(projectRoot, 'app/routes/public-document-request/recipient-script.js'),
  'utf8',
);

const writtenFor = async (target: string) => (await transform(script, { target })).code;

it('has no syntax that old phones cannot read, since it is sent as it is', async () => {
  expect(await writtenFor('es2018')).toBe(await writtenFor('esnext'));
});
