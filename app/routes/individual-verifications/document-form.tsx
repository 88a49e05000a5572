import { Form, Link } from '@remix-run/react';
import { countries as allCountries } from '#rules/countries.ts';
import { documentFieldHint } from '#rules/verification/document-fields.ts';
import { type DocumentField, type DocumentType, documentTypes } from '#rules/verification/document-types.ts';
import type { VerificationMethod } from '#rules/verification/evidence.ts';
import { Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { dayFields, documentChoices, fieldChoices, fieldLabel } from './document-words.ts';
import { ActForm, type FormFrame } from './frame.tsx';
import { LookedAt } from './looked-at.tsx';

type FieldOf = (name: string) => FormField;

const countries = allCountries.map(({ code, name }) => ({ value: code, label: name }));

/** Chooses the kind of document first, because each kind has fields of its own. A step without script. */
export function ChooseDocumentType({ href, country }: { href: string; country: 'NZL' | 'AUS' }) {
  return (
    <Form method="get" action={href} className="grid max-w-form gap-3 print:hidden" preventScrollReset>
      <h2 className="font-semibold">Add a document</h2>
      <input type="hidden" name="do" value="addDocument" />
      <Select
        field={{ id: 'document-kind', name: 'type' }}
        label="Kind of identity document"
        choices={documentChoices(country)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className="button">
          Go on
        </button>
        <Link to={href} preventScrollReset>
          Not now
        </Link>
      </div>
    </Form>
  );
}

/** One field of a document, by what it is. */
function TypedField({
  type,
  field: { name, need },
  of,
}: {
  type: DocumentType;
  field: DocumentField;
  of: FieldOf;
}) {
  const field = of(`fields.${name}`);
  const hint = [
    documentFieldHint(type, name),
    need === 'forIssuer' ? 'Needed for asking the issuer' : undefined,
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
  if (choices !== undefined) return <Select {...common} choices={choices} empty="Choose" />;
  if (dayFields.includes(name)) return <TextInput {...common} type="date" />;
  return <TextInput {...common} autoComplete="off" spellCheck={false} maxLength={200} />;
}

/** The form of one kind of document. Lines of a passport fill it in on request, with every check digit verified. */
export function DocumentForm({
  frame,
  type: asked,
  method,
}: {
  frame: FormFrame;
  type: DocumentType;
  method: VerificationMethod;
}) {
  const { answer } = frame;
  const type = (answer?.typedType ?? asked) as DocumentType;
  const definition = documentTypes[type];
  const notes = answer?.intent === 'addDocument' ? answer.notes : [];
  return (
    <ActForm
      // What the lines filled in has to show: inputs start afresh.
      key={`${type} ${notes.length}`}
      frame={frame}
      intent="addDocument"
      heading={`Add: ${definition.label}`}
      button="Add the document"
      about={
        notes.length > 0 ? (
          <div className="notice grid gap-1" role="status">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        ) : (
          <p className="hint">
            Numbers are checked, kept masked, and compared with those of your other clients. The whole number
            is forgotten once the verification is decided.
          </p>
        )
      }
    >
      {(of) => (
        <>
          <input type="hidden" name="type" value={type} />
          {definition.hasMachineReadableZone ? (
            <div className="grid gap-2">
              <TextArea
                field={of('machineReadableLines')}
                label="Lines at the foot of the photo page, or on the back of the card"
                hint="Two lines of 44 characters, or three of 30. They fill in the fields below"
                optional
                rows={3}
                maxLength={400}
                spellCheck={false}
                autoComplete="off"
                style={{ fontFamily: 'ui-monospace, monospace' }}
              />
              <p>
                <SubmitButton name="intent" value="readLines" look="secondary" busy="Reading…">
                  Read and check the lines
                </SubmitButton>
              </p>
            </div>
          ) : null}
          {definition.fields.map((field) => (
            <TypedField key={field.name} type={type} field={field} of={of} />
          ))}
          <LookedAt method={method} of={of} />
        </>
      )}
    </ActForm>
  );
}
