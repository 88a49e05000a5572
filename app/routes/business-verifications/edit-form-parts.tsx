import { Link } from '@remix-run/react';
import { Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { entityKindLabels } from '../../components/ownership/verification-labels.ts';
import type { FormContext } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

export type Nodes = NonNullable<VerificationPage['verification']['ownership']>['nodes'];

/** Entries of the ownership structure, to choose from. */
export const getChoices = (nodes: Nodes) =>
  nodes.map(({ id, name, kind }) => ({ value: id, label: `${name} (${entityKindLabels[kind]})` }));

/** Source of a manual entry. */
export function Source({ field, label = 'Source' }: { field: FormField; label?: string }) {
  return (
    <TextArea
      field={field}
      label={label}
      hint="For example a trust deed and date, share register, or client statement and date"
      rows={2}
      maxLength={500}
    />
  );
}

/** Accepted document that shows an entry. Without one the entry stays, and proves nothing. NZ s16(1)(b), reg 11; AU s28(3). */
export function Evidence({
  field,
  verification,
}: {
  field: FormField;
  verification: VerificationPage['verification'];
}) {
  return (
    <Select
      field={field}
      label="Accepted document that shows it"
      hint="Without one the entry is not evidenced: its share counts as unresolved"
      optional
      empty="None yet"
      choices={verification.submittedEvidence.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}

/** The end of each form: its button, and the way back. */
export function Buttons({ label, context }: { label: string; context: FormContext }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <SubmitButton busy="Saving…">{label}</SubmitButton>
      <Link to={`${context.tabHref}#ownership`} preventScrollReset>
        Cancel
      </Link>
    </div>
  );
}
