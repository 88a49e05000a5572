import { asAnyone } from '../../session/session.server.ts';
import { neutralResponse } from './unavailable-page.server.ts';

/** URLs below /document_request that match no link: same response as for an invalid link. */
export const loader = asAnyone(() => {
  throw neutralResponse(404);
});

export const action = loader;

/** Makes this a page route, so that the response is a document. */
export default function Malformed() {
  return null;
}
