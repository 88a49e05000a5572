import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs in this page: false on the server and in the browser's first render, so that parts only for pages
 * without JavaScript are present until hydration.
 */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
