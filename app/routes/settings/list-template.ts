import { asMember } from '../../session.server.ts';
import { streamListTemplate } from './lists.server.ts';

/** The template of a screening list of one's own as CSV. */
export const loader = asMember(streamListTemplate);
