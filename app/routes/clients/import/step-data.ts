import type { ImportScreenData } from './import.server.ts';

/** Data of one step of an import. */
export type StepData<Step extends ImportScreenData['step']> = Extract<ImportScreenData, { step: Step }>;
export type ColumnsData = StepData<'columns'>;
export type ReviewData = StepData<'review' | 'done'>;
export type ProgressData = StepData<'progress'>;
