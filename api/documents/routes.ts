import {
  downloadDocument,
  listDocuments,
  previewDocument,
  readDocument,
  readThumbnail,
  receiveForm,
  removeDocument,
  uploadDocuments,
} from '#contract/documents.ts';
import { type Binding, bind } from '../http/bind.ts';
import {
  type DocumentsDeps,
  listDocumentsOf,
  readDocumentOf,
  receiveFormFor,
  removeDocumentOf,
  streamDocument,
  uploadDocumentsOf,
} from './service.ts';

/** Documents of clients, activities and assessments. */
export function documentsRoutes(deps: DocumentsDeps): Binding[] {
  return [
    bind(listDocuments, ({ params, query }, caller) => listDocumentsOf(deps, caller, params, query.before)),
    bind(uploadDocuments, ({ params, upload }, caller) => uploadDocumentsOf(deps, caller, params, upload)),
    bind(receiveForm, ({ params, upload }, caller) => receiveFormFor(deps, caller, params, upload)),
    bind(readDocument, ({ params }, caller) => readDocumentOf(deps, caller, params.id)),
    bind(downloadDocument, ({ params }, caller) => streamDocument(deps, caller, params.id, 'download')),
    bind(previewDocument, ({ params }, caller) => streamDocument(deps, caller, params.id, 'preview')),
    bind(readThumbnail, ({ params }, caller) => streamDocument(deps, caller, params.id, 'thumbnail')),
    bind(removeDocument, ({ params, body }, caller) => removeDocumentOf(deps, caller, params.id, body)),
  ];
}
