import { decidePendingVersion, uploadOwnList } from './commands.ts';
import { readListChanges, readListTemplate, readListVersions, readScreeningLists } from './service.ts';

/** Handlers of the screening list endpoints. */
export const screeningListHandlers = [
  readScreeningLists,
  readListVersions,
  readListChanges,
  uploadOwnList,
  decidePendingVersion,
  readListTemplate,
] as const;
