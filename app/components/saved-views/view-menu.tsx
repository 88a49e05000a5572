import { lazy, Suspense } from 'react';
import { buttonClass } from '../button.tsx';
import { useClosing } from '../layout/use-closing.ts';
import { Card } from '../panel.tsx';
import type { ViewResult } from './saved-views.server.ts';
import type { SavedViewsPanel, ViewChoice } from './views-shown.ts';

/** Loads when filters can be saved. */
const SaveView = lazy(() => import('./save-view.tsx'));

/** The saved views of a list, and the form that saves the current one. `whole` is the label of the unfiltered list. */
export function ViewMenu({
  views,
  whole,
  mayWrite,
  result,
}: {
  views: SavedViewsPanel;
  whole: string;
  mayWrite: boolean;
  result?: ViewResult;
}) {
  const { url, choices, current } = views;
  const element = useClosing();
  const currentView = choices.find(({ isCurrent }) => isCurrent);
  return (
    <details
      ref={element}
      data-routed-links
      className="relative"
      open={result?.intent === 'saveView' || undefined}
    >
      <summary className={buttonClass({ className: 'list-none [&::-webkit-details-marker]:hidden' })}>
        {currentView ? <span className="max-w-48 truncate">View: {currentView.name}</span> : 'Views'}
        <span aria-hidden="true">▾</span>
      </summary>
      <Card className="z-20 mt-1 grid gap-3 md:absolute md:right-0 md:w-80 md:shadow-lg">
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
              <ViewBadges view={view} />
            </li>
          ))}
        </ul>
        {mayWrite && choices.length > 0 ? (
          <a href={`${url}?view=views`}>Rename, share or delete views</a>
        ) : null}
        {mayWrite && current === '' ? (
          <p className="hint">Filter or sort the list, then save it as a view.</p>
        ) : null}
        {mayWrite && current && !currentView ? (
          <Suspense>
            <SaveView views={views} query={current} result={result} />
          </Suspense>
        ) : null}
      </Card>
    </details>
  );
}

/** Describes the owner of the view, and whether it opens by default. */
export function ViewBadges({ view }: { view: ViewChoice }) {
  const marks = [view.shared ? 'shared' : null, view.isDefault ? 'opens by default' : null].filter(Boolean);
  return marks.length > 0 ? <span className="hint"> ({marks.join(', ')})</span> : null;
}
