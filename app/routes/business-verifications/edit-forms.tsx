import { partyRoleLabels, partyRoles } from '#rules/clients/client-parties.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Select } from '../../components/forms/choices.tsx';
import { countryChoices } from '../../components/forms/country-choices.ts';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { entityKindLabels } from '../../components/ownership/verification-labels.ts';
import { Buttons, Evidence, getChoices, type Nodes, Source } from './edit-form-parts.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import { HoldingForm } from './holding-form.tsx';
import type { VerificationPage } from './loader.server.ts';
import { getOpenEdit } from './open-forms.ts';

const kinds = Object.entries(entityKindLabels).map(([value, label]) => ({ value, label }));
const roles = partyRoles
  .filter((role) => role !== 'shareholder' && role !== 'nominee' && role !== 'nominator')
  .map((value) => ({ value, label: partyRoleLabels[value] }));

/** Records facts that no register provides: the form selected by the URL, or the links to each. */
export function EditForms({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification, opened } = page;
  const nodes: Nodes = verification.ownership?.nodes ?? [];
  const open = getOpenEdit(page, context.result);
  return (
    <section
      id="edit"
      className="grid gap-3 border-t border-line pt-4 print:hidden"
      aria-labelledby="edit-heading"
    >
      <h3 id="edit-heading" className="font-semibold">
        Enter ownership manually
      </h3>
      <p className="hint max-w-form">
        Use for trusts, partnerships, overseas companies, nominee arrangements and control by other means.
        What you enter is to be traced and verified, but is no evidence: order an extract, or select the
        accepted document that shows it.
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to="?add=entry#edit" preventScrollReset>
          Add a person or entity
        </ButtonLink>
        {nodes.length > 1 ? (
          <>
            <ButtonLink to="?add=holding#edit" preventScrollReset>
              Add a holding
            </ButtonLink>
            <ButtonLink to="?add=role#edit" preventScrollReset>
              Add a role
            </ButtonLink>
          </>
        ) : null}
      </p>
      {open === 'entry' ? <EntryForm context={context} /> : null}
      {open === 'holding' ? <HoldingForm page={page} nodes={nodes} context={context} /> : null}
      {open === 'role' ? <RoleForm page={page} nodes={nodes} context={context} /> : null}
      {open === 'remove' && opened.remove ? (
        <RemoveForm page={page} id={opened.remove} context={context} />
      ) : null}
    </section>
  );
}

function EntryForm({ context }: { context: FormContext }) {
  return (
    <PageForm name="entry-form" intent="addNode" context={context} className="grid max-w-form gap-4">
      {(field) => (
        <>
          <TextInput field={field('name')} label="Name" maxLength={200} autoComplete="off" />
          <Select field={field('kind')} label="Entity type" choices={kinds} empty="Select" />
          <Select
            field={field('country')}
            label="Country in which it was formed"
            optional
            choices={countryChoices}
            empty="Not known, or a person"
          />
          <Source field={field('source')} />
          <Buttons label="Add" context={context} />
        </>
      )}
    </PageForm>
  );
}

function RoleForm({ page, nodes, context }: { page: VerificationPage; nodes: Nodes; context: FormContext }) {
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
          <Select field={field('by')} label="Who" choices={getChoices(others)} empty="Select" />
          <Select field={field('role')} label="Role" choices={roles} empty="Select" />
          <Select field={field('of')} label="Entity" choices={getChoices(entities)} />
          <Evidence field={field('evidenceId')} verification={page.verification} />
          <Source field={field('note')} label="Basis and source" />
          <Buttons label="Add the role" context={context} />
        </>
      )}
    </PageForm>
  );
}

function RemoveForm({ page, id, context }: { page: VerificationPage; id: string; context: FormContext }) {
  const { nodes = [], edges = [], controls = [] } = page.verification.ownership ?? {};
  const getName = (nodeId: string) => nodes.find((node) => node.id === nodeId)?.name ?? '';
  const edge = edges.find((candidate) => candidate.id === id);
  const control = controls.find((candidate) => candidate.id === id);
  const node = nodes.find((candidate) => candidate.id === id);
  const what = edge
    ? `${edge.percent} % of ${getName(edge.of)}, held by ${edge.holders.map(getName).join(' and ')}`
    : control
      ? `${getName(control.by)} as ${partyRoleLabels[control.role]} of ${getName(control.of)}`
      : node?.name;
  if (what === undefined) return null;
  return (
    <PageForm name="remove-form" intent="remove" context={context} className="grid max-w-form gap-4">
      {(field) => (
        <>
          <input type="hidden" name="id" value={id} />
          <p>
            <strong>Remove: {what}</strong>
          </p>
          <TextArea
            field={field('reason')}
            label="Reason"
            hint="The removal and reason stay in the history"
            rows={2}
            maxLength={500}
          />
          <Buttons label="Remove" context={context} />
        </>
      )}
    </PageForm>
  );
}
