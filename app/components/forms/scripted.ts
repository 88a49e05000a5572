import { useEffect, useState } from 'react';

/**
 * Whether script runs in this page: false on the server and in the first render of the browser, so that what
 * only a page without script needs is there until the page answers to script.
 */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
