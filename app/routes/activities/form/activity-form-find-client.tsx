import { ClientFinder, type ClientMatch } from '../../../components/activities/client-finder.tsx';
import { Button } from '../../../components/button.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { Card } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import type { ActivityFormResult, PartyRow } from './activity-form-values.ts';

/** Finds the client to add as a party: suggestions by script, a search with buttons without. */
export function FindClient({
  field,
  isScripted,
  clients,
  chosen,
  hasChanged,
  onChoose,
}: {
  field: FormField;
  isScripted: boolean;
  clients: ActivityFormResult['clients'];
  chosen: readonly PartyRow[];
  /** Without script: a party was added or removed, and its button lost the focus. */
  hasChanged: boolean;
  onChoose: (client: ClientMatch) => void;
}) {
  const typed = typeof field.initialValue === 'string' ? field.initialValue : '';
  return (
    <div className="grid gap-1">
      <label id={`${field.id}-label`} htmlFor={field.id}>
        Find client
      </label>
      <p id={`${field.id}-hint`} className="hint">
        Type a name, a number or a reference, then choose the client to add
      </p>
      {isScripted ? (
        <ClientFinder
          id={field.id}
          describedBy={`${field.id}-hint`}
          initialText={typed}
          onChoose={onChoose}
        />
      ) : (
        <div className="flex items-start gap-2">
          <input
            id={field.id}
            type="text"
            name={field.name}
            className="grow"
            defaultValue={typed}
            maxLength={200}
            aria-describedby={`${field.id}-hint`}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the focus was on a button of the row that came or went
            autoFocus={hasChanged}
          />
          <Button name="intent" value="findClient" formNoValidate>
            Find client
          </Button>
        </div>
      )}
      {clients && !isScripted ? <Matches clients={clients} chosen={chosen} /> : null}
    </div>
  );
}

function Matches({
  clients: { matches, problem },
  chosen,
}: {
  clients: NonNullable<ActivityFormResult['clients']>;
  chosen: readonly PartyRow[];
}) {
  if (problem) {
    return (
      <p className="field-error" role="alert">
        {problem}
      </p>
    );
  }
  if (matches.length === 0) {
    return (
      <p className="notice notice-warning" role="alert">
        No client found. Try fewer words, or create the client first.
      </p>
    );
  }
  return (
    <Card as="fieldset" pad="tight" className="mt-1 grid gap-2">
      <legend className="px-1">Select the client to add</legend>
      {matches.map(({ id, name, detail, sanctions }, index) => (
        <div key={id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            {name}
            <SanctionsTag tag={sanctions} /> <span className="hint">{detail}</span>
          </span>
          {chosen.some(({ clientId }) => clientId === id) ? (
            <span className="text-ink-soft">Added</span>
          ) : sanctions === 'prohibited' ? (
            <span className="text-ink-soft">Cannot be added: a sanctions match is confirmed</span>
          ) : (
            <Button
              name="intent"
              value={`addParty:${id}`}
              formNoValidate
              // Without script the response to "Find client" must start at the results
              autoFocus={index === 0}
            >
              Add<span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      ))}
    </Card>
  );
}
