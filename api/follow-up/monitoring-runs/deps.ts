import type { WorkDeps } from '../../kernel/command/work.ts';
import type { ScreeningEngine } from '../../records/screening-engine/engine.ts';

export interface MonitoringDeps extends WorkDeps {
  screening: ScreeningEngine;
  /** Told after each batch that was written; tests stop a run here. */
  onBatch?: () => void | Promise<void>;
}
