import { Link } from '@remix-run/react';
import { partyRoleLabels, partyRoles } from '#rules/client-parties.ts';
import { countryChoices } from '../../components/address-fields.tsx';
import { Fieldset, RadioGroup, Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';
import { kindWords } from './words.ts';

type Nodes = NonNullable<VerificationPage['verification']['ownership']>['nodes'];

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));
const roles = partyRoles
  .filter((role) => role !== 'shareholder' && role !== 'nominee' && role !== 'nominator')
  .map((value) => ({ value, label: partyRoleLabels[value] }));

/** What registers do not know is recorded here: the form that the address asks for, or the links to each. */
export function EditForms({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification, ask } = page;
  const nodes: Nodes = verification.ownership?.nodes ?? [];
  const holding = verification.ownership?.edges.find(({ id }) => id === ask.change);
  const answered = context.answer?.form;
  const open = holding
    ? 'holding'
    : ask.remove || answered === 'remove-form'
      ? 'remove'
      : (ask.add ?? (answered && forms[answered]) ?? null);
  return (
    <section
      id="edit"
      className="grid gap-3 border-t border-line pt-4 print:hidden"
      aria-labelledby="edit-heading"
    >
      <h3 id="edit-heading" className="font-semibold">
        Record by hand
      </h3>
      <p className="hint max-w-form">
        For what registers do not know: trusts, partnerships, companies of other countries, for whom a nominee
        holds, who controls by other means. Add the document that shows it below.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to="?add=entry#edit" className="button" preventScrollReset>
          Add a person or entity
        </Link>
        {nodes.length > 1 ? (
          <>
            <Link to="?add=holding#edit" className="button" preventScrollReset>
              Add a holding
            </Link>
            <Link to="?add=role#edit" className="button" preventScrollReset>
              Add a role
            </Link>
          </>
        ) : null}
      </p>
      {open === 'entry' ? <EntryForm context={context} /> : null}
      {open === 'holding' && nodes.length > 1 ? (
        <HoldingForm page={page} nodes={nodes} context={context} />
      ) : null}
      {open === 'role' && nodes.length > 1 ? <RoleForm nodes={nodes} context={context} /> : null}
      {open === 'remove' && ask.remove ? <RemoveForm page={page} id={ask.remove} context={context} /> : null}
    </section>
  );
}

const forms: Record<string, string> = {
  'entry-form': 'entry',
  'holding-form': 'holding',
  'role-form': 'role',
};

const choicesOf = (nodes: Nodes) =>
  nodes.map(({ id, name, kind }) => ({ value: id, label: `${name} (${kindWords[kind]})` }));

function EntryForm({ context }: { context: FormContext }) {
  return (
    <PageForm name="entry-form" intent="addNode" context={context} className="grid max-w-form gap-4">
      {(field) => (
        <>
          <TextInput field={field('name')} label="Name" maxLength={200} autoComplete="off" />
          <Select field={field('kind')} label="What it is" choices={kinds} empty="Choose" />
          <Select
            field={field('country')}
            label="Country in which it was formed"
            optional
            choices={countryChoices}
            empty="Not known, or a person"
          />
          <Source field={field('source')} />
          <Buttons label="Add" />
        </>
      )}
    </PageForm>
  );
}

function Source({ field, label = 'Where this is known from' }: { field: FormField; label?: string }) {
  return (
    <TextArea
      field={field}
      label={label}
      hint="A deed with its date, a share register, what the client said and when"
      rows={2}
      maxLength={500}
    />
  );
}

