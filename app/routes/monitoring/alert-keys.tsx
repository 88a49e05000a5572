import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';

/** Keys of the alert pages, with what they do. Each has a link or a button that does the same. */
const keys = [
  ['J', 'Next alert'],
  ['K', 'Previous alert'],
  ['Enter', 'Open the alert that has the focus'],
  ['E', 'Escalate'],
  ['S', 'Snooze'],
  ['?', 'Show these keys'],
] as const;

/** Whether a key was typed as text, or is a shortcut of something else. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true;
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}

/** Opens a folded form, and moves the focus into it. */
function openForm(id: string): void {
  const details = document.getElementById(id);
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.querySelector<HTMLElement>('textarea, input:not([type="hidden"]), select')?.focus();
}

/** Moves the focus to the next or previous alert of the table. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('tbody th a, tbody td:first-child a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}

/**
 * The keys of the queue and of an alert. In the queue J and K move the focus from row to row; in an alert they open the next one.
 * @param beside links of the neighbours of the open alert; omitted in the queue
 */
export function AlertKeys({ beside }: { beside?: { previous: string | null; next: string | null } }) {
  const navigate = useNavigate();
  const help = useRef<HTMLDialogElement>(null);
  const [isScripted, setIsScripted] = useState(false);
  const [previous, next] = [beside?.previous ?? null, beside?.next ?? null];
  const isQueue = beside === undefined;
  useEffect(() => {
    setIsScripted(true);
    const go = (href: string | null) => {
      if (href !== null) navigate(href, { preventScrollReset: false });
    };
    const actions: Record<string, () => void> = {
      j: () => (isQueue ? moveFocus(1) : go(next)),
      k: () => (isQueue ? moveFocus(-1) : go(previous)),
      e: () => openForm('escalate'),
      s: () => openForm('snooze'),
      '?': () => help.current?.showModal(),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actions[event.key.toLowerCase()];
      if (act === undefined || isTaken(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, isQueue, previous, next]);
  if (!isScripted) return null;
  return (
    <>
      <p className="mt-4 print:hidden">
        <Button type="button" size="small" onClick={() => help.current?.showModal()}>
          Keyboard shortcuts (?)
        </Button>
      </p>
      <dialog
        ref={help}
        aria-labelledby="keys-heading"
        className="m-auto w-80 max-w-[calc(100vw-32px)] rounded-lg border border-line bg-paper p-4 text-ink shadow-lg backdrop:bg-backdrop"
      >
        <h2 id="keys-heading">Keyboard shortcuts</h2>
        <DescriptionList
          layout="pairs"
          className="my-3"
          facts={keys.map(([label, value]) => ({ label, value }))}
        />
        <form method="dialog">
          <Button>Close</Button>
        </form>
      </dialog>
    </>
  );
}
