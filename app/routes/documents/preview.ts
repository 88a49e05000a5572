import { previewDocument } from '#contract/documents.ts';
import { asMember } from '../../session.server.ts';

/** A document as it is kept, to look at, under the policy that the API gives it: it runs and loads nothing. */
export const loader = asMember(({ api, params }) =>
  api.stream(previewDocument, { params: { id: params.id ?? '' } }),
);
