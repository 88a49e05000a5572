import { type Endpoint, isEndpoint } from './endpoint.ts';
import { contractModules } from './modules.ts';

/** All endpoints of /api/v1. The API mounts exactly these; the OpenAPI document and the access tests are generated from this list. */
export const endpoints: readonly Endpoint[] = Object.values(contractModules).flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
