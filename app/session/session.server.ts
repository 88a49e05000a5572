import { services } from '../services/services.server.ts';
import { createGuards } from './auth-guards.server.ts';

/**
 * The guards of this process. `asMember` redirects everyone else to /login and back, `asAdmin` to /admin/login; `asAnyone` is for public
 * pages. Every loader and action uses exactly one of them.
 */
export const { asMember, asAdmin, asAnyone } = createGuards(services);
