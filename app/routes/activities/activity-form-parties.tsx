import { useState } from 'react';
import { capacities, capacityLabels } from '#rules/activity-types.ts';
import type { ClientMatch } from '../../components/activities/client-finder.tsx';
import { Fieldset, Options } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { useScripted } from '../../components/forms/scripted.ts';
import { FindClient } from './activity-form-find-client.tsx';
import type { ActivityFormAnswer, PartyRow } from './activity-form-values.ts';

/** As many as the contract takes. */
const mostParties = 30;

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
