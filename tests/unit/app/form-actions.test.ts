import { describe, expect, it } from 'vitest';
import { formActions, oneButton, type PressedButton } from '#app/components/forms/form-actions.server.ts';

const posted = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const pressed = (_args: object, _form: FormData, button: PressedButton) => button;

const isMalformed = async (response: Promise<unknown>) => {
  const thrown: unknown = await response.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).status).toBe(400);
};

describe('a table of form actions', () => {
  const actions = formActions({ save: pressed, 'remove:': pressed }, { overwrites: 'save' });

  it('calls the action of an intent, with the target after the colon', async () => {
    expect(await actions({}, posted({ intent: 'save' }))).toEqual({ intent: 'save', target: '' });
    expect(await actions({}, posted({ intent: 'remove:a:b' }))).toEqual({ intent: 'remove', target: 'a:b' });
  });

  it.each(['', 'explode', 'constructor', '__proto__', 'save:x', 'remove', ' save'])(
    'rejects the intent "%s"',
    (intent) => isMalformed(actions({}, posted({ intent }))),
  );

  it('rejects a form without an intent', () => isMalformed(actions({}, posted({}))));

  it('reads “Overwrite with my version” as the action that overwrites', async () => {
    expect(await actions({}, posted({ overwriteVersion: '3' }))).toEqual({ intent: 'save', target: '' });
  });

  it('reads the intent from another field, and nests', async () => {
    const panels = formActions(
      { list: actions, other: oneButton(pressed) },
      { field: 'panel', otherwise: 'other' },
    );
    expect(await panels({}, posted({ panel: 'list', intent: 'save' }))).toEqual({
      intent: 'save',
      target: '',
    });
    expect(await panels({}, posted({}))).toEqual({ intent: 'save', target: '' });
    await isMalformed(panels({}, posted({ panel: 'list' })));
    await isMalformed(panels({}, posted({ panel: 'constructor' })));
  });
});
