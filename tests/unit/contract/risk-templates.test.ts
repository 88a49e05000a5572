import { expect, it } from 'vitest';
import { saveTemplateDraft } from '#contract/risk/risk-templates.ts';
import { templateLimits } from '#rules/risk/template.ts';
import { sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';

/** `not` within `not`, nested to a depth, the innermost a comparison. */
function nested(levels: number): unknown {
  let condition: unknown = { op: 'answered', question: 'q' };
  for (let level = 1; level < levels; level += 1) condition = { op: 'not', of: condition };
  return condition;
}

function problems(showWhen: unknown): string[] {
  const content = sampleContent([sampleQuestion('q', {}), { ...sampleQuestion('r', {}), showWhen } as never]);
  const parsed = saveTemplateDraft.body.safeParse({ version: 1, name: 'Deep', content });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

it('accepts conditions up to the depth limit and rejects deeper ones with an error', () => {
  expect(problems(nested(templateLimits.conditionDepth))).toEqual([]);
  const sentence = 'This condition nests too deep. Use at most 5 levels, or split the question';
  for (const levels of [templateLimits.conditionDepth + 1, 1000, 200_000]) {
    expect(problems(nested(levels))).toEqual([sentence]);
  }
  const wide = {
    op: 'all',
    of: Array.from({ length: 20 }, () => ({ op: 'all', of: Array(21).fill(nested(1)) })),
  };
  expect(problems(wide)).not.toEqual([]);
});
