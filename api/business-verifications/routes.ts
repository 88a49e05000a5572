import {
  chooseRegistryEntity,
  continueBusinessVerification,
  createOwnershipParties,
  decideBusinessVerification,
  editOwnership,
  expandOwnership,
  listBusinessVerifications,
  readBusinessVerification,
  readBusinessVerificationHistory,
  readExpansionCost,
  searchRegistries,
  settleMismatch,
  startBusinessVerification,
} from '#contract/business-verifications.ts';
import { type Binding, bind } from '../http/bind.ts';
import { chooseEntity, expand, goOn } from './ask-commands.ts';
import { createParties } from './create-parties.ts';
import { decide } from './decide.ts';
import { edit } from './edit.ts';
import type { BusinessVerificationDeps } from './present.ts';
import {
  listBusinessVerificationsOf,
  readBusinessVerificationOf,
  readExpansionCostOf,
  readHistoryOf,
  searchRegistriesFor,
  startBusinessVerificationOf,
} from './service.ts';
import { settle } from './settle.ts';

/** The endpoints of verifications of businesses with what answers them. */
export function businessVerificationsRoutes(deps: BusinessVerificationDeps): Binding[] {
  return [
    bind(listBusinessVerifications, ({ params, query }, caller) =>
      listBusinessVerificationsOf(deps, caller, params.clientId, query.before),
    ),
    bind(startBusinessVerification, ({ params, query }, caller) =>
      startBusinessVerificationOf(deps, caller, params.clientId, query),
    ),
    bind(readBusinessVerification, ({ params }, caller) =>
      readBusinessVerificationOf(deps, caller, params.id),
    ),
    bind(readBusinessVerificationHistory, ({ params, query }, caller) =>
      readHistoryOf(deps, caller, params.id, query.before),
    ),
    bind(searchRegistries, ({ params, query }, caller) =>
      searchRegistriesFor(deps, caller, params.id, query),
    ),
    bind(chooseRegistryEntity, ({ params, body }, caller) => chooseEntity(deps, caller, params.id, body)),
    bind(settleMismatch, ({ params, body }, caller) => settle(deps, caller, params.id, body)),
    bind(readExpansionCost, ({ params, query }, caller) =>
      readExpansionCostOf(deps, caller, params.id, query.layers),
    ),
    bind(expandOwnership, ({ params, body }, caller) => expand(deps, caller, params.id, body)),
    bind(continueBusinessVerification, ({ params }, caller) => goOn(deps, caller, params.id)),
    bind(editOwnership, ({ params, body }, caller) => edit(deps, caller, params.id, body)),
    bind(createOwnershipParties, ({ params, body }, caller) => createParties(deps, caller, params.id, body)),
    bind(decideBusinessVerification, ({ params, body }, caller) => decide(deps, caller, params.id, body)),
  ];
}
