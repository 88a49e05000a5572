import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/project-root.ts';

const sources = ['app', 'sandbox'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .map((file) => ({
      file: `${folder}/${file}`,
      text: readFileSync(join(projectRoot, folder, file), 'utf8'),
    })),
);

/** Sizes of text, heights of its lines, and widths of the window in pixels, which do not follow the reader's own size of text. */
const inPixels = [
  /\b(?:text|leading)-\[[\d.]+px\]/g,
  /\b(?:min|max)-\[[\d.]+px\]:/g,
  /\b(?:font-size|line-height|font):[^;{}]*?[\d.]+px/g,
  /--(?:breakpoint|text)-[\w-]+: *[\d.]+px/g,
  /\((?:min-|max-)?width *[<>=:]+ *[\d.]+px\)/g,
  // The height of what holds text is a least height.
  /(?<!-)\bheight: (?:2[4-9]|[3-9]\d)px/g,
];

test('text, its lines and the layouts of the window follow the size of text that a reader has set', () => {
  const found = sources.flatMap(({ file, text }) =>
    inPixels.flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`)),
  );
  expect(found).toEqual([]);
});
