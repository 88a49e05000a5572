import {
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  uploadDocuments,
} from '#contract/documents/documents.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { confirmRemoval, removeDocument, withdrawRemoval } from './removal-commands.ts';
import {
  type DocumentsDeps,
  listDocumentsFor,
  readDocumentFor,
  receiveFormFor,
  streamDocument,
  uploadDocumentsFor,
} from './service.ts';

const handler = handlersFor<DocumentsDeps>();

/** Documents of clients, activities and assessments. */
export const documentHandlers = [
  handler(listDocuments, (deps, { params, query }, caller) =>
    listDocumentsFor(deps, caller, params, query.before),
  ),
  handler(uploadDocuments, (deps, { params, upload }, caller) =>
    uploadDocumentsFor(deps, caller, params, upload),
  ),
  handler(receiveForm, (deps, { params, upload }, caller) => receiveFormFor(deps, caller, params, upload)),
  handler(readDocument, (deps, { params }, caller) => readDocumentFor(deps, caller, params.id)),
  handler(downloadDocument, (deps, { params }, caller) =>
    streamDocument(deps, caller, params.id, 'download'),
  ),
  handler(previewDocument, (deps, { params }, caller) => streamDocument(deps, caller, params.id, 'preview')),
  handler(readThumbnail, (deps, { params }, caller) => streamDocument(deps, caller, params.id, 'thumbnail')),
  removeDocument,
  confirmRemoval,
  withdrawRemoval,
] as const;
