import { downloadDocument } from '#contract/documents/documents.ts';
import { asMember } from '../../session/session.server.ts';

/** A stored document for download. */
export const loader = asMember(({ api, params }) =>
  api.stream(downloadDocument, { params: { id: params.id ?? '' } }),
);
