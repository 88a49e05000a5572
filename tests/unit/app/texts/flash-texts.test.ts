import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#tests/support/project-root.ts';

const sources = readdirSync(join(projectRoot, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join(projectRoot, 'app', path), 'utf8'));

const instruction =
  /^(Add|Check|Choose|Complete|Confirm|Enter|Find|Go|Open|Reassess|Record|Select|Start|Upload)\b/;

// Read out as "Success" and the text.
it('says what succeeded before it says what to do next', () => {
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/kind: 'success',[^}]*?text: ['`](.*?)['`]/gs)].map(([, text]) => text ?? ''),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => instruction.test(text))).toEqual([]);
});
