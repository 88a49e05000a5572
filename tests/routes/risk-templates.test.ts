import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
let owner: TestBrowser;
let auditor: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  auditor = app.browser();
  await owner.startSession('owner@demo.test');
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app.close());

/** Every field that the page's last form of this method would post without script. */
function fieldsIn(html: string): Record<string, string> {
  return Object.fromEntries(postedFields(parsePage(html).querySelector('main')));
}

const read = async (answer: Response) => ({ status: answer.status, html: await answer.text() });

async function openDraft(name: string): Promise<string> {
  const path = '/risk_assessment_templates/create/clients';
  const { html } = await read(await owner.get(path));
  const answer = await owner.post(path, { ...fieldsIn(html), name });
  expect(answer.status).toBe(302);
  return answer.headers.get('Location') ?? '';
}

it('has no templates of other resource types', async () => {
  for (const path of [
    '/risk_assessment_templates/create/boats',
    '/risk_assessment_templates/0190a0b0-0000-7000-8000-000000000000/edit/boats',
  ]) {
    expect((await owner.get(path)).status).toBe(404);
  }
  const draft = await openDraft('Only for clients');
  expect((await owner.get(draft.replace(/clients$/, 'activities'))).status).toBe(404);
});

it('changes a draft by its buttons, preserves input, and saves it', async () => {
  const path = await openDraft('Changed by buttons');
  const opened = await read(await owner.get(path));
  const form = fieldsIn(opened.html);
  const typed = { ...form, 'sections[0].questions[0].text': 'Typed before the move?' };
  const moved = await read(await owner.post(path, { ...typed, intent: 'down:sections[0].questions[0]' }));
  const after = fieldsIn(moved.html);
  expect(after['sections[0].questions[1].text']).toBe('Typed before the move?');
  expect(after['sections[0].questions[0].text']).toBe(form['sections[0].questions[1].text']);
  const saved = await owner.post(path, { ...after, intent: 'save' });
  expect(saved.headers.get('Location')).toBe(path);
  expect(fieldsIn(await (await owner.get(path)).text())['sections[0].questions[1].text']).toBe(
    'Typed before the move?',
  );
});

it('shows a field error for an invalid number, and preserves it', async () => {
  const path = await openDraft('With a slip');
  const form = fieldsIn(await (await owner.get(path)).text());
  const refused = await read(await owner.post(path, { ...form, 'thresholds.high': 'sixty', intent: 'save' }));
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Enter a number.');
  expect(fieldsIn(refused.html)['thresholds.high']).toBe('sixty');
});

it('offers the answers of the selected question in a condition, and names the question of an error', async () => {
  const path = await openDraft('With conditions');
  const form = fieldsIn(await (await owner.get(path)).text());
  const change = async (fields: Record<string, string>, intent: string) => {
    const changed = await read(await owner.post(path, { ...fields, intent }));
    expect(changed.status).toBe(200);
    return { html: changed.html, fields: fieldsIn(changed.html) };
  };
  const last = 'sections[0].questions[1]';
  const row = `${last}.condition.rows[0]`;
  const first = await change(
    { ...form, 'sections[0].questions[0].type': 'single' },
    'fit:sections[0].questions[0]',
  );
  const key = first.fields['sections[0].questions[0].key'] ?? '';
  const [option = '', other = ''] = [0, 1].map(
    (n) => first.fields[`sections[0].questions[0].options[${n}].key`] ?? '',
  );
  expect(option).not.toBe('');
  const labelled = {
    ...first.fields,
    'sections[0].questions[0].options[0].label': 'Cash',
    'sections[0].questions[0].options[1].label': 'Card',
    [`${last}.condition.rows[0].question`]: '',
  };
  const added = await change(labelled, `add row:${last}`);
  const compared = await change(
    { ...added.fields, [`${row}.question`]: key, [`${row}.op`]: 'equals' },
    `compare:${row}`,
  );
  const select = parsePage(compared.html).querySelector(`[name="${row}.value"]`);
  expect([...(select?.querySelectorAll('option') ?? [])].map((each) => getText(each))).toEqual(
    expect.arrayContaining(['Cash', 'Card']),
  );
  // Several answers are posted under one name.
  const several = await change({ ...compared.fields, [`${row}.op`]: 'isOneOf' }, `compare:${row}`);
  const both = new URLSearchParams({ ...several.fields, intent: `compare:${row}` });
  both.delete(`${row}.value`);
  both.append(`${row}.value`, option);
  both.append(`${row}.value`, other);
  const posted = await owner.post(path, {}, { body: both });
  const ticked = parsePage(await posted.text()).querySelectorAll(`[name="${row}.value"][checked]`);
  expect([...ticked].map((each) => each.getAttribute('value'))).toEqual([option, other]);

  const wrong = await read(await owner.post(path, { ...form, [`${last}.weight`]: 'ten', intent: 'save' }));
  const summary = parsePage(wrong.html).querySelector('#template-errors');
  expect(summary && getText(summary)).toContain('Question 1.2, weight: Enter a number.');
});

