import type { ResourceType } from '#rules/risk/question-types.ts';
import { clientResources } from './client-resources.ts';
import type { ResourceStore } from './resource-store.ts';

/** There are none of a type that nothing keeps yet. */
const noResources: ResourceStore = {
  read: async () => null,
  names: async () => new Map(),
  writeRisk: async () => {
    throw new Error('There is nothing to write the risk onto.');
  },
};

/** How each resource type is reached. */
export const resourceStores: Record<ResourceType, ResourceStore> = {
  clients: clientResources,
  activities: noResources,
};
