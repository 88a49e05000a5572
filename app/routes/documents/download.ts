import { downloadDocument } from '#contract/documents.ts';
import { asMember } from '../../session.server.ts';

/** A document as it is kept, to be saved. */
export const loader = asMember(({ api, params }) =>
  api.stream(downloadDocument, { params: { id: params.id ?? '' } }),
);
