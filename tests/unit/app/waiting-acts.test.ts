import { expect, test } from 'vitest';
import { getActLabel, isDownload } from '#app/session/waiting-acts.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Their forms are on the page of the proof itself, which does not hold them. */
const setUp = ['secondFactors.startApp', 'secondFactors.addApp', 'secondFactors.addPasskey'];

const waiting = endpoints.filter(
  ({ id, method, recentProof }) => recentProof === true && method !== 'GET' && !setUp.includes(id),
);

/** What each form may ask its endpoint to do: most do one act. */
const choices: Record<string, [field: string, values: string[]]> = {
  'members.transition': ['to', ['active', 'suspended', 'removed']],
  'platform.companies.restrict': ['to', ['restricted', 'open']],
  'platform.users.transition': ['act', ['active', 'suspended']],
};

test.each(waiting)('$id names what its button does after the proof', (endpoint) => {
  const [field, values] = choices[endpoint.id] ?? ['intent', ['any']];
  const labels = values.map((value) => {
    const form = new FormData();
    form.set(field, value);
    return getActLabel(endpoint, form);
  });
  expect(labels).not.toContain('Continue');
  expect(new Set(labels).size).toBe(values.length);
});

test('an evidence pack alone is a download that is posted', () => {
  expect(waiting.filter(isDownload).map(({ id }) => id)).toEqual(['evidencePacks.download']);
});
