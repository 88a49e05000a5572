import { useState } from 'react';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { capacities, capacityLabels } from '#rules/activity-types.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import type { ClientMatch } from '../../../components/activities/client-finder.tsx';
import { Button } from '../../../components/button.tsx';
import { Fieldset, PlainSelect } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import { Card } from '../../../components/panel.tsx';
import { FindClient } from './activity-form-find-client.tsx';
import type { ActivityFormResult, PartyRow } from './activity-form-values.ts';

/** The contract's limit. */
const maxParties = 30;

const capacityChoices = capacities.map((value) => ({ value, label: capacityLabels[value] }));

/** Clients as parties, each with a capacity, added through a search; with and without script. */
export function PartiesSection({
  field,
  initial,
  result,
  hasStarted,
}: {
  field: (name: string) => FormField;
  initial: PartyRow[];
  result?: ActivityFormResult;
  hasStarted: boolean;
}) {
  const isScripted = useScripted();
  const { singular } = useActivityNoun();
  const [parties, setParties] = useState<PartyRow[]>(result?.parties ?? initial);
  const [clients, setClients] = useState(result?.clients);
  const [answered, setAnswered] = useState(result);
  if (result !== answered) {
    setAnswered(result);
    setClients(result?.clients);
    if (result) setParties(result.parties);
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
      hint={`The customer, anyone on whose behalf the ${singular} is carried out, and other parties`}
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
      {parties.length < maxParties ? (
        <FindClient
          field={field('clientSearch')}
          isScripted={isScripted}
          clients={clients}
          chosen={parties}
          hasChanged={result?.changed === 'parties'}
          onChoose={add}
        />
      ) : null}
      {hasStarted ? (
        <TextArea
          field={field('partyReason')}
          label={activityFields.partyReason.label}
          hint={activityFields.partyReason.hint}
          optional
          maxLength={500}
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
  const { errors: clientErrors = [], id } = field(`${name}.clientId`);
  const capacity = field(`${name}.capacity`);
  const errors = [...clientErrors, ...(capacity.errors ?? [])];
  return (
    <Card as="li" pad="tight" className="grid gap-2" id={id}>
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
        <PlainSelect
          name={`${name}.capacity`}
          id={capacity.id}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={errors.length > 0 ? `${capacity.id}-error` : undefined}
          aria-label={`Capacity of ${party.name}`}
          defaultValue={party.capacity}
          choices={capacityChoices}
        />
        <Button
          name="intent"
          value={`removeParty:${index}`}
          formNoValidate
          variant="neutral"
          onClick={(event) => {
            if (!isScripted) return;
            event.preventDefault();
            onRemove();
          }}
        >
          Remove<span className="sr-only"> {party.name}</span>
        </Button>
      </div>
      {errors.length > 0 ? (
        <p id={`${capacity.id}-error`} className="field-error">
          {errors.join(' ')}
        </p>
      ) : null}
    </Card>
  );
}
