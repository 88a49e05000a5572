import { useLocation, useMatches, useNavigationType } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/** Elements that focus themselves keep the focus. */
const resultFocusSelector = '[autofocus], [role="alert"], [role="status"], [data-question]';

/** Exported as `handle` by a layout whose pages are one screen: navigation between them leaves the focus and the scroll position. */
export const oneScreen = { isOneScreen: true } as const;

/** The screen of the URL: the layout that makes its pages one, with the record in its path; else the path. */
function useScreen(): string {
  const { pathname } = useLocation();
  const layout = useMatches().find(({ handle }) => handle === oneScreen);
  return layout === undefined ? pathname : [layout.id, ...Object.values(layout.params)].join(' ');
}

/**
 * Moves the focus after client-side navigation. A message, an error summary and a question take it themselves. Otherwise it goes to the
 * URL's fragment, unless it is already inside it, or to the content: the pressed link or button often no longer exists, and the next
 * Tab would start at an arbitrary place. A new screen opens at its top or at that fragment, even after a form with
 * `preventScrollReset`.
 */
export function useLanding(): void {
  const { key, hash } = useLocation();
  const screen = useScreen();
  const navigationType = useNavigationType();
  const last = useRef({ key, screen });
  useEffect(() => {
    const { key: lastKey, screen: lastScreen } = last.current;
    last.current = { key, screen };
    const main = document.getElementById('main');
    if (key === lastKey || main === null) return;
    const at = document.activeElement;
    if (at?.matches(resultFocusSelector)) return;
    const isNewScreen = screen !== lastScreen;
    const isLost = at === null || at === document.body;
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const isSent = target !== null && !target.contains(at) && navigationType !== 'POP';
    if (!isNewScreen && !isLost && !isSent) return;
    // Going back restores the scroll position.
    if (isNewScreen && target === null && navigationType !== 'POP') window.scrollTo(0, 0);
    const place = target ?? main;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, [key, screen, hash, navigationType]);
}

/**
 * For a question opened by a link on the same screen: takes the focus whenever the question changes, unless the error summary of its
 * form has it. The element needs `data-question` and `tabIndex={-1}`.
 */
export function useConfirmationFocus<E extends HTMLElement>(about: string): RefObject<E> {
  const element = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question takes the focus again
  useEffect(() => {
    if (!document.activeElement?.matches('[role="alert"], [role="status"]')) element.current?.focus();
  }, [about]);
  return element;
}

/**
 * For messages the user must read first: takes the focus, and so scrolls into view, whenever `answer` changes, unless it is undefined.
 */
export function useResultFocus<E extends HTMLElement>(result: unknown): RefObject<E> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (result !== undefined) element.current?.focus();
  }, [result]);
  return element;
}
