import {
  listBusinessVerifications,
  readBusinessVerification,
  readBusinessVerificationHistory,
} from '#contract/business-verifications/business-verifications.ts';
import {
  continueBusinessVerification,
  expandOwnership,
  readExpansionCost,
} from '#contract/business-verifications/ownership-endpoints.ts';
import {
  chooseRegistryEntity,
  searchRegistries,
} from '#contract/business-verifications/registry-endpoints.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { createParties } from './create-parties.ts';
import { decide } from './decide.ts';
import { edit } from './edit.ts';
import { chooseEntity, continueExpansion, expand } from './extracts/expansion-commands.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import {
  listBusinessVerificationsFor,
  readBusinessVerificationFor,
  readExpansionCostFor,
  readHistoryFor,
  searchRegistriesFor,
} from './record/service.ts';
import { settle } from './resolve-mismatch.ts';
import { startBusinessVerification } from './start.ts';

/** Handlers of the business verification endpoints. */
export function businessVerificationsRoutes(deps: BusinessVerificationDeps): Binding[] {
  return [
    bind(listBusinessVerifications, ({ params, query }, caller) =>
      listBusinessVerificationsFor(deps, caller, params.clientId, query.before),
    ),
    startBusinessVerification.bind(deps),
    bind(readBusinessVerification, ({ params }, caller) =>
      readBusinessVerificationFor(deps, caller, params.id),
    ),
    bind(readBusinessVerificationHistory, ({ params, query }, caller) =>
      readHistoryFor(deps, caller, params.id, query.before),
    ),
    bind(searchRegistries, ({ params, query }, caller) =>
      searchRegistriesFor(deps, caller, params.id, query),
    ),
    bind(chooseRegistryEntity, ({ params, body }, caller) => chooseEntity(deps, caller, params.id, body)),
    settle.bind(deps),
    bind(readExpansionCost, ({ params, query }, caller) =>
      readExpansionCostFor(deps, caller, params.id, query.layers),
    ),
    bind(expandOwnership, ({ params, body }, caller) => expand(deps, caller, params.id, body)),
    bind(continueBusinessVerification, ({ params }, caller) => continueExpansion(deps, caller, params.id)),
    edit.bind(deps),
    createParties.bind(deps),
    decide.bind(deps),
  ];
}
