import { UNSAFE_RemixContext, type UNSAFE_RemixContextObject } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, UNSAFE_DataRouterStateContext } from 'react-router-dom';
import { StaticRouter } from 'react-router-dom/server';
import { expect, it } from 'vitest';
import { withErrorsMarked } from '#app/document/form-errors.ts';
import { PageMeta } from '#app/document/page-meta.tsx';

/** A page with the router of a browser, whose form is rejected. */
function openPage() {
  const meta = () => [{ title: 'New client – Assay' }, { name: 'description', content: 'A form' }];
  const remix = { routeModules: { page: { meta } }, isSpaMode: false } as unknown;
  const router = createMemoryRouter([
    { id: 'page', path: '/', element: null, action: () => Object(withErrorsMarked({ reply: {} })) },
  ]);
  const render = () =>
    renderToString(
      <StaticRouter location="/">
        <UNSAFE_RemixContext.Provider value={remix as UNSAFE_RemixContextObject}>
          <UNSAFE_DataRouterStateContext.Provider value={router.state}>
            <PageMeta />
          </UNSAFE_DataRouterStateContext.Provider>
        </UNSAFE_RemixContext.Provider>
      </StaticRouter>,
    );
  return { router, render };
}

it('begins the title with “Error: ” while a form is shown with errors, and not after the next navigation', async () => {
  const { router, render } = openPage();
  expect(render()).toContain('<title>New client – Assay</title>');
  await router.navigate('/', { formMethod: 'post', formData: new FormData() });
  expect(render()).toContain('<title>Error: New client – Assay</title>');
  expect(render()).toContain('<meta name="description" content="A form"/>');
  await router.navigate('/');
  expect(render()).toContain('<title>New client – Assay</title>');
});
