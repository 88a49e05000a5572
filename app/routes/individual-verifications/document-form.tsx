import { Form, Link } from '@remix-run/react';
import { countries as allCountries } from '#rules/countries.ts';
import { documentFieldHint } from '#rules/identity-verification/documents/fields.ts';
import {
  type DocumentField,
  type IdentityDocumentType,
  identityDocumentTypes,
} from '#rules/identity-verification/documents/identity-document-types.ts';
import type { VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { LookedAt } from '../../components/identity-verification/sighting-fields.tsx';
import { dayFields, documentChoices, fieldChoices, fieldLabel } from './document-labels.ts';
import { ActionForm, type FormFrame } from './form-layout.tsx';

type FieldGetter = (name: string) => FormField;

const countries = allCountries.map(({ code, name }) => ({ value: code, label: name }));

/** The document type is selected first, because each type has its own fields. Works without JavaScript. */
export function ChooseDocumentType({ href, country }: { href: string; country: 'NZL' | 'AUS' }) {
  return (
    <Form method="get" action={href} className="grid max-w-form gap-3 print:hidden" preventScrollReset>
      <h2 className="font-semibold">Add a document</h2>
      <input type="hidden" name="do" value="addDocument" />
      <Select
        field={{ id: 'document-kind', name: 'type' }}
        label="Identity document type"
        choices={documentChoices(country)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button>Continue</Button>
        <Link to={href} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

/** A document field with the control for its type. */
function TypedField({
  type,
  field: { name, need },
  of,
}: {
  type: IdentityDocumentType;
  field: DocumentField;
  of: FieldGetter;
}) {
  const field = of(`fields.${name}`);
  const hint = [
    documentFieldHint(type, name),
    need === 'forIssuer' ? 'Required for the issuer check' : undefined,
  ]
    .filter(Boolean)
    .join('. ');
  const common = {
    field,
    label: fieldLabel(type, name),
    hint: hint || undefined,
    optional: need === 'optional',
  };
  const choices = name === 'issuer' ? countries : fieldChoices[name];
  if (choices !== undefined) return <Select {...common} choices={choices} empty="Select" />;
  if (dayFields.includes(name)) return <TextInput {...common} type="date" />;
  return <TextInput {...common} autoComplete="off" spellCheck={false} maxLength={200} />;
}

/** The MRZ lines, and the button that prefills the form from them. */
function MachineReadableZone({ of }: { of: FieldGetter }) {
  return (
    <div className="grid gap-2">
      <TextArea
        field={of('machineReadableLines')}
        label="Machine-readable zone (MRZ)"
        hint="2 lines of 44 characters, or 3 lines of 30. Prefills the fields below"
        optional
        rows={3}
        maxLength={400}
        spellCheck={false}
        autoComplete="off"
        style={{ fontFamily: 'ui-monospace, monospace' }}
      />
      <p>
        <SubmitButton name="intent" value="parseMrz" variant="secondary" busy="Reading…">
          Read MRZ
        </SubmitButton>
      </p>
    </div>
  );
}

/** The form of one document type. Reading an MRZ prefills it after its check digits are verified. */
export function DocumentForm({
  frame,
  type: requestedType,
  method,
  meeting,
}: {
  frame: FormFrame;
  type: IdentityDocumentType;
  method: VerificationMethod;
  meeting: { metBy: string; metOn: string };
}) {
  const { result } = frame;
  const type = (result?.typedType ?? requestedType) as IdentityDocumentType;
  const definition = identityDocumentTypes[type];
  const notes = result?.intent === 'addDocument' ? result.notes : [];
  return (
    <ActionForm
      // Remounts the inputs to show the fields prefilled from the MRZ.
      key={`${type} ${notes.length}`}
      frame={frame}
      intent="addDocument"
      heading={`Add: ${definition.label}`}
      button="Add the document"
      values={method === 'documentSighted' ? { sighted: meeting } : {}}
      about={
        notes.length > 0 ? (
          <div className="notice grid gap-1" role="status">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        ) : (
          <p className="hint">
            Document numbers are validated, stored masked and checked for use by other clients. The full
            number is deleted after the decision.
          </p>
        )
      }
    >
      {(of) => (
        <>
          <input type="hidden" name="type" value={type} />
          {definition.hasMachineReadableZone ? <MachineReadableZone of={of} /> : null}
          {definition.fields.map((field) => (
            <TypedField key={field.name} type={type} field={field} of={of} />
          ))}
          <LookedAt method={method} of={of} />
        </>
      )}
    </ActionForm>
  );
}
