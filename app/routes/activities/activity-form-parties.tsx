import { useState } from 'react';
import { capacities, capacityLabels } from '#rules/activity-types.ts';
import { ClientFinder, type ClientMatch } from '../../components/activities/client-finder.tsx';
import { countryChoices } from '../../components/address-fields.tsx';
import { Fieldset, Options, Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { useScripted } from '../../components/forms/scripted.ts';
import type { ActivityFormAnswer, PartyRow } from './activity-form-values.ts';

/** As many as the contract takes. */
const mostParties = 30;
const mostCountries = 10;

const capacityChoices = capacities.map((value) => ({ value, label: capacityLabels[value] }));

/** Clients who take part, each in a capacity, found by a search; with and without script. */
export function PartiesSection({
  field,
  initial,
  answer,
}: {
  field: (name: string) => FormField;
  initial: PartyRow[];
  answer?: ActivityFormAnswer;
}) {
  const isScripted = useScripted();
  const [parties, setParties] = useState<PartyRow[]>(answer?.parties ?? initial);
  const [clients, setClients] = useState(answer?.clients);
  const [answered, setAnswered] = useState(answer);
  if (answer !== answered) {
    setAnswered(answer);
    setClients(answer?.clients);
    if (answer) setParties(answer.parties);
  }
  function add({ id, name }: ClientMatch) {
    setClients(undefined);
    if (parties.some(({ clientId }) => clientId === id)) return;
    const capacity = parties.length === 0 ? 'customer' : 'otherParty';
    setParties([...parties, { clientId: id, name, capacity }]);
  }
  return (
    <Fieldset
      legend="Parties"
      field={field('parties')}
      hint="The customer for whom the activity is done, those on whose behalf, and the other parties"
    >
      {parties.length === 0 ? <p className="text-ink-soft">None yet</p> : null}
      {parties.length > 0 ? (
        <ul className="grid gap-2">
          {parties.map((party, index) => (
            <Party
              key={party.clientId}
              party={party}
              index={index}
              field={field}
              onRemove={() => setParties(parties.filter((other) => other !== party))}
              isScripted={isScripted}
            />
          ))}
        </ul>
      ) : null}
      {parties.length < mostParties ? (
        <FindClient
          field={field('clientSearch')}
          isScripted={isScripted}
          clients={clients}
          chosen={parties}
          hasChanged={answer?.changed === 'parties'}
          onChoose={add}
        />
      ) : null}
    </Fieldset>
  );
}

function Party({
  party,
  index,
  field,
  onRemove,
  isScripted,
}: {
  party: PartyRow;
  index: number;
  field: (name: string) => FormField;
  onRemove: () => void;
  isScripted: boolean;
}) {
  const name = `parties[${index}]`;
  const { errors = [], id } = field(`${name}.clientId`);
  return (
    <li className="panel grid gap-2 px-3 py-2" id={id}>
      <input type="hidden" name={`${name}.clientId`} value={party.clientId} />
      <input type="hidden" name={`${name}.name`} value={party.name} />
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={`/clients/${party.clientId}`}
          target="_blank"
          rel="noreferrer"
          className="min-w-0 grow font-semibold"
        >
          {party.name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <label className="flex items-center gap-2">
          <span className="sr-only">Capacity of {party.name}</span>
          <select name={`${name}.capacity`} defaultValue={party.capacity}>
            <Options choices={capacityChoices} />
          </select>
        </label>
        <button
          type="submit"
          name="intent"
          value={`removeParty:${index}`}
          formNoValidate
          className="button button-plain"
          onClick={(event) => {
            if (!isScripted) return;
            event.preventDefault();
            onRemove();
          }}
        >
          Remove<span className="sr-only"> {party.name}</span>
        </button>
      </div>
      {errors.length > 0 ? <p className="field-error">{errors.join(' ')}</p> : null}
    </li>
  );
}

function FindClient({
  field,
  isScripted,
  clients,
  chosen,
  hasChanged,
  onChoose,
}: {
  field: FormField;
  isScripted: boolean;
  clients: ActivityFormAnswer['clients'];
  chosen: readonly PartyRow[];
  /** Without script: a party came or went, and the focus went with the button that did it. */
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
          <button type="submit" name="intent" value="findClient" formNoValidate className="button">
            Find client
          </button>
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
  clients: NonNullable<ActivityFormAnswer['clients']>;
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
      <p className="notice notice-attention" role="alert">
        No client found. Try fewer words, or create the client first.
      </p>
    );
  }
  return (
    <fieldset className="panel mt-1 grid gap-2 p-3">
      <legend className="px-1">Choose the client to add</legend>
      {matches.map(({ id, name, detail }, index) => (
        <div key={id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            {name} <span className="hint">{detail}</span>
          </span>
          {chosen.some(({ clientId }) => clientId === id) ? (
            <span className="text-ink-soft">Added</span>
          ) : (
            <button
              type="submit"
              name="intent"
              value={`addParty:${id}`}
              formNoValidate
              className="button"
              // biome-ignore lint/a11y/noAutofocus: the answer to "Find client" without script must start at what it found
              autoFocus={index === 0}
            >
              Add<span className="sr-only"> {name}</span>
            </button>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** Countries that the funds come from or go to; one more choice than are chosen. */
export function CountriesSection({
  field,
  initial,
  answer,
}: {
  field: (name: string) => FormField;
  initial: string[];
  answer?: ActivityFormAnswer;
}) {
  const isScripted = useScripted();
  const [rows, setRows] = useState<string[]>(() => {
    const given = answer?.countries ?? initial;
    return given.length === 0 ? [''] : given;
  });
  const base = field('fundsCountries');
  return (
    <Fieldset
      legend="Countries of the funds"
      hint="Where the funds come from and go to; leave blank where it is not known"
      quiet
    >
      {rows.map((code, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
          key={index}
          field={{
            id: index === 0 ? base.id : `${base.id}-${index}`,
            name: 'fundsCountries',
            initialValue: code,
            errors: field(`fundsCountries[${index}]`).errors ?? (index === 0 ? base.errors : undefined),
          }}
          label={<span className="font-normal">Country {index + 1}</span>}
          empty="Choose a country"
          choices={countryChoices}
          autoComplete="off"
          autoFocus={answer?.changed === 'countries' && index === rows.length - 1}
        />
      ))}
      {rows.length < mostCountries ? (
        <div>
          <button
            type="submit"
            name="intent"
            value="addCountry"
            formNoValidate
            className="button"
            onClick={(event) => {
              if (!isScripted) return;
              event.preventDefault();
              setRows([...rows, '']);
            }}
          >
            Add another country
          </button>
        </div>
      ) : null}
    </Fieldset>
  );
}
