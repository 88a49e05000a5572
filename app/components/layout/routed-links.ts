import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Follows plain links inside `data-routed-links` by client-side navigation. Rows of tables and the navigation use plain links: fifty
 * `<Link>`s are a large part of the cost of rendering such a page. Modified clicks, downloads, new tabs and external links are left to
 * the browser.
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
    // On the document, where React's own listener runs first: a `<Link>` has already handled its click.
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
