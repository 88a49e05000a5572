import { createGuards } from './guards.server.ts';
import { services } from './services.server.ts';

/**
 * The guards of this process. `asMember` leads everybody else to /login and back, `asAdmin` to
 * /admin/login; `asAnyone` is for public pages. A loader or action has exactly one of them.
 */
export const { asMember, asAdmin, asAnyone } = createGuards(services);
