import { previewDocument } from '#contract/documents/documents.ts';
import { asMember } from '../../session/session.server.ts';

/** A stored document for viewing, under the API’s content security policy: it runs and loads nothing. */
export const loader = asMember(({ api, params }) =>
  api.stream(previewDocument, { params: { id: params.id ?? '' } }),
);
