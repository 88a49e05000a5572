import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatFileSize } from '#rules/format/numbers.ts';
import { EnterButton } from '../../components/button.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { Card, Panel } from '../../components/panel.tsx';
import type { RecipientRequestView } from './request.server.ts';

/** The page's single form with all item cards: every button posts all input and selections, so nothing is lost. */
export function RequestForm({
  request,
  hasConsent,
  children,
}: {
  request: RecipientRequestView;
  hasConsent: boolean;
  children: ReactNode;
}) {
  const { companyName, items, here } = request;
  const missing = items.filter(
    ({ required, status }) => status === 'rejected' || (required && status === 'requested'),
  );
  return (
    <Form
      method="post"
      action={here}
      id="request"
      encType="multipart/form-data"
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      preventScrollReset
    >
      {/* Enter in a text field presses the first button of a form; without this one that would remove a file. */}
      <EnterButton name="intent" value="save" formNoValidate>
        Save
      </EnterButton>
      {children}
      <Panel headingId="send-heading" title={<>Submit to {companyName}</>}>
        <p role="status">
          {missing.length === 0
            ? 'Check your answers. You cannot change them after you submit.'
            : `Still needed: ${missing.map(({ label }) => label).join(', ')}.`}
        </p>
        <p className="hint">Everything you have entered is submitted, including unsaved items.</p>
        <div className="grid grid-cols-[24px_1fr] items-start gap-2">
          <input
            id="request-consent"
            type="checkbox"
            name="consent"
            required
            defaultChecked={hasConsent}
            className="mt-0.5 size-5"
          />
          <label htmlFor="request-consent" className="font-normal">
            I consent to {companyName} collecting and using this information to verify my identity and meet
            its anti-money laundering obligations.
          </label>
        </div>
        <p>
          <SubmitButton name="intent" value="submit" busy="Sending…">
            Submit
          </SubmitButton>
        </p>
      </Panel>
      <Progress />
    </Form>
  );
}

/** Upload progress: photos from a phone take a while. */
function Progress() {
  const { state, formData } = useNavigation();
  const files = [...(formData?.values() ?? [])].filter(
    (value): value is File => value instanceof File && value.size > 0,
  );
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const isSending = state === 'submitting' && files.length > 0;
  return (
    <div role="status" className="sticky bottom-4 empty:hidden">
      {isSending ? (
        <Card pad="tight" className="grid gap-2 shadow-md">
          <p>
            Sending {files.length === 1 ? 'one file' : `${files.length} files`}, {formatFileSize(size)}. Do
            not close this page.
          </p>
          <progress className="w-full accent-accent" aria-label="Sending" />
        </Card>
      ) : null}
    </div>
  );
}
