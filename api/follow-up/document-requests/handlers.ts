import { createRequest, editDraft } from './drafts.ts';
import { listRequests, listSubmittedRequests, readRequest } from './queries.ts';
import { receiveForm } from './receive-form.ts';
import { readPublic, startPublic, submitPublic } from './recipient.ts';
import { saveRequestDetails } from './recipient-details.ts';
import { saveRequestFiles } from './recipient-files.ts';
import { removeSubmittedFile } from './remove-submitted-file.ts';
import { revealNumber } from './reveal-number.ts';
import { decideItem, requestChangesTo } from './review-item.ts';
import { cancelRequest, remind, sendRequest } from './send-request.ts';

/** Handlers of the document request endpoints, for staff and for recipients. */
export const documentRequestHandlers = [
  listRequests,
  createRequest,
  listSubmittedRequests,
  readRequest,
  editDraft,
  sendRequest,
  remind,
  cancelRequest,
  decideItem,
  requestChangesTo,
  revealNumber,
  readPublic,
  startPublic,
  saveRequestFiles,
  receiveForm,
  removeSubmittedFile,
  saveRequestDetails,
  submitPublic,
] as const;
