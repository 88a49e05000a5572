import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Takes clicks on plain links within an element that has `data-routed-links` without loading the document anew. What a page has
 * many of, rows of a table and the navigation, carries plain links: fifty `<Link>`s are a good part of what such a page costs to
 * make. Modified clicks, downloads, new tabs and foreign links stay the browser's.
 */
export function useRoutedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>('[data-routed-links] a[href]')
          : null;
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
      if (link.origin !== location.origin) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    };
    // On the document, where React listens as well and has listened first: a `<Link>` within has taken its click by now.
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
