import { useActionData, useLoaderData } from '@remix-run/react';

/** What the view's own `load` gave: `useShown<typeof loadCompany>()`. */
export function useShown<Load extends (args: never) => Promise<unknown>>(): Awaited<ReturnType<Load>> {
  return useLoaderData<{ shown: unknown }>().shown as Awaited<ReturnType<Load>>;
}

/** What the view's own `answer` sent back into the form; undefined before a post. */
export function useAnswer<Answer extends (args: never) => Promise<unknown>>() {
  return useActionData<() => ReturnType<Answer>>();
}
