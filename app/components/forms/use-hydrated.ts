import { useEffect, useState } from 'react';

/**
 * Whether JavaScript runs in this page: false on the server and in the browser's first render, so that what only a page without
 * JavaScript needs is there until hydration.
 */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
