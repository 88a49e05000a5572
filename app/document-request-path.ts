/** A path as logs may hold it: the id in a document request's link is what opens it. */
export function pathForLogs(pathname: string): string {
  return pathname.replace(/^\/document_request\/.*$/, '/document_request/:transaction_id');
}
