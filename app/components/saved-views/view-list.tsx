import { Form, Link } from '@remix-run/react';
import { Checkbox } from '../forms/choices.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { WarningBox } from '../forms/warning-box.tsx';
import { Card } from '../panel.tsx';
import type { ViewResult } from './saved-views.server.ts';
import { ViewBadges } from './view-menu.tsx';
import type { SavedViewsPanel, ViewChoice } from './views-shown.ts';

/** A list's saved views, each with the form that changes it; `confirm` is the ID of the one to confirm deleting. */
export function ViewList({
  views,
  confirm,
  mayWrite,
  result,
}: {
  views: SavedViewsPanel;
  mayWrite: boolean;
  confirm: string | null;
  result?: ViewResult;
}) {
  const toDelete = views.choices.find(({ id, mayChange }) => id === confirm && mayChange && mayWrite);
  return (
    <>
      <h1>Saved views</h1>
      <p className="mt-1 text-ink-soft">
        A view saves a list’s filters and sort order. Results update as records change.
      </p>
      {toDelete ? <DeleteQuestion view={toDelete} views={views} /> : null}
      {views.choices.length === 0 ? (
        <Card as="p" className="mt-4 text-ink-soft">
          No saved views. Filter the list, then select Views to save it.
        </Card>
      ) : (
        <ul className="mt-4 grid max-w-form gap-4">
          {views.choices.map((view) => (
            <Card as="li" key={view.id} className="grid gap-3">
              <h2>
                <Link to={view.href}>{view.name}</Link>
                <ViewBadges view={view} />
              </h2>
              {view.mayChange && mayWrite ? (
                <ChangeView
                  view={view}
                  views={views}
                  result={result?.view === view.id ? result : undefined}
                />
              ) : (
                <p className="hint">Shared view. Only owners and compliance officers can change it.</p>
              )}
            </Card>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to={`${views.url}?view=all`}>Back to the list</Link>
      </p>
    </>
  );
}

function ChangeView({
  view,
  views,
  result,
}: {
  view: ViewChoice;
  views: SavedViewsPanel;
  result?: ViewResult;
}) {
  const formId = `view-${view.id}`;
  const { name, shared, isDefault } = view;
  const field = plainFields(formId, result?.reply, { name, shared, isDefault });
  return (
    // Remounted when the view was changed, by this form or another.
    <Form method="post" id={formId} key={view.version} className="grid gap-3">
      <RequestKeyInput value={views.requestKey} />
      <input type="hidden" name="viewId" value={view.id} />
      <input type="hidden" name="version" value={view.version} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <TextInput field={field('name')} label="Name" required maxLength={60} autoComplete="off" />
      {views.mayShare ? (
        <Checkbox field={field('shared')} label="Share with everyone in the company" />
      ) : null}
      <Checkbox field={field('isDefault')} label="Open by default" />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton name="intent" value="updateView" busy="Saving…" variant="secondary">
          Save changes<span className="sr-only"> to {view.name}</span>
        </SubmitButton>
        <Link to={`${views.url}?view=views&confirm=${view.id}`}>
          Delete<span className="sr-only"> {view.name}</span>
        </Link>
      </div>
    </Form>
  );
}

function DeleteQuestion({ view, views }: { view: ViewChoice; views: SavedViewsPanel }) {
  return (
    <WarningBox id="delete-view" kind="warning" heading={`Delete the view “${view.name}”?`} reply={view.id}>
      <p>
        {view.shared ? 'It will be deleted for everyone in the company. ' : ''}Its records are not affected.
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-4">
        <RequestKeyInput value={views.requestKey} />
        <input type="hidden" name="viewId" value={view.id} />
        <input type="hidden" name="version" value={view.version} />
        <SubmitButton name="intent" value="deleteView" busy="Deleting…" variant="danger">
          Delete the view
        </SubmitButton>
        <Link to={`${views.url}?view=views`}>Go back</Link>
      </Form>
    </WarningBox>
  );
}
