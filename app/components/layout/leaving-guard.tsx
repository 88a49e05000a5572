import {
  type Location,
  NavigationType,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useSubmit,
} from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { cardClass } from '../panel.tsx';
import { endsSession, findForm, TypedForms } from './typed-forms.ts';
import { fillIn, withChanges } from './unsent-entries.ts';
import type { UnsentForms } from './unsent-storage.ts';

type Page = Pick<Location, 'pathname' | 'search'>;
const pageOf = ({ pathname, search }: Page): string => pathname + search;

/** Position in the tab's history, as React Router counts it. */
const historyIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** The page's entry in the tab's history. A page that replaces another, as the response to a form, has the same entry. */
const placeOf = (page: Page): string => `${historyIndex()} ${pageOf(page)}`;

/** Whether the browser opened the document by Back, Forward or Reload. */
function isDocumentReopened(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.type === 'back_forward' || opening?.type === 'reload';
}

/** React Router marks a page that a form's response led to. */
const isRedirected = ({ state }: Location): boolean =>
  (state as { _isRedirect?: boolean } | null)?._isRedirect === true;

/**
 * Asks before a page with a form that was typed in and not sent is left, and fills the form in again on Back, Forward and Reload.
 * @param props.owner member and company, whose entries are filled in again
 */
export default function LeavingGuard({ owner }: { owner: string }) {
  const page = useLocation();
  const [forms] = useState(() => new TypedForms(owner));
  const [filledIn, setFilledIn] = useState<string>();
  useEffect(() => forms.watch(), [forms]);
  useFilledIn(forms, setFilledIn);
  const question = useLeavingQuestion(forms);
  return (
    <>
      {filledIn === placeOf(page) ? (
        <p role="status" className="notice notice-info print:hidden">
          What you entered here before is filled in again. It has not been saved.
        </p>
      ) : null}
      {question === undefined ? null : <LeavingQuestion {...question} />}
    </>
  );
}

/** A navigation that has not happened yet. */
interface Leaving {
  to: Location;
  /** Steps in the history by Back or Forward; undefined for a link. */
  steps: number | undefined;
}

interface QuestionProps {
  isSignOut: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** The question, while the person is about to leave; undefined otherwise. */
function useLeavingQuestion(forms: TypedForms): QuestionProps | undefined {
  const page = useLocation();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Leaving>();
  const index = useRef(0);
  const shown = pageOf(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, also one that replaces its page
  useEffect(() => {
    index.current = historyIndex();
  }, [page]);
  // A form that was sent meanwhile has led to another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page once
  useEffect(() => setLeaving(undefined), [shown]);
  const blocker = useBlocker(
    useCallback<Exclude<Parameters<typeof useBlocker>[0], boolean>>(
      ({ currentLocation, nextLocation: to, historyAction }) => {
        if (pageOf(currentLocation) === pageOf(to) || !forms.isUnsent()) return false;
        // By Back and Forward the browser has moved already.
        const steps = historyAction === NavigationType.Pop ? historyIndex() - index.current : undefined;
        setLeaving({ to, steps });
        return true;
      },
      [forms],
    ),
  );
  if (leaving === undefined) return undefined;
  const isBlocked = blocker.state === 'blocked';
  const isSignOut = endsSession(leaving.to.pathname);
  return {
    isSignOut,
    onStay: () => {
      setLeaving(undefined);
      if (isBlocked) blocker.reset();
    },
    onLeave: () => {
      const { to, steps } = leaving;
      setLeaving(undefined);
      // A response that arrives meanwhile, such as that with an added row, ends the navigation. Signing out is a form: it is sent again by hand.
      if (!isBlocked && isSignOut) return;
      forms.leaveFor(to.pathname);
      if (isBlocked) blocker.proceed();
      else if (steps === undefined) navigate(to);
      else navigate(steps);
    },
  };
}

/** Fills the forms of a page in again that the person came back to. `onFilledIn`: with the page's place, undefined for another page. */
function useFilledIn(forms: TypedForms, onFilledIn: (place: string | undefined) => void): void {
  const page = useLocation();
  const navigationType = useNavigationType();
  const submit = useSubmit();
  const isFirst = useRef(true);
  // The location is a new one after Forward and Back before Forward has arrived, though its key is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation once
  useEffect(() => {
    const isReopened = navigationType === 'POP' && (!isFirst.current || isDocumentReopened());
    isFirst.current = false;
    const place = placeOf(page);
    // A response on the same page replaces it.
    if (navigationType !== 'REPLACE') onFilledIn(undefined);
    const typed = forms.arrive({ place, isReopened, isSaved: isRedirected(page) });
    return fillInAgain(typed, {
      onFound: (form) => {
        forms.note(form);
        onFilledIn(place);
      },
      refresh: (entries) => {
        entries.set('intent', 'refresh');
        submit(entries, { method: 'post', action: pageOf(page), replace: true, preventScrollReset: true });
      },
    });
  }, [page]);
}

/** Between attempts, and how many: a form may be in a part of the page that is loaded after it. */
const pauseMs = 50;
const maxAttempts = 60;

/**
 * Fills forms in as far as they have the fields, repeatedly, since a filled-in choice brings further fields. A form that adds its rows by
 * posting itself posts what was typed, and is shown with it.
 * @returns stops it
 */
function fillInAgain(
  typed: UnsentForms,
  { onFound, refresh }: { onFound: (form: HTMLFormElement) => void; refresh: (entries: FormData) => void },
): () => void {
  const unplaced = new Map(Object.entries(typed));
  const found = new Set<string>();
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    for (const [name, values] of unplaced) {
      const form = findForm(name);
      if (form === undefined) continue;
      const isNew = !found.has(name);
      if (isNew) onFound(form);
      found.add(name);
      const rest = fillIn(form, values);
      const isStuck = !isNew && Object.keys(rest).length === Object.keys(values).length;
      if (isStuck && form.dataset.refreshable !== undefined) refresh(withChanges(form, typed[name] ?? {}));
      if (isStuck || Object.keys(rest).length === 0) unplaced.delete(name);
      else unplaced.set(name, rest);
    }
    attempts += 1;
    if (unplaced.size > 0 && attempts < maxAttempts) timer = setTimeout(attempt, pauseMs);
  };
  attempt();
  return () => clearTimeout(timer);
}

/** The question, in a dialog that closes by Escape, which stays. */
function LeavingQuestion({ isSignOut, onStay, onLeave }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leaving-question"
      aria-describedby="leaving-consequence"
      onClose={onStay}
      className={cardClass({
        className: 'm-auto w-[min(460px,calc(100vw-32px))] text-ink shadow-lg backdrop:bg-backdrop',
      })}
    >
      <h2 id="leaving-question">Leave without saving?</h2>
      <p id="leaving-consequence" className="mt-2">
        What you entered on this page has not been saved.{' '}
        {isSignOut
          ? 'It is lost when you sign out.'
          : 'Your browser’s Back button fills it in again, except files and passwords.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="button" variant="primary" onClick={() => dialog.current?.close()}>
          Stay on this page
        </Button>
        <Button type="button" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </dialog>
  );
}
