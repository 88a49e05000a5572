import { asMember } from '../../../session/session.server.ts';
import { streamListTemplate } from './screening-lists.server.ts';

/** The CSV template of an internal screening list. */
export const loader = asMember(streamListTemplate);
