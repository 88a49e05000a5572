/** A path for logs, without the id in a document request's link, which grants access. */
export function pathForLogs(pathname: string): string {
  return pathname.replace(/^\/document_request\/.*$/, '/document_request/:transaction_id');
}
