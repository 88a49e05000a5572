import { Form } from '@remix-run/react';
import { Checkbox } from '../forms/choices.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import type { ViewAnswer } from './saved-views.server.ts';

/** A saved view of a list, as its menu and its page show it. */
export interface ViewChoice {
  id: string;
  version: number;
  name: string;
  shared: boolean;
  isDefault: boolean;
  mayChange: boolean;
  href: string;
  isCurrent: boolean;
}

export interface ViewsShown {
  /** The list's path. */
  url: string;
  choices: ViewChoice[];
  /** What the list shows now, as a view keeps it; null where that cannot be kept. */
  current: string | null;
  mayShare: boolean;
  requestKey: string;
}

/** Folded away until somebody looks for it; opens without script. */
const menuClass =
  'relative [&>summary]:button [&>summary]:list-none [&>summary::-webkit-details-marker]:hidden';

/** The saved views of a list, and the form that keeps what it shows now. `whole` is what the unfiltered list is called. */
export function ViewMenu({
  views,
  whole,
  mayWrite,
  answer,
}: {
  views: ViewsShown;
  whole: string;
  mayWrite: boolean;
  answer?: ViewAnswer;
}) {
  const { url, choices, current } = views;
  const shown = choices.find(({ isCurrent }) => isCurrent);
  return (
    <details data-routed-links className={menuClass} open={answer?.intent === 'saveView' || undefined}>
      <summary className="button">
        {shown ? <span className="max-w-48 truncate">View: {shown.name}</span> : 'Views'}
        <span aria-hidden="true">▾</span>
      </summary>
      <div className="panel z-20 mt-1 grid gap-3 p-4 md:absolute md:right-0 md:w-80 md:shadow-lg">
        <ul aria-label="Saved views" className="grid gap-1">
          <li>
            <a href={`${url}?view=all`} aria-current={current === '' ? 'page' : undefined}>
              {whole}
            </a>
          </li>
          {choices.map((view) => (
            <li key={view.id}>
              <a href={view.href} aria-current={view.isCurrent ? 'page' : undefined}>
                {view.name}
              </a>
              <ViewMarks view={view} />
            </li>
          ))}
        </ul>
        {mayWrite && choices.length > 0 ? (
          <a href={`${url}?view=views`}>Rename, share or delete views</a>
        ) : null}
        {mayWrite && current === '' ? (
          <p className="hint">Filter or order the list, then keep what it shows as a view.</p>
        ) : null}
        {mayWrite && current && !shown ? <SaveView views={views} query={current} answer={answer} /> : null}
      </div>
    </details>
  );
}

/** Whose a view is, and whether it opens first, in words. */
export function ViewMarks({ view }: { view: ViewChoice }) {
  const marks = [view.shared ? 'shared' : null, view.isDefault ? 'opens first' : null].filter(Boolean);
  return marks.length > 0 ? <span className="hint"> ({marks.join(', ')})</span> : null;
}

function SaveView({ views, query, answer }: { views: ViewsShown; query: string; answer?: ViewAnswer }) {
  const reply = answer?.intent === 'saveView' ? answer.reply : undefined;
  const field = plainFields('view', reply);
  return (
    <Form method="post" id="view" className="grid gap-3 border-t border-line pt-3">
      <h2 className="text-base">Save what is shown now</h2>
      <RequestKeyInput value={views.requestKey} />
      <input type="hidden" name="query" value={query} />
      <ErrorSummary formId="view" errors={reply?.error ?? {}} reply={reply} />
      <TextInput field={field('name')} label="Name of the view" required maxLength={60} autoComplete="off" />
      {views.mayShare ? <Checkbox field={field('shared')} label="For everybody in the company" /> : null}
      <Checkbox field={field('isDefault')} label="Open this view first" />
      <div>
        <SubmitButton name="intent" value="saveView" busy="Saving…" look="secondary">
          Save view
        </SubmitButton>
      </div>
    </Form>
  );
}
