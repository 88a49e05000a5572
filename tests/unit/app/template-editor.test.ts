import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EditorContent } from '#app/routes/risk-templates/editor-content.ts';
import { applyIntent } from '#app/routes/risk-templates/editor-operations.server.ts';

/** A template with as many questions in each section as given, each with two options, named by their first place. */
function getTemplate(...counts: number[]): EditorContent {
  const content: EditorContent = {
    name: 'Template',
    factorWeights: {
      customer: '1',
      service: '1',
      channel: '1',
      country: '1',
      transaction: '1',
      screening: '1',
    },
    thresholds: { medium: '30', high: '60' },
    reviewMonths: { low: '24', medium: '12', high: '6' },
    sections: [],
  };
  for (const [s, count] of counts.entries()) {
    applyIntent(content, 'add section');
    const section = content.sections[s];
    if (section === undefined) throw new Error('No section was added');
    section.title = `${s}`;
    section.questions = [];
    for (let q = 0; q < count; q++) {
      applyIntent(content, `add question:sections[${s}]`);
      const question = section.questions[q];
      if (question === undefined) throw new Error('No question was added');
      question.text = `${s}.${q}`;
      question.options = ['a', 'b'].map((label) => ({
        key: `${s}.${q}.${label}`,
        label,
        score: '0',
        floor: '',
        cddLevel: '',
        prohibit: false,
      }));
    }
  }
  return content;
}

const getTexts = (content: EditorContent) =>
  content.sections.map(({ questions }) => questions.map(({ text }) => text));

const getTextAt = (content: EditorContent, path: string) => {
  const [section, question] = (path.match(/\d/g) ?? []).map(Number);
  return content.sections[section ?? -1]?.questions[question ?? -1]?.text;
};

it('moves a question to the place that it is dropped at, in its own section and in another', () => {
  const down = getTemplate(3, 2);
  expect(applyIntent(down, 'move:sections[0].questions[0]>sections[0].questions[2]')).toBe(
    'sections[0].questions[2]',
  );
  expect(getTexts(down)).toEqual([
    ['0.1', '0.2', '0.0'],
    ['1.0', '1.1'],
  ]);
  const across = getTemplate(3, 2);
  expect(applyIntent(across, 'move:sections[0].questions[2]>sections[1].questions[0]')).toBe(
    'sections[1].questions[0]',
  );
  expect(getTexts(across)).toEqual([
    ['0.0', '0.1'],
    ['0.2', '1.0', '1.1'],
  ]);
  const toTheEnd = getTemplate(2, 0);
  applyIntent(toTheEnd, 'move:sections[0].questions[0]>sections[1].questions[0]');
  applyIntent(toTheEnd, 'move:sections[0].questions[0]>sections[1].questions[9]');
  expect(getTexts(toTheEnd)).toEqual([[], ['0.0', '0.1']]);
});

it('moves sections and options within their list alone', () => {
  const sections = getTemplate(1, 1, 1);
  expect(applyIntent(sections, 'move:sections[2]>sections[0]')).toBe('sections[0]');
  expect(sections.sections.map(({ title }) => title)).toEqual(['2', '0', '1']);

  const options = getTemplate(2);
  const [first, second] = ['sections[0].questions[0].options[0]', 'sections[0].questions[0].options[1]'];
  expect(applyIntent(options, `move:${first}>${second}`)).toBe(second);
  expect(options.sections[0]?.questions[0]?.options.map(({ label }) => label)).toEqual(['b', 'a']);
  expect(applyIntent(options, `move:${first}>sections[0].questions[1].options[0]`)).toBe(first);
  expect(options.sections[0]?.questions.map((question) => question.options.length)).toEqual([2, 2]);
});

it('loses, copies and reorders nothing else, wherever an item is dropped', () => {
  const place = fc.constantFrom(
    ...['sections[0]', 'sections[1]', 'sections[7]', 'sections', '', '__proto__[0]'],
    ...['sections[0].questions[0]', 'sections[0].questions[2]', 'sections[1].questions[1]'],
    ...[
      'sections[5].questions[0]',
      'sections[0].questions[0].options[1]',
      'sections[1].questions[0].options[0]',
    ],
    'sections[0].questions[0].condition.rows[0]',
  );
  fc.assert(
    fc.property(place, place, (from, to) => {
      const content = getTemplate(3, 2);
      const landed = applyIntent(content, `move:${from}>${to}`);
      expect(getTexts(content).flat().sort()).toEqual(['0.0', '0.1', '0.2', '1.0', '1.1']);
      expect(
        content.sections.flatMap(({ questions }) => questions.flatMap(({ options }) => options)),
      ).toHaveLength(10);
      if (landed === from) return;
      const getOthers = (template: EditorContent) =>
        getTexts(template)
          .flat()
          .filter((text) => text !== getTextAt(getTemplate(3, 2), from));
      if (/questions\[\d\]$/.test(from)) expect(getOthers(content)).toEqual(getOthers(getTemplate(3, 2)));
    }),
  );
});
