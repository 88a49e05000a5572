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
import { handlersFor } from '../../kernel/command/handler.ts';
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

const handler = handlersFor<BusinessVerificationDeps>();

/** Handlers of the business verification endpoints. */
export const businessVerificationHandlers = [
  handler(listBusinessVerifications, (deps, { params, query }, caller) =>
    listBusinessVerificationsFor(deps, caller, params.clientId, query.before),
  ),
  startBusinessVerification,
  handler(readBusinessVerification, (deps, { params }, caller) =>
    readBusinessVerificationFor(deps, caller, params.id),
  ),
  handler(readBusinessVerificationHistory, (deps, { params, query }, caller) =>
    readHistoryFor(deps, caller, params.id, query.before),
  ),
  handler(searchRegistries, (deps, { params, query }, caller) =>
    searchRegistriesFor(deps, caller, params.id, query),
  ),
  handler(chooseRegistryEntity, (deps, { params, body }, caller) =>
    chooseEntity(deps, caller, params.id, body),
  ),
  settle,
  handler(readExpansionCost, (deps, { params, query }, caller) =>
    readExpansionCostFor(deps, caller, params.id, query.layers),
  ),
  handler(expandOwnership, (deps, { params, body }, caller) => expand(deps, caller, params.id, body)),
  handler(continueBusinessVerification, (deps, { params }, caller) =>
    continueExpansion(deps, caller, params.id),
  ),
  edit,
  createParties,
  decide,
] as const;
