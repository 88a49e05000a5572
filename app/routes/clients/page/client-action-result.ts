import type { useActionData } from '@remix-run/react';
import type { handleClientAction } from '../client-actions.server.ts';

/** Result of a form of the page that was not accepted; undefined before a post. */
export type ClientActionResult = ReturnType<typeof useActionData<typeof handleClientAction>>;
