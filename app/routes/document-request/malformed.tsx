import { asAnyone } from '../../session.server.ts';
import { neutralResponse } from './neutral-page.server.ts';

/** Addresses below /document_request that no link has: answered like a link that leads nowhere. */
export const loader = asAnyone(() => {
  throw neutralResponse(404);
});

export const action = loader;

/** Makes it a page, so that the answer is the page's. */
export default function Malformed() {
  return null;
}
