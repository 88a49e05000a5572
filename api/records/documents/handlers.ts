import { confirmRemoval, removeDocument, withdrawRemoval } from './removal-commands.ts';
import {
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  uploadDocuments,
} from './service.ts';

/** Handlers of the document endpoints, for clients, activities and assessments. */
export const documentHandlers = [
  listDocuments,
  uploadDocuments,
  receiveForm,
  readDocument,
  downloadDocument,
  previewDocument,
  readThumbnail,
  removeDocument,
  confirmRemoval,
  withdrawRemoval,
] as const;
