import { useEffect } from 'react';

/**
 * The page of a path that the script does not know. The server answers such a path with an error; if it has a page there, the script is
 * older than the server, and the document brings the newer one.
 */
export function ReloadDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
