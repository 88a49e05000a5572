import { useActionData, useLoaderData } from '@remix-run/react';

/** Data of the view's `load`: `useViewData<typeof loadCompany>()`. */
export function useViewData<Load extends (args: never) => Promise<unknown>>(): Awaited<ReturnType<Load>> {
  return useLoaderData<{ viewData: unknown }>().viewData as Awaited<ReturnType<Load>>;
}

/** Result of the view's `answer`; undefined before a post. */
export function useViewActionData<Answer extends (args: never) => Promise<unknown>>() {
  return useActionData<() => ReturnType<Answer>>();
}
