import { compareVersions, type Difference } from '#rules/risk/compare-versions.ts';
import type { TemplateContent } from '#rules/risk/template.ts';

const quoted = (text: string) => `“${[...text].slice(0, 80).join('')}”`;

/** Differences between two versions as text, one line each; all questions of `after` if there is no earlier version. */
export function formatDifferences(before: TemplateContent | null, after: TemplateContent): Difference[] {
  const { settings, questions } = compareVersions(before ?? { ...after, sections: [] }, after);
  return [
    ...settings,
    ...questions.flatMap(({ text, change, details }): Difference[] => {
      if (change === 'added') return [{ what: 'New question', before: '', after: text }];
      if (change === 'removed') return [{ what: 'Question removed', before: text, after: '' }];
      return details.map(({ what, ...sides }) => ({
        what: `${quoted(text)}, ${what.toLowerCase()}`,
        ...sides,
      }));
    }),
  ];
}
