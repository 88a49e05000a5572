import { Form } from '@remix-run/react';
import { Checkbox } from '../forms/choices.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import type { ViewResult } from './saved-views.server.ts';
import type { SavedViewsPanel } from './views-shown.ts';

/** Saves the filters of a list as a view. */
export default function SaveView({
  views,
  query,
  result,
}: {
  views: SavedViewsPanel;
  query: string;
  result?: ViewResult;
}) {
  const reply = result?.intent === 'saveView' ? result.reply : undefined;
  const field = plainFields('view', reply);
  return (
    <Form method="post" id="view" className="grid gap-3 border-t border-line pt-3">
      <h2 className="text-base">Save current filters</h2>
      <RequestKeyInput value={views.requestKey} />
      <input type="hidden" name="query" value={query} />
      <ErrorSummary formId="view" errors={reply?.error ?? {}} reply={reply} />
      <TextInput field={field('name')} label="View name" required maxLength={60} autoComplete="off" />
      {views.mayShare ? (
        <Checkbox field={field('shared')} label="Share with everyone in the company" />
      ) : null}
      <Checkbox field={field('isDefault')} label="Open by default" />
      <div>
        <SubmitButton name="intent" value="saveView" busy="Saving…" variant="secondary">
          Save view
        </SubmitButton>
      </div>
    </Form>
  );
}
