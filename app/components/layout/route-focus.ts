import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Keeps the focus from being lost where script shows another screen in the same document: the link or button that was pressed is often
 * gone by then, and the next Tab would start anywhere. It goes to what the address names after its #, else to the content, unless
 * something in the content has taken it already.
 */
export function useRouteFocus(): void {
  const { key, pathname, hash } = useLocation();
  const last = useRef({ key, pathname });
  useEffect(() => {
    const { key: lastKey, pathname: lastPathname } = last.current;
    last.current = { key, pathname };
    const main = document.getElementById('main');
    if (key === lastKey || main === null) return;
    const at = document.activeElement;
    const isLost = at === null || at === document.body;
    if (!isLost && (pathname === lastPathname || main.contains(at))) return;
    const target = (hash === '' ? null : document.getElementById(hash.slice(1))) ?? main;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [key, pathname, hash]);
}
