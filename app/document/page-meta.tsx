import { Meta } from '@remix-run/react';
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode, useContext } from 'react';
import { UNSAFE_DataRouterStateContext } from 'react-router-dom';
import { haveErrors } from './form-errors.ts';

const withError = (tag: ReactNode) =>
  isValidElement<{ children: ReactNode }>(tag) && tag.type === 'title'
    ? cloneElement(tag, undefined, `Error: ${tag.props.children}`)
    : tag;

/**
 * The tags of the page's `meta`. While a form is shown with errors its title begins “Error: ”, which screen readers announce first.
 * Remix passes no results of actions to `meta`, so they are read from the router, as Remix itself does.
 */
export function PageMeta() {
  const router = useContext(UNSAFE_DataRouterStateContext);
  // Called rather than rendered: its title is wanted as text.
  const tags: ReactElement<{ children: ReactNode }> = Meta();
  if (!haveErrors(router?.actionData)) return tags;
  return <>{Children.map(tags.props.children, withError)}</>;
}
