import {
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  uploadDocuments,
} from '#contract/documents/documents.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { confirmRemoval, removeDocument, withdrawRemoval } from './removal-commands.ts';
import {
  type DocumentsDeps,
  listDocumentsFor,
  readDocumentFor,
  receiveFormFor,
  streamDocument,
  uploadDocumentsFor,
} from './service.ts';

/** Documents of clients, activities and assessments. */
export function documentsRoutes(deps: DocumentsDeps): Binding[] {
  return [
    bind(listDocuments, ({ params, query }, caller) => listDocumentsFor(deps, caller, params, query.before)),
    bind(uploadDocuments, ({ params, upload }, caller) => uploadDocumentsFor(deps, caller, params, upload)),
    bind(receiveForm, ({ params, upload }, caller) => receiveFormFor(deps, caller, params, upload)),
    bind(readDocument, ({ params }, caller) => readDocumentFor(deps, caller, params.id)),
    bind(downloadDocument, ({ params }, caller) => streamDocument(deps, caller, params.id, 'download')),
    bind(previewDocument, ({ params }, caller) => streamDocument(deps, caller, params.id, 'preview')),
    bind(readThumbnail, ({ params }, caller) => streamDocument(deps, caller, params.id, 'thumbnail')),
    removeDocument.bind(deps),
    confirmRemoval.bind(deps),
    withdrawRemoval.bind(deps),
  ];
}
