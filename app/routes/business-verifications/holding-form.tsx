import { Fieldset, RadioGroup, Select, Tick } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { Buttons, Evidence, getChoices, type Nodes, Source } from './edit-form-parts.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

/** People and entities of the structure to select from. */
function NodeBoxes({
  field,
  legend,
  hint,
  nodes,
}: {
  field: FormField;
  legend: string;
  hint?: string;
  nodes: Nodes;
}) {
  const chosen = [field.initialValue ?? []].flat();
  return (
    <Fieldset legend={legend} field={field} hint={hint} quiet>
      <div className="grid gap-0.5 sm:grid-cols-2">
        {nodes.map(({ id, name }) => (
          <Tick key={id} name={field.name} value={id} defaultChecked={chosen.includes(id)}>
            {name}
          </Tick>
        ))}
      </div>
    </Fieldset>
  );
}

/** The share as a percentage or as a number of shares. */
function ShareFields({ field }: { field: (name: string) => FormField }) {
  return (
    <div id="holding-form-share" className="grid gap-4 sm:grid-cols-2" tabIndex={-1}>
      <TextInput
        field={field('share.percent')}
        label="Ownership %"
        hint="Such as 33.3333"
        optional
        inputMode="decimal"
        maxLength={9}
      />
      <TextInput
        field={field('share.shares')}
        label="Or number of shares"
        optional
        inputMode="numeric"
        maxLength={20}
      />
    </div>
  );
}

const beneficiallyHeldChoices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, for someone else' },
  { value: 'unknown', label: 'Unknown' },
];

type Edge = NonNullable<VerificationPage['verification']['ownership']>['edges'][number];

/** A recorded holding as the form's initial values. */
function toValues({ of, holders, heldFor, shares, percent, beneficiallyHeld, evidenceId }: Edge) {
  return {
    of,
    holders,
    heldFor,
    share: shares ? { shares } : { percent },
    evidenceId: evidenceId ?? '',
    beneficiallyHeld: beneficiallyHeld === null ? 'unknown' : beneficiallyHeld ? 'yes' : 'no',
  };
}

/** Records a holding that no register provides, or changes one. */
export function HoldingForm({
  page,
  nodes,
  context,
}: {
  page: VerificationPage;
  nodes: Nodes;
  context: FormContext;
}) {
  const { verification, opened } = page;
  const existing = verification.ownership?.edges.find(({ id }) => id === opened.change);
  const values = existing ? toValues(existing) : { of: 'client', beneficiallyHeld: 'unknown' };
  const entities = nodes.filter(({ kind }) => kind !== 'person');
  const others = nodes.filter(({ id }) => id !== 'client');
  return (
    <PageForm
      key={existing?.id ?? 'new'}
      name="holding-form"
      intent="saveHolding"
      context={context}
      values={values}
      className="grid max-w-form gap-4"
    >
      {(field) => (
        <>
          {existing ? <input type="hidden" name="holdingId" value={existing.id} /> : null}
          <Select field={field('of')} label="Entity owned" choices={getChoices(entities)} />
          <NodeBoxes
            field={field('holders')}
            legend="Held by"
            hint="Joint holders: each is credited with the full holding"
            nodes={others}
          />
          <ShareFields field={field} />
          <RadioGroup
            field={field('beneficiallyHeld')}
            label="Beneficially held"
            choices={beneficiallyHeldChoices}
          />
          <NodeBoxes
            field={field('heldFor')}
            legend="Nominator (optional)"
            hint="If held as nominee, ownership is attributed to this person"
            nodes={others}
          />
          <Evidence field={field('evidenceId')} verification={verification} />
          <Source field={field('source')} />
          <Buttons label={existing ? 'Save the holding' : 'Add the holding'} context={context} />
        </>
      )}
    </PageForm>
  );
}
