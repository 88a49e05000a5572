import { Form, Link } from '@remix-run/react';
import type { CatalogueItem } from '#rules/document-requests/catalogue.ts';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { RequestPanelAnswer } from './answers.server.ts';
import type { RequestsPanelData } from './panel.server.ts';
import { RequestInputs } from './request-frame.tsx';

const formId = 'request-form';

const choices = [
  { value: 'required', label: 'Needed' },
  { value: 'optional', label: 'Optional' },
];

/** Who is asked for what, by when and in which words; the mail can be read before it goes out. */
export function RequestForm({
  clientId,
  form: { catalogue, values, draft, verifications, others },
  answer: given,
  requestKey,
}: {
  clientId: string;
  form: NonNullable<RequestsPanelData['form']>;
  answer: RequestPanelAnswer | undefined;
  requestKey: string;
}) {
  const answer = given?.form === 'new' ? given : undefined;
  const field = plainFields(formId, answer?.reply, values);
  return (
    <Form
      method="post"
      id={formId}
      className="grid max-w-form gap-4"
      aria-label={draft ? 'Change the draft' : 'Ask for documents'}
      preventScrollReset
    >
      {draft ? (
        <>
          <h3 className="font-semibold">Change the draft</h3>
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
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      {answer?.preview ? <Preview {...answer.preview} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('recipientName')}
          label="Whom you ask"
          maxLength={200}
          required
          autoComplete="off"
        />
        <TextInput
          field={field('recipientEmail')}
          label="Their email address"
          hint="Without one you get the link to hand over yourself"
          optional
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
        />
      </div>
      <TextInput field={field('dueOn')} label="Due on" type="date" required className="sm:max-w-60" />
      {verifications.length > 0 ? (
        <Select
          field={field('verificationId')}
          label="Evidence for"
          hint="What you accept of what is given becomes evidence of this verification"
          choices={verifications.map(({ id, text }) => ({ value: id, label: text }))}
          empty="No verification in particular"
          optional
        />
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1">What you ask for</legend>
        {catalogue.map((item) => (
          <CatalogueLine key={item.key} item={item} field={field(`ask-${item.key}`)} />
        ))}
        {others.map(({ id, label, asks }) => (
          <CatalogueLine key={id} item={{ label, why: asks }} field={field(`keep-${id}`)} />
        ))}
      </fieldset>
      <TextArea
        field={field('own')}
        label="Anything else"
        hint="Each document on a line of its own. Write (optional) after what need not be given"
        optional
        rows={3}
      />
      <TextArea
        field={field('message')}
        label="Message"
        hint="Stands in the mail and on the page. Why you ask, and whom to call with questions"
        optional
        rows={4}
        maxLength={2000}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton name="intent" value="send" busy="Sending…">
          Send request
        </SubmitButton>
        <SubmitButton name="intent" value="preview" look="secondary" busy="Making…">
          Read the mail first
        </SubmitButton>
        <SubmitButton name="intent" value="draft" look="secondary" busy="Keeping…">
          {draft ? 'Keep the draft' : 'Keep as draft'}
        </SubmitButton>
        <Link to={`/clients/${clientId}${draft ? `?request=${draft.id}` : ''}#requests`} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

function CatalogueLine({
  item: { label, why },
  field,
}: {
  item: Pick<CatalogueItem, 'label' | 'why'>;
  field: Parameters<typeof Select>[0]['field'];
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_130px] items-center gap-x-4 border-t border-line py-2 first-of-type:border-t-0">
      <div>
        <label htmlFor={field.id} className="font-normal">
          {label}
        </label>
        <p className="hint">{why}</p>
      </div>
      <select
        key={field.key}
        id={field.id}
        name={field.name}
        defaultValue={typeof field.initialValue === 'string' ? field.initialValue : ''}
      >
        <option value="">Not asked</option>
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Preview({ subject, text }: { subject: string; text: string }) {
  return (
    <section className="notice grid gap-2" aria-labelledby="preview-heading">
      <h3 id="preview-heading" className="font-semibold">
        The mail as it would go out
      </h3>
      <p>
        <span className="hint">Subject</span> {subject}
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </section>
  );
}
