import { readThumbnail } from '#contract/documents/documents.ts';
import { asMember } from '../../session/session.server.ts';

/** A picture's small one. */
export const loader = asMember(({ api, params }) =>
  api.stream(readThumbnail, { params: { id: params.id ?? '' } }),
);
