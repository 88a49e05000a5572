import { expect, it } from 'vitest';
import { toFieldErrors } from '#app/routes/risk-templates/edit.server.ts';
import { nameField } from '#app/routes/risk-templates/field-names.ts';

it.each([
  ['name', 'Name'],
  ['factorWeights.customer', 'Factor weights, Customer'],
  ['thresholds.medium', 'Medium from (score)'],
  ['reviewMonths.high', 'Review high risk every (months)'],
  ['sections[0]', 'Section 1'],
  ['sections[1].title', 'Section 2, title'],
  ['sections[1].key', 'Section 2'],
  ['sections[0].questions[2]', 'Question 1.3'],
  ['sections[0].questions[2].text', 'Question 1.3, question'],
  ['sections[0].questions[2].help', 'Question 1.3, help'],
  ['sections[0].questions[2].type', 'Question 1.3, type of answer'],
  ['sections[0].questions[2].factor', 'Question 1.3, factor'],
  ['sections[0].questions[2].weight', 'Question 1.3, weight'],
  ['sections[0].questions[2].prefill', 'Question 1.3, prefill'],
  ['sections[0].questions[2].options[0].score', 'Question 1.3, option 1, points'],
  ['sections[0].questions[2].options[1].floor', 'Question 1.3, option 2, minimum level'],
  ['sections[0].questions[2].options[3].label', 'Question 1.3, option 4, label'],
  ['sections[0].questions[2].options[3].key', 'Question 1.3'],
  ['sections[0].questions[2].bands[0].upTo', 'Question 1.3, band 1, up to'],
  ['sections[0].questions[2].showWhen.of[0].value', 'Question 1.3, show only if'],
  ['sections[0].questions[2].condition.rows[1].value', 'Question 1.3, condition 2, answer'],
])('names the field of an error at %s', (path, place) => {
  const [name = ''] = Object.keys(toFieldErrors([{ path, message: 'Wrong.' }]));
  expect(nameField(name, 'Wrong.')).toBe(`${place}: Wrong.`);
});

it('names no field where the template as a whole is wrong', () => {
  expect(nameField('', 'Wrong.')).toBe('Wrong.');
});
