import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { withFiles } from '#tests/support/files/list-files.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const list = `id,name,type,date_of_birth,reason
1,Konstantin Wasserberg,person,1970-03-12,sanction
2,Perpetua Fictiva,person,1970-03-12,PEP
`;
const names = `full_name,date_of_birth
Konstantin Wasserberg,1970-12-03
"Wasserberg, Konstantin",2004-11-30
Konstantin Waserberg,2004-11-30
Perpetua Fictiva,2004-11-30
`;

test('finds exact names of a sanctions list above any threshold, at any date of birth', async () => {
  const found = await withFiles({ 'list.csv': list, 'names.csv': names }, async ([listed, asked]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        'scripts/screening-search.mjs',
        ...['--list', listed?.path ?? '', '--names', asked?.path ?? '', '--threshold', '0.99'],
      ],
      { cwd: root, env: { ...process.env, INIT_CWD: root } },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; hits: { id: string; score: number }[] });
  });
  expect(found.map(({ name, hits }) => [name, hits.map(({ id, score }) => [id, score])])).toEqual([
    ['Konstantin Wasserberg', [['1', 0.95]]],
    ['Wasserberg, Konstantin', [['1', 0.6]]],
    ['Konstantin Waserberg', []],
    ['Perpetua Fictiva', []],
  ]);
});