it('names in the summary each field that is wrong, and links to it', async () => {
  const path = await openDraft('With several slips');
  const opened = fieldsIn(await (await owner.get(path)).text());
  const question = 'sections[0].questions[0]';
  const single = { ...opened, [`${question}.type`]: 'single' };
  const fitted = await read(await owner.post(path, { ...single, intent: `fit:${question}` }));
  expect(fitted.status).toBe(200);
  const form = fieldsIn(fitted.html);
  const wrong = {
    'factorWeights.country': 'much',
    'thresholds.high': 'sixty',
    'reviewMonths.low': 'never',
    [`${question}.weight`]: 'ten',
    [`${question}.options[1].score`]: 'full',
  };
  const refused = await read(await owner.post(path, { ...form, ...wrong, intent: 'save' }));
  const page = parsePage(refused.html);
  const links = [...page.querySelectorAll('#template-errors a')];
  expect(links.map((link) => [getText(link), link.getAttribute('href')])).toEqual([
    ['Factor weights, Country: Enter a number.', '#template-factorWeights.country'],
    ['High from (score): Enter a number.', '#template-thresholds.high'],
    ['Review low risk every (months): Enter a number.', '#template-reviewMonths.low'],
    ['Question 1.1, weight: Enter a number.', `#template-${question}.weight`],
    ['Question 1.1, option 2, points: Enter a number.', `#template-${question}.options[1].score`],
  ]);
  const ids = [...page.querySelectorAll('[id]')].map((element) => element.getAttribute('id'));
  for (const link of links) expect(ids).toContain(link.getAttribute('href')?.slice(1));
});

it('starts a blank template with a section and a question to fill in', async () => {
  const path = '/risk_assessment_templates/create/clients';
  const { html } = await read(await owner.get(path));
  const answer = await owner.post(path, { ...fieldsIn(html), name: 'Blank', from: 'empty' });
  const draft = answer.headers.get('Location') ?? '';
  const form = fieldsIn(await (await owner.get(draft)).text());
  expect(form).toMatchObject({ 'sections[0].title': '', 'sections[0].questions[0].text': '' });
  const filled = {
    ...form,
    'sections[0].title': 'The client',
    'sections[0].questions[0].text': 'Is the client known to us?',
    intent: 'save',
  };
  expect((await owner.post(draft, filled)).headers.get('Location')).toBe(draft);
  expect(fieldsIn(await (await owner.get(draft)).text())).toMatchObject({
    'sections[0].title': 'The client',
    'sections[0].questions[0].text': 'Is the client known to us?',
  });
});

