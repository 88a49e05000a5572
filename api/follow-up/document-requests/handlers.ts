import { handlersIn } from '../../kernel/command/handler.ts';
import * as drafts from './drafts.ts';
import * as queries from './queries.ts';
import * as receiveForm from './receive-form.ts';
import * as recipient from './recipient.ts';
import * as recipientDetails from './recipient-details.ts';
import * as recipientFiles from './recipient-files.ts';
import * as removeSubmittedFile from './remove-submitted-file.ts';
import * as revealNumber from './reveal-number.ts';
import * as reviewItem from './review-item.ts';
import * as sendRequest from './send-request.ts';

/** Handlers of the document request endpoints, for staff and for recipients. */
export const documentRequestHandlers = handlersIn(
  queries,
  drafts,
  sendRequest,
  reviewItem,
  revealNumber,
  recipient,
  recipientFiles,
  receiveForm,
  removeSubmittedFile,
  recipientDetails,
);
