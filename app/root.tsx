import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Links, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorPage, errorTitle } from './components/error-page.tsx';
import { useLanding } from './components/layout/landing.ts';
import { NavigationProgress } from './components/navigation-progress.tsx';
import { useNonce } from './document/nonce.ts';
import { PageMeta } from './document/page-meta.tsx';
import { usePlainScript } from './document/plain-document.ts';
import stylesheet from './styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'Assay' }];

/** The document around every screen, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const plainScript = usePlainScript();
  return (
    <html lang="en-NZ">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <PageMeta />
        <Links />
      </head>
      <body>
        {children}
        {plainScript === undefined ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : (
          <script src={plainScript} defer />
        )}
      </body>
    </html>
  );
}

export default function Root() {
  useLanding();
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

/** Every error that a route throws, and every render that fails, ends here. */
export function ErrorBoundary() {
  return <ErrorPage />;
}
