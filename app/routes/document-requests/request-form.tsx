import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import type { CatalogueItem } from '#rules/document-requests/catalogue.ts';
import { PlainSelect, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { useResultFocus } from '../../components/layout/landing.ts';
import type { RequestPanelResult } from './actions.server.ts';
import type { RequestsPanelData } from './panel.server.ts';
import { RequestInputs } from './request-card.tsx';

const formId = 'request-form';

const choices = [
  { value: 'required', label: 'Required' },
  { value: 'optional', label: 'Optional' },
];

/** A new document request, or its draft: recipient, due date, items and message. The email can be previewed. */
export function RequestForm({
  clientId,
  form: { catalogue, values, draft, verifications, others },
  result: panelResult,
  requestKey,
}: {
  clientId: string;
  form: RequestFormData;
  result: RequestPanelResult | undefined;
  requestKey: string;
}) {
  const result = panelResult?.form === 'new' ? panelResult : undefined;
  const field = plainFields(formId, result?.reply, values);
  return (
    <Form
      method="post"
      id={formId}
      className="grid max-w-form gap-4"
      aria-label={draft ? 'Edit draft' : 'New document request'}
      preventScrollReset
    >
      {draft ? (
        <>
          <h3 className="font-semibold">Edit draft</h3>
          <RequestInputs request={draft} requestKey={`${requestKey}-request`} />
          <input type="hidden" name="draft" value="1" />
        </>
      ) : (
        <>
          <RequestKeyInput value={`${requestKey}-request`} />
          <input type="hidden" name="panel" value="request" />
        </>
      )}
      {values.activityId ? <input type="hidden" name="activityId" value={values.activityId} /> : null}
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {result?.preview ? <Preview preview={result.preview} /> : null}
      <RecipientFields field={field} />
      <TextInput field={field('dueOn')} label="Due date" type="date" required className="sm:max-w-60" />
      <EvidenceSelect verifications={verifications} field={field('verificationId')} />
      <RequestedItems catalogue={catalogue} others={others} field={field} />
      <TextArea
        field={field('own')}
        label="Other items"
        hint="One item per line. Add “(optional)” if not required"
        optional
        rows={3}
      />
      <TextArea
        field={field('message')}
        label="Message"
        hint="Shown in the email and on the request page. Say why you are asking and who to contact"
        optional
        rows={4}
        maxLength={2000}
      />
      <FormButtons clientId={clientId} draftId={draft?.id} />
    </Form>
  );
}

type RequestFormData = NonNullable<RequestsPanelData['form']>;
type FieldGetter = ReturnType<typeof plainFields>;

function RecipientFields({ field }: { field: FieldGetter }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextInput
        field={field('recipientName')}
        label="Recipient name"
        hint="Their full name"
        maxLength={200}
        required
        autoComplete="off"
      />
      <TextInput
        field={field('recipientEmail')}
        label="Recipient email"
        hint="Leave blank to get a link to share yourself"
        optional
        inputMode="email"
        maxLength={254}
        autoComplete="off"
      />
    </div>
  );
}

/** The verification that accepted items become evidence for. */
function EvidenceSelect({
  verifications,
  field,
}: {
  verifications: RequestFormData['verifications'];
  field: FormField;
}) {
  if (verifications.length === 0) return null;
  return (
    <Select
      field={field}
      label="Use as evidence for"
      hint="Accepted items become evidence for this verification"
      choices={verifications.map(({ id, text }) => ({ value: id, label: text }))}
      empty="No verification"
      optional
    />
  );
}

function RequestedItems({
  catalogue,
  others,
  field,
}: Pick<RequestFormData, 'catalogue' | 'others'> & { field: FieldGetter }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1">Requested items</legend>
      {catalogue.map((item) => (
        <CatalogueLine key={item.key} item={item} field={field(`ask-${item.key}`)} />
      ))}
      {others.map(({ id, label, asks }) => (
        <CatalogueLine key={id} item={{ label, why: asks }} field={field(`keep-${id}`)} />
      ))}
    </fieldset>
  );
}

/** @param props.draftId the draft being edited; undefined for a new request */
function FormButtons({ clientId, draftId }: { clientId: string; draftId: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SubmitButton name="intent" value="send" busy="Sending…">
        Send request
      </SubmitButton>
      <SubmitButton name="intent" value="preview" variant="secondary" busy="Loading…">
        Preview email
      </SubmitButton>
      <SubmitButton name="intent" value="draft" variant="secondary" busy="Saving…">
        {draftId ? 'Save draft' : 'Save as draft'}
      </SubmitButton>
      <Link
        to={
          draftId
            ? clientSectionUrl(clientId, 'requests', { request: draftId })
            : clientSectionUrl(clientId, 'requests')
        }
        preventScrollReset
      >
        Cancel
      </Link>
    </div>
  );
}

function CatalogueLine({
  item: { label, why },
  field,
}: {
  item: Pick<CatalogueItem, 'label' | 'why'>;
  field: FormField;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 first-of-type:border-t-0">
      <div>
        <label htmlFor={field.id} className="font-normal">
          {label}
        </label>
        <p className="hint">{why}</p>
      </div>
      <PlainSelect
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={typeof field.initialValue === 'string' ? field.initialValue : ''}
        empty="Not requested"
        choices={choices}
      />
    </div>
  );
}

/** Takes the focus: the button that opens it is at the end of the form, far below. */
function Preview({ preview }: { preview: { subject: string; text: string } }) {
  const { subject, text } = preview;
  const box = useResultFocus<HTMLElement>(preview);
  return (
    <section
      ref={box}
      id="preview"
      className="notice grid gap-2"
      aria-labelledby="preview-heading"
      tabIndex={-1}
      data-question
      // biome-ignore lint/a11y/noAutofocus: without JavaScript, too, the page must start at the preview
      autoFocus
    >
      <h3 id="preview-heading" className="font-semibold">
        Email preview
      </h3>
      <p>
        <span className="hint">Subject</span> {subject}
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </section>
  );
}
