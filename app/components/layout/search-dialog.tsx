import { useFetcher, useNavigate } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { SanctionsTag } from '../sanctions/sanctions-tag.tsx';
import type { SearchGroup, SearchHit, SearchPageData } from './search-results.ts';

const pauseMilliseconds = 150;

/** Results for the typed text; those of a former text until they are there. */
function useSearch(text: string) {
  const { load, data, state } = useFetcher<SearchPageData>({ key: 'search' });
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => load(`/search?${new URLSearchParams({ q: text })}`), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text, load]);
  const isCurrent = data?.q === text && state === 'idle';
  return { groups: text === '' ? [] : (data?.groups ?? []), problem: data?.problem ?? null, isCurrent };
}

const statusText = (text: string, { isCurrent, count }: { isCurrent: boolean; count: number }) => {
  if (text === '') return 'Type a name, number or reference, or the name of a page or an action.';
  if (!isCurrent) return 'Searching …';
  return count === 0 ? `Nothing found for “${text}”.` : `${count} found. Use the arrow keys, then Enter.`;
};

/**
 * The search as a dialog: a combobox whose suggestions are records, pages and actions. Enter opens the chosen one, Escape closes. Without
 * script the form in the header leads to the same results as a page.
 */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const text = typed.trim();
  const { groups, problem, isCurrent } = useSearch(text);
  const hits = groups.flatMap((group) => group.hits);
  const active = Math.min(place, hits.length - 1);

  useEffect(() => dialog.current?.showModal(), []);

  const open = ({ href }: SearchHit) => {
    dialog.current?.close();
    // A download is left to the browser.
    if (/\.csv$/.test(href)) window.location.assign(href);
    else navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const hit = hits[active];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setPlace((active + step + hits.length) % hits.length);
    } else if (event.key === 'Enter' && hit !== undefined && isCurrent) {
      event.preventDefault();
      open(hit);
    }
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={() => undefined}
      className="m-auto mt-[10vh] w-[min(640px,calc(100vw-32px))] rounded-lg border border-line bg-paper p-0 text-ink shadow-lg backdrop:bg-backdrop"
    >
      <div className="p-3">
        <input
          type="text"
          role="combobox"
          aria-label="Search clients, people, pages and actions"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder="Search clients, people, pages and actions"
          value={typed}
          maxLength={200}
          autoComplete="off"
          autoFocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
        <p className={problem ? 'field-error mt-2' : 'hint mt-2'} aria-live="polite">
          {problem ?? statusText(text, { isCurrent, count: hits.length })}
        </p>
      </div>
      <Hits id={id} groups={groups} active={active} onOpen={open} />
    </dialog>
  );
}

function Hits({
  id,
  groups,
  active,
  onOpen,
}: {
  id: string;
  groups: readonly SearchGroup[];
  active: number;
  onOpen: (hit: SearchHit) => void;
}) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  let place = -1;
  return (
    <div
      ref={shown}
      id={`${id}-hits`}
      role="listbox"
      aria-label="Results"
      className="max-h-[55vh] overflow-y-auto border-t border-line empty:hidden"
    >
      {groups.map(({ title, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
        <div key={title} role="group" aria-label={title} className="py-1.5">
          <div aria-hidden="true" className="px-3 py-1 text-xs font-semibold text-ink-soft">
            {title}
          </div>
          {hits.map((hit) => {
            place += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input
              <div
                key={hit.href}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                className="cursor-pointer px-3 py-1.5 hover:bg-ground aria-selected:bg-accent-soft"
                onClick={() => onOpen(hit)}
              >
                {hit.name}
                <SanctionsTag tag={hit.sanctions} /> <span className="hint">{hit.detail}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
