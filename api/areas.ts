import { accountRoutes } from './accounts/routes.ts';
import type { AccountDeps } from './accounts/service.ts';
import type { Binding } from './http/bind.ts';

/** What the areas of the API work with. */
export type AreaDeps = AccountDeps;

/** Every endpoint's handler, area by area. */
export function areaBindings(deps: AreaDeps): Binding[] {
  return [...accountRoutes(deps)];
}
