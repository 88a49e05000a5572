import { redirectDocument } from '@remix-run/node';
import { safeRedirectTo } from '../../session/redirect-to.ts';
import { asAnyone } from '../../session/session.server.ts';

/** Where the data of a former address is requested by the script of a page loaded before the change: loads the document at the new one. */
export const loader = asAnyone(({ url }) =>
  redirectDocument(safeRedirectTo(url.searchParams.get('to')) ?? '/'),
);
