import {
  cancelDocumentRequest,
  createDocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
  readDocumentRequest,
  remindOfDocumentRequest,
  requestChanges,
  sendDocumentRequest,
} from '#contract/document-requests.ts';
import {
  giveDetails,
  giveFiles,
  readPublicRequest,
  removeFile,
  startPublicRequest,
  submitPublicRequest,
} from '#contract/public-document-requests.ts';
import { type Binding, bind } from '../http/bind.ts';
import type { RequestsDeps } from './commands.ts';
import { decideItem, requestChangesOf } from './deciding.ts';
import { createRequest, editDraft } from './drafts.ts';
import { listRequests, listSubmittedOf, readRequest } from './reading.ts';
import { readPublic, startPublic, submitPublic } from './recipient.ts';
import { giveDetailsFor } from './recipient-details.ts';
import { giveFilesFor, type RecipientDeps, removeFileOf } from './recipient-files.ts';
import { cancelRequest, remindOf, sendRequest } from './sending.ts';

/** Document requests: what staff do with them, and what the holder of a link does. */
export function documentRequestsRoutes(deps: RequestsDeps & RecipientDeps): Binding[] {
  return [
    bind(listDocumentRequests, ({ params, query }, caller) =>
      listRequests(deps, caller, params.id, query.before),
    ),
    bind(createDocumentRequest, ({ params, body }, caller) => createRequest(deps, caller, params.id, body)),
    bind(listSubmittedRequests, ({ query }, caller) => listSubmittedOf(deps, caller, query.limit)),
    bind(readDocumentRequest, ({ params }, caller) => readRequest(deps, caller, params.id)),
    bind(editDocumentRequest, ({ params, body }, caller) => editDraft(deps, caller, params.id, body)),
    bind(sendDocumentRequest, ({ params, body }, caller) => sendRequest(deps, caller, params.id, body)),
    bind(remindOfDocumentRequest, ({ params, body }, caller) => remindOf(deps, caller, params.id, body)),
    bind(cancelDocumentRequest, ({ params, body }, caller) => cancelRequest(deps, caller, params.id, body)),
    bind(decideRequestItem, ({ params, body }, caller) => decideItem(deps, caller, params, body)),
    bind(requestChanges, ({ params, body }, caller) => requestChangesOf(deps, caller, params.id, body)),
    bind(readPublicRequest, (_input, caller) => readPublic(deps, caller)),
    bind(startPublicRequest, (_input, caller) => startPublic(deps, caller)),
    bind(giveFiles, ({ params, upload }, caller) => giveFilesFor(deps, caller, params.itemId, upload)),
    bind(removeFile, ({ params }, caller) => removeFileOf(deps, caller, params)),
    bind(giveDetails, ({ params, body }, caller) => giveDetailsFor(deps, caller, params.itemId, body)),
    bind(submitPublicRequest, (_input, caller) => submitPublic(deps, caller)),
  ];
}
