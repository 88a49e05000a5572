import { signOffLawChange } from './commands.ts';
import { exportLawChange } from './export.ts';
import { previewList, previewProfile } from './previews.ts';
import { showLawChange, showLawChanges } from './queries.ts';

/** Changes of the CDD rules and the clients they affect. */
export const lawChangeHandlers = [
  showLawChanges,
  showLawChange,
  exportLawChange,
  signOffLawChange,
  previewList,
  previewProfile,
] as const;
