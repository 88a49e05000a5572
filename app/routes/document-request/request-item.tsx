import { Form } from '@remix-run/react';
import { mostFilesOfItem, recipientItemStatusLabels } from '#rules/document-requests/items.ts';
import { acceptedFiles } from '#rules/documents/file-kinds.ts';
import { AddressFields } from '../../components/address-fields.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { RequestAnswer } from './actions.server.ts';
import type { ShownRequest } from './page.tsx';

type Item = ShownRequest['items'][number];

const shapes = { requested: '○', given: '●', accepted: '✓', rejected: '!' };
const colours = {
  requested: 'text-attention',
  given: 'text-settled',
  accepted: 'text-settled',
  rejected: 'text-danger',
};

/** One thing that is asked for: how it stands, what was given, and the form to give it. */
export function RequestItemCard({
  item,
  here,
  countryCode,
  answer,
}: {
  item: Item;
  here: string;
  countryCode: string;
  answer: RequestAnswer | undefined;
}) {
  const { id, label, required, status, rejectReason, notice, isOpen, kind } = item;
  const isOptional = !required && status === 'requested';
  const problems = answer?.problems ?? [];
  return (
    <li id={`item-${id}`} className="panel grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{label}</h3>
        <p className={`text-sm whitespace-nowrap ${isOptional ? 'text-ink-soft' : colours[status]}`}>
          <span aria-hidden="true">{shapes[status]} </span>
          {isOptional ? 'Optional' : recipientItemStatusLabels[status]}
        </p>
      </div>
      {rejectReason ? (
        <div className="notice notice-attention">
          <p className="font-semibold">Why it is needed again</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{rejectReason}</p>
        </div>
      ) : null}
      {notice && answer === undefined ? (
        <p className="notice notice-settled" role="status">
          {notice}
        </p>
      ) : null}
      {answer?.done ? (
        <p className="notice notice-settled" role="status">
          {answer.done}
        </p>
      ) : null}
      <ErrorSummary
        formId={`give-${id}`}
        errors={answer?.reply ? (answer.reply.error ?? {}) : { file: problems }}
        reply={answer}
      />
      <Given item={item} here={here} />
      {isOpen && kind === 'document' ? (
        <FileForm key={item.files.length} item={item} here={here} hasErrors={problems.length > 0} />
      ) : null}
      {isOpen && kind === 'details' && (status !== 'given' || answer) ? (
        <DetailsForm item={item} here={here} countryCode={countryCode} answer={answer} />
      ) : null}
      {isOpen && kind === 'details' && status === 'given' && answer === undefined ? (
        <details>
          <summary>Change what you entered</summary>
          <div className="mt-3">
            <DetailsForm item={item} here={here} countryCode={countryCode} answer={undefined} />
          </div>
        </details>
      ) : null}
    </li>
  );
}

/** Files without their names, and details without what they say: whoever finds the link open reads nothing. */
function Given({ item: { id, files, isOpen, label }, here }: { item: Item; here: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <span className="font-semibold">{file.label}</span> <span className="hint">{file.text}</span>
          </span>
          {isOpen ? (
            <Form method="post" action={`${here}?item=${id}`} preventScrollReset>
              <button type="submit" name="intent" value={`remove:${file.id}`} className="button-plain">
                Take back
                <span className="sr-only">
                  {' '}
                  {file.label} of {label}
                </span>
              </button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function FileForm({
  item: { id, files, label },
  here,
  hasErrors,
}: {
  item: Item;
  here: string;
  hasErrors: boolean;
}) {
  const room = mostFilesOfItem - files.length;
  if (room <= 0) {
    return (
      <p className="hint">
        You gave {mostFilesOfItem} files, which is as many as fit. Take one back to give another.
      </p>
    );
  }
  const formId = `give-${id}`;
  return (
    <Form
      method="post"
      action={`${here}?item=${id}`}
      encType="multipart/form-data"
      className="grid gap-3"
      aria-label={`Give ${label}`}
      preventScrollReset
    >
      <p id={`${formId}-hint`} className="hint">
        PDF, JPG, PNG or HEIC, 10 MB each{files.length > 0 ? `, up to ${room} more` : `, up to ${room}`}.
        Where a photo was taken is removed from it.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <label htmlFor={`${formId}-file`}>Choose files</label>
        <input
          id={`${formId}-file`}
          name="file"
          type="file"
          className="w-full min-w-0"
          multiple
          accept={acceptedFiles}
          aria-describedby={`${formId}-hint`}
          aria-invalid={hasErrors || undefined}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <label htmlFor={`${formId}-photo`}>Or take a photo</label>
        <input
          id={`${formId}-photo`}
          name="file"
          type="file"
          className="w-full min-w-0"
          accept="image/*"
          capture="environment"
          aria-describedby={`${formId}-hint`}
        />
      </div>
      <p>
        <SubmitButton look="secondary" busy="Sending the file…">
          {files.length > 0 ? 'Add to it' : 'Save'}
          <span className="sr-only"> {label}</span>
        </SubmitButton>
      </p>
    </Form>
  );
}

function DetailsForm({
  item: { id, detailFields, status, label },
  here,
  countryCode,
  answer,
}: {
  item: Item;
  here: string;
  countryCode: string;
  answer: RequestAnswer | undefined;
}) {
  const formId = `give-${id}`;
  const field = plainFields(formId, answer?.reply);
  const asks = (name: (typeof detailFields)[number]) => detailFields.includes(name);
  return (
    <Form
      method="post"
      action={`${here}?item=${id}`}
      id={formId}
      className="grid gap-4"
      aria-label={`Give ${label}`}
      preventScrollReset
    >
      {status === 'given' ? (
        <p className="hint">
          What you entered is saved and not shown again. Fill the fields in anew only to change it.
        </p>
      ) : null}
      {asks('name') ? (
        <TextInput
          field={field('name')}
          label="Full name"
          hint="As it stands on your passport or licence"
          autoComplete="name"
          maxLength={200}
        />
      ) : null}
      {asks('dateOfBirth') ? (
        <TextInput field={field('dateOfBirth')} label="Date of birth" type="date" autoComplete="bday" />
      ) : null}
      {asks('documentNumber') ? (
        <TextInput
          field={field('documentNumber')}
          label="Document number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      ) : null}
      {asks('documentExpiry') ? (
        <TextInput field={field('documentExpiry')} label="Valid to" type="date" autoComplete="off" />
      ) : null}
      {asks('address') ? (
        <AddressFields
          // The look-up's answer fills the fields anew.
          key={answer ? JSON.stringify(answer.reply?.initialValue ?? '') : 'first'}
          name="address"
          field={(part) => field(`address.${part}`)}
          defaultCountry={countryCode}
          lookupHref={`${here}/address-lookup`}
          {...(answer?.found ? { found: answer.found } : {})}
        />
      ) : null}
      <p>
        <SubmitButton look="secondary" busy="Saving…" name="intent" value="details">
          Save<span className="sr-only"> {label}</span>
        </SubmitButton>
      </p>
    </Form>
  );
}
