import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lawTables } from '#app/routes/settings/rules.server.ts';
import { tranches } from '#rules/dates/commencement.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';
import { sectors } from '#rules/sectors.ts';
import { projectRoot } from '#tests/support/project-root.ts';

/** Days on both sides of the changes that the tables know. */
const days = [
  '2013-06-30',
  '2013-10-10',
  '2019-08-01',
  '2021-07-16',
  '2024-06-01',
  '2025-06-01',
  '2025-11-26',
  '2025-11-27',
  '2026-03-30',
  '2026-03-31',
  '2026-05-18',
  '2026-05-19',
  '2026-06-30',
  '2026-07-01',
  '2026-11-29',
  '2027-06-30',
  '2027-07-01',
  '2029-03-31',
];

/** A row that a comment names, with the days on which it is to be confirmed. */
type Named = { code: string; from: string; to: string; where: string };

/** Text of every comment of a file, each as one line. */
function commentsIn(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g) ?? [];
  return comments.map((text) => text.replace(/\n\s*\*/g, ' ').replace(/\s+/g, ' '));
}

function toNamed(reference: string, where: string): Named {
  const [, code = '', from = '', to = '9999-12-31'] =
    /^((?:clock |list |verification |retention [A-Z]{3} )?[\w.]+)(?: from (\S+))?(?: to (\S+))?$/.exec(
      reference.trim(),
    ) ?? [];
  return { code, from, to, where };
}

const root = join(projectRoot, 'rules');
const comments = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.m?ts$/.test(file))
  .flatMap((file) =>
    commentsIn(readFileSync(join(root, file), 'utf8'))
      .filter((text) => /to be confirmed/i.test(text))
      .map((text) => ({ file, text })),
  );
const named = comments.flatMap(({ file, text }) =>
  [...text.matchAll(/to be confirmed \(([^)]+)\)/gi)].flatMap(([, codes = '']) =>
    codes.split(',').map((code) => toNamed(code, file)),
  ),
);

const companies = sectors.flatMap((sector) =>
  [null, ...tranches].map((australianTranche) => ({ sector, australianTranche })),
);

/** Every row that some company sees on some of the days, once for each day and certainty. */
const rows = new Map(
  days.flatMap((on) =>
    companies.flatMap((company) =>
      jurisdictions.flatMap((jurisdiction) =>
        Object.values(lawTables(jurisdiction, company, on))
          .flat()
          .map(({ code, isUnconfirmed }): [string, { code: string; isUnconfirmed: boolean; on: string }] => [
            `${code} ${isUnconfirmed} ${on}`,
            { code, isUnconfirmed, on },
          ]),
      ),
    ),
  ),
);

const concerns = ({ code, from, to }: Named, row: { code: string; on: string }) =>
  row.code === code && from <= row.on && row.on <= to;

describe('what is to be confirmed', () => {
  it('names its rows in every comment', () => {
    const unnamed = comments.filter(({ text }) => /to be confirmed(?! \([^)]+\))/i.test(text));
    expect(unnamed).toEqual([]);
    expect(named.filter(({ code }) => code === '')).toEqual([]);
  });

  it('names rows that exist', () => {
    const shown = [...rows.values()];
    expect(named.filter((each) => !shown.some((row) => concerns(each, row)))).toEqual([]);
  });

  it('shows on every row that a comment names, on the days that it names', () => {
    const confirmed = [...rows.values()].filter(
      (row) => !row.isUnconfirmed && named.some((each) => concerns(each, row)),
    );
    expect(confirmed).toEqual([]);
  });

  it('is named by a comment wherever a row shows it', () => {
    const unexplained = [...rows.values()].filter(
      (row) => row.isUnconfirmed && !named.some((each) => concerns(each, row)),
    );
    expect(unexplained).toEqual([]);
  });
});
