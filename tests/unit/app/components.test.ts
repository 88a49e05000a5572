import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Markup of one component, with the files that may write it. Every view uses the component. */
const rules = [
  { what: 'a table', pattern: /<table\b/, use: 'DataTable', owners: ['components/table.tsx'] },
  {
    what: 'a button',
    pattern: /<button\b|className=(\{`|"|\{')[^"'`]*(?<=[\s"'`])button(-\w+)?(?=[\s"'`])/,
    use: 'Button, ButtonLink, EnterButton or buttonClass',
    owners: ['components/button.tsx'],
  },
  {
    what: 'a panel',
    pattern: /className=(\{`|"|\{')[^"'`]*(?<=[\s"'`])panel(?=[\s"'`])/,
    use: 'Panel, Card, EntryList or cardClass',
    owners: ['components/panel.tsx'],
  },
  {
    what: 'a select',
    pattern: /<select\b/,
    use: 'Select or PlainSelect',
    owners: ['components/forms/choices.tsx'],
  },
  {
    what: 'a file input',
    pattern: /type(=|: )["']file["']/,
    use: 'FileInput',
    // Evidence is uploaded when a file is selected, next to its button.
    owners: ['components/forms/text-input.tsx', 'components/risk/evidence-field.tsx'],
  },
  {
    what: 'a description list',
    pattern: /<dl\b/,
    use: 'DescriptionList or RecordHeader',
    owners: [
      'components/description-list.tsx',
      'components/record-header.tsx',
      // Every page loads it: its first JavaScript must stay small.
      'components/error-page.tsx',
      // Two columns on a phone as well.
      'components/sign-in/demo-sign-ins.tsx',
      // A card for each figure.
      'routes/admin/home.tsx',
    ],
  },
] as const;

/** Files that still write the markup themselves, by name of the rule. The list only gets shorter. */
const debts: Record<string, string[]> = {};

const views = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(root, 'app', file), 'utf8') }));

describe.each(rules)('$what', ({ what, pattern, use, owners }) => {
  it(`is written through ${use} alone`, () => {
    const byHand = views
      .filter(({ file, text }) => !owners.some((owner) => owner === file) && pattern.test(text))
      .map(({ file }) => file);
    expect(byHand).toEqual(debts[what] ?? []);
  });
});

/** Markup as written, without its expressions in braces. */
function withoutExpressions(markup: string): string {
  const shorter = markup.replaceAll(/\{[^{}]*\}/g, ' ');
  return shorter === markup ? markup : withoutExpressions(shorter);
}

describe('a pill', () => {
  /** What each `<Badge>` of a view holds as written, without elements and expressions. */
  const pills = views.flatMap(({ file, text }) =>
    [...text.matchAll(/<Badge\b[^>]*(?:=>[^>]*)*>([\s\S]*?)<\/Badge>/g)].map(([, content = '']) => ({
      file,
      content: content.replaceAll(/\s+/g, ' ').trim(),
      words: withoutExpressions(content).replaceAll(/<[^>]*>/g, ' '),
    })),
  );

  it('has its classes from Badge or a table’s cell alone', () => {
    const owners = ['components/badge.tsx', 'components/table.tsx'];
    const byHand = views
      .filter(({ file, text }) => !owners.includes(file) && /[`'" ]badge(?:-\w+)?[`'" ]/.test(text))
      .map(({ file }) => file);
    expect(byHand).toEqual([]);
  });

  it('is a word or a few, not a sentence', () => {
    expect(pills.length).toBeGreaterThan(50);
    const sentences = pills
      .filter(({ words }) => /[.:;]/.test(words) || words.trim().split(/\s+/).length > 5)
      .map(({ file, content }) => `${file}: ${content}`);
    expect(sentences).toEqual([]);
  });

  it('is as large as its words in a grid or a column', () => {
    const styles = readFileSync(join(root, 'app/styles/app.css'), 'utf8');
    const rule = /\.badge \{[^}]*\}/.exec(styles)?.[0];
    expect(rule).toContain('width: fit-content;');
    expect(rule).toContain('height: fit-content;');
  });
});

it('labels a phone’s cards by column titles, not by position', () => {
  const styles = readFileSync(join(root, 'app/styles/app.css'), 'utf8');
  expect(styles).not.toMatch(/nth-child/);
});
