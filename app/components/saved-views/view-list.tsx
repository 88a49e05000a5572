import { Form, Link } from '@remix-run/react';
import { AttentionBox } from '../forms/attention-box.tsx';
import { Checkbox } from '../forms/choices.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import type { ViewAnswer } from './saved-views.server.ts';
import { type ViewChoice, ViewMarks, type ViewsShown } from './view-menu.tsx';

/** A list's saved views, each with the form that changes it; `confirm` is the id of the one that may be deleted. */
export function ViewList({
  views,
  confirm,
  mayWrite,
  answer,
}: {
  views: ViewsShown;
  mayWrite: boolean;
  confirm: string | null;
  answer?: ViewAnswer;
}) {
  const toDelete = views.choices.find(({ id, mayChange }) => id === confirm && mayChange && mayWrite);
  return (
    <>
      <h1>Saved views</h1>
      <p className="mt-1 text-ink-soft">
        A view keeps filters and order of the list. What it shows changes with the records.
      </p>
      {toDelete ? <DeleteQuestion view={toDelete} views={views} /> : null}
      {views.choices.length === 0 ? (
        <p className="panel mt-4 p-4 text-ink-soft">
          None yet. Filter the list, then save what it shows under Views.
        </p>
      ) : (
        <ul className="mt-4 grid max-w-form gap-4">
          {views.choices.map((view) => (
            <li key={view.id} className="panel grid gap-3 p-4">
              <h2>
                <Link to={view.href}>{view.name}</Link>
                <ViewMarks view={view} />
              </h2>
              {view.mayChange && mayWrite ? (
                <ChangeView
                  view={view}
                  views={views}
                  answer={answer?.view === view.id ? answer : undefined}
                />
              ) : (
                <p className="hint">Shared by an owner or compliance officer, who can change it.</p>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to={`${views.url}?view=all`}>Back to the list</Link>
      </p>
    </>
  );
}

function ChangeView({ view, views, answer }: { view: ViewChoice; views: ViewsShown; answer?: ViewAnswer }) {
  const formId = `view-${view.id}`;
  const { name, shared, isDefault } = view;
  const field = plainFields(formId, answer?.reply, { name, shared, isDefault });
  return (
    // Starts afresh when the view was changed by this form or by another.
    <Form method="post" id={formId} key={view.version} className="grid gap-3">
      <RequestKeyInput value={views.requestKey} />
      <input type="hidden" name="viewId" value={view.id} />
      <input type="hidden" name="version" value={view.version} />
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <TextInput field={field('name')} label="Name" required maxLength={60} autoComplete="off" />
      {views.mayShare ? <Checkbox field={field('shared')} label="For everybody in the company" /> : null}
      <Checkbox field={field('isDefault')} label="Open this view first" />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton name="intent" value="updateView" busy="Saving…" look="secondary">
          Save changes<span className="sr-only"> to {view.name}</span>
        </SubmitButton>
        <Link to={`${views.url}?view=views&confirm=${view.id}`}>
          Delete<span className="sr-only"> {view.name}</span>
        </Link>
      </div>
    </Form>
  );
}

function DeleteQuestion({ view, views }: { view: ViewChoice; views: ViewsShown }) {
  return (
    <AttentionBox
      id="delete-view"
      kind="attention"
      heading={`Delete the view “${view.name}”?`}
      reply={view.id}
    >
      <p>{view.shared ? 'It goes for everybody in the company. ' : ''}The records that it shows stay.</p>
      <Form method="post" className="flex flex-wrap items-center gap-4">
        <RequestKeyInput value={views.requestKey} />
        <input type="hidden" name="viewId" value={view.id} />
        <input type="hidden" name="version" value={view.version} />
        <SubmitButton name="intent" value="deleteView" busy="Deleting…" look="danger">
          Delete the view
        </SubmitButton>
        <Link to={`${views.url}?view=views`}>Keep it</Link>
      </Form>
    </AttentionBox>
  );
}
