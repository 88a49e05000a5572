import { createParties } from './create-parties.ts';
import { decide } from './decide.ts';
import { edit } from './edit.ts';
import { chooseEntity, continueExpansion, expand } from './extracts/expansion-commands.ts';
import {
  listBusinessVerifications,
  readBusinessVerification,
  readBusinessVerificationHistory,
  readExpansionCost,
  searchRegistries,
} from './record/service.ts';
import { settle } from './resolve-mismatch.ts';
import { startBusinessVerification } from './start.ts';

/** Handlers of the business verification endpoints. */
export const businessVerificationHandlers = [
  listBusinessVerifications,
  startBusinessVerification,
  readBusinessVerification,
  readBusinessVerificationHistory,
  searchRegistries,
  chooseEntity,
  settle,
  readExpansionCost,
  expand,
  continueExpansion,
  edit,
  createParties,
  decide,
] as const;
