import { expect, test } from 'vitest';
import { createHeldForms } from '#app/services/held-forms.server.ts';

const warn = () => undefined;

function form(entries: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

test('a form is read by its own session alone, in order, without passwords', async () => {
  const store = new Map<string, string>();
  const shared = {
    get: async (key: string) => store.get(key),
    set: async (key: string, value: string) => void store.set(key, value),
  };
  const id = await createHeldForms({ shared, warn }).hold(
    'secret-1',
    { action: '/settings/team' },
    form([
      ['name', 'Invented Person'],
      ['ticked', 'a'],
      ['ticked', 'b'],
      ['Password', 'never stored'],
      ['clientSecret', 'sent with the form'],
    ]),
    60,
  );
  // On another node, which has it from the shared store, sealed.
  const other = createHeldForms({ shared, warn });
  expect(await other.read('secret-1', id ?? '')).toEqual({
    action: '/settings/team',
    fields: [
      ['name', 'Invented Person'],
      ['ticked', 'a'],
      ['ticked', 'b'],
      // Saved only with this, within minutes.
      ['clientSecret', 'sent with the form'],
    ],
  });
  expect(await other.read('secret-2', id ?? '')).toBeUndefined();
  expect(await other.read('secret-1', 'unknown')).toBeUndefined();
  expect(JSON.stringify([...store])).not.toMatch(/Invented|settings/);
});

test('a form with a file, or too large, is not held', async () => {
  const { hold } = createHeldForms({ warn });
  expect(await hold('secret', { action: '/x' }, form([['file', new Blob(['text'])]]), 60)).toBeUndefined();
  expect(await hold('secret', { action: '/x' }, form([['text', 'x'.repeat(600_000)]]), 60)).toBeUndefined();
});
