import type { ResourceType } from '#rules/risk/question-types.ts';
import { activityResources } from './activity-resources.ts';
import { clientResources } from './client-resources.ts';
import type { ResourceStore } from './resource-store.ts';

/** Resource stores by type. */
export const resourceStores: Record<ResourceType, ResourceStore> = {
  clients: clientResources,
  activities: activityResources,
};