function Buttons({ label }: { label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <SubmitButton busy="Saving…">{label}</SubmitButton>
      <Link to="?#ownership" preventScrollReset>
        Leave it
      </Link>
    </div>
  );
}

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
          <label key={id} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal">
            <input type="checkbox" name={field.name} value={id} defaultChecked={chosen.includes(id)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

function HoldingForm({
  page,
  nodes,
  context,
}: {
  page: VerificationPage;
  nodes: Nodes;
  context: FormContext;
}) {
  const { verification, ask } = page;
  const kept = verification.ownership?.edges.find(({ id }) => id === ask.change);
  const values = kept
    ? {
        of: kept.of,
        holders: kept.holders,
        heldFor: kept.heldFor,
        share: kept.shares ? { shares: kept.shares } : { percent: kept.percent },
        beneficiallyHeld: kept.beneficiallyHeld === null ? 'unknown' : kept.beneficiallyHeld ? 'yes' : 'no',
      }
    : { of: 'client', beneficiallyHeld: 'unknown' };
  const entities = nodes.filter(({ kind }) => kind !== 'person');
  const others = nodes.filter(({ id }) => id !== 'client');
  return (
    <PageForm
      key={kept?.id ?? 'new'}
      name="holding-form"
      intent="saveHolding"
      context={context}
      values={values}
      className="grid max-w-form gap-4"
    >
      {(field) => (
        <>
          {kept ? <input type="hidden" name="holdingId" value={kept.id} /> : null}
          <Select field={field('of')} label="Part of" choices={choicesOf(entities)} />
          <NodeBoxes
            field={field('holders')}
            legend="Held by"
            hint="Several hold it together: each is credited with all of it"
            nodes={others}
          />
          <div id="holding-form-share" className="grid gap-4 sm:grid-cols-2" tabIndex={-1}>
            <TextInput
              field={field('share.percent')}
              label="Percent of it"
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
          <RadioGroup
            field={field('beneficiallyHeld')}
            label="Held for their own benefit"
            choices={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No, for somebody else' },
              { value: 'unknown', label: 'Nobody has said' },
            ]}
          />
          <NodeBoxes
            field={field('heldFor')}
            legend="Held for (optional)"
            hint="With “No, for somebody else”: it then counts as theirs"
            nodes={others}
          />
          <Source field={field('source')} />
          <Buttons label={kept ? 'Save the holding' : 'Add the holding'} />
        </>
      )}
    </PageForm>
  );
}

function RoleForm({ nodes, context }: { nodes: Nodes; context: FormContext }) {
  const entities = nodes.filter(({ kind }) => kind !== 'person');
  const others = nodes.filter(({ id }) => id !== 'client');
  return (
    <PageForm
      name="role-form"
      intent="addControl"
      context={context}
      values={{ of: 'client' }}
      className="grid max-w-form gap-4"
    >
      {(field) => (
        <>
          <Select field={field('by')} label="Who" choices={choicesOf(others)} empty="Choose" />
          <Select field={field('role')} label="Role" choices={roles} empty="Choose" />
          <Select field={field('of')} label="In" choices={choicesOf(entities)} />
          <Source field={field('note')} label="How, and where this is known from" />
          <Buttons label="Add the role" />
        </>
      )}
    </PageForm>
  );
}

function RemoveForm({ page, id, context }: { page: VerificationPage; id: string; context: FormContext }) {
  const { nodes = [], edges = [], controls = [] } = page.verification.ownership ?? {};
  const nameOf = (nodeId: string) => nodes.find((node) => node.id === nodeId)?.name ?? '';
  const edge = edges.find((one) => one.id === id);
  const control = controls.find((one) => one.id === id);
  const node = nodes.find((one) => one.id === id);
  const what = edge
    ? `${edge.percent} % of ${nameOf(edge.of)}, held by ${edge.holders.map(nameOf).join(' and ')}`
    : control
      ? `${nameOf(control.by)} as ${partyRoleLabels[control.role]} of ${nameOf(control.of)}`
      : node?.name;
  if (what === undefined) return null;
  return (
    <PageForm name="remove-form" intent="remove" context={context} className="grid max-w-form gap-4">
      {(field) => (
        <>
          <input type="hidden" name="id" value={id} />
          <p>
            <strong>Take out: {what}</strong>
          </p>
          <TextArea
            field={field('reason')}
            label="Reason"
            hint="The history keeps what was taken out, and why"
            rows={2}
            maxLength={500}
          />
          <Buttons label="Take out" />
        </>
      )}
    </PageForm>
  );
}