it('loses neither of two drafts saved concurrently', async () => {
  const path = await openDraft('Saved twice');
  const form = fieldsIn(await (await owner.get(path)).text());
  const officer = app.browser();
  await officer.startSession('officer@demo.test');
  const theirs = fieldsIn(await (await officer.get(path)).text());
  expect((await officer.post(path, { ...theirs, name: 'Theirs', intent: 'save' })).status).toBe(302);
  const stale = await read(await owner.post(path, { ...form, name: 'Mine', intent: 'save' }));
  expect(stale.status).toBe(409);
  expect(stale.html).toContain('Overwrite with my version');
  const kept = fieldsIn(stale.html);
  expect(kept).toMatchObject({ name: 'Mine', version: form.version });
  const savedVersion = valueIn(stale.html, 'overwriteVersion');
  expect((await owner.post(path, { ...kept, overwriteVersion: savedVersion })).status).toBe(302);
});

it('publishes after a preview of the impact, assesses with it, and explains the score', async () => {
  const path = await openDraft('To be published');
  const impact = await read(await owner.get(`${path}?view=impact`));
  expect(impact.html).toContain('Impact of publishing');
  // Of a draft that changed since, the impact is previewed again, and the error leads there.
  const note = 'The first version of ours';
  const unseen = await read(
    await owner.post(`${path}?view=impact`, {
      ...fieldsIn(impact.html),
      seenContentHash: 'a'.repeat(64),
      changeNote: note,
    }),
  );
  expect(unseen.status).toBe(422);
  const summary = parsePage(unseen.html).querySelector('#publish-errors');
  expect(summary && getText(summary)).toContain('Preview the impact again. Your ');
  expect(summary?.querySelector('a')?.getAttribute('href')).toBe(`${path}?view=impact#publish`);
  expect(unseen.html).toContain(note);
  const published = await owner.post(`${path}?view=impact`, { ...fieldsIn(impact.html), changeNote: note });
  expect(published.headers.get('Location')).toBe(path);

  const clientForm = fieldsIn(await (await owner.get('/clients/create?type=individual')).text());
  const created = await owner.post('/clients/create?type=individual', {
    ...clientForm,
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Assessed',
    clientType: 'individual',
  });
  const client = created.headers.get('Location') ?? '';
  const create = `${client}/risk_assessments/create`;
  const page = await read(await owner.get(create));
  expect(page.html).toContain('Current score');
  const form = fieldsIn(page.html);
  const recalculated = await read(
    await owner.post(create, { ...form, intent: 'recalculate', 'answers.pep': 'foreign' }),
  );
  expect(recalculated.status).toBe(200);
  expect(recalculated.html).toContain('floor: high (');
  const refused = await read(await owner.post(create, { ...form, intent: 'submit' }));
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Answer this question.');
  const saved = await owner.post(create, { ...form, intent: 'save', 'answers.pep': 'foreign' });
  expect(saved.status).toBe(302);
  const draft = await read(await owner.get(saved.headers.get('Location') ?? ''));
  expect(draft.html).toContain('Save draft');
  const readOnly = await read(await auditor.get(saved.headers.get('Location') ?? ''));
  expect(readOnly.html).toContain('Score breakdown');
  expect(readOnly.html).not.toContain('Save draft');
});

it('calculates sample answers in the preview, and stores none', async () => {
  const path = await openDraft('To be previewed');
  const preview = `${path}?view=preview`;
  const opened = await read(await owner.get(preview));
  expect(opened.html).toContain('Nothing is saved');
  expect(opened.html).not.toContain('Save draft');
  expect(opened.html).not.toContain('Submit for approval');
  const form = fieldsIn(opened.html);
  for (const intent of ['recalculate', 'save', 'submit', 'publish', 'discard']) {
    const tried = await read(await owner.post(preview, { ...form, intent, 'answers.pep': 'foreign' }));
    expect(tried.status, intent).toBe(200);
    expect(tried.html).toContain('floor: high (');
  }
  const after = await read(await owner.get(path));
  expect(after.html).toMatch(/Version 1, draft/);
  expect((await auditor.get(preview)).status).toBe(200);
});

it('is read-only for an auditor', async () => {
  expect((await auditor.get('/risk_assessment_templates/create/clients')).status).toBe(403);
  const { html } = await read(await auditor.get('/templates'));
  expect(html).not.toContain('New template');
});
