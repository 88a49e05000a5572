import type { WorkDeps } from '../../kernel/command/work.ts';
import type { ScreeningEngine } from '../../records/screening-engine/engine.ts';

export interface MonitoringDeps extends WorkDeps {
  screening: ScreeningEngine;
  /** Called after each written batch; tests stop a run here. */
  onBatch?: () => void | Promise<void>;
}
