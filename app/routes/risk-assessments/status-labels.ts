import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';

export const statusLabels = assessmentLifecycle.labels;
