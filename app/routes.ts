import { layout, type RouteConfig, route } from '@remix-run/route-config';

/** The table of contents: every URL beside the one module that answers it. */
export default [
  // Root and public
  route('/', 'routes/public/root-redirect.tsx'),
  route('login', 'routes/public/login.tsx'),
  route('signup', 'routes/public/signup.tsx'),
  route('welcome', 'routes/public/welcome.tsx'),
  route('admin/login', 'routes/public/admin-login.tsx'),
  route('logout', 'routes/public/logout.ts'),

  // Inside the main layout, for members
  layout('routes/main-layout.tsx', [
    route('home', 'routes/home/home.tsx'),
    route('clients', 'routes/clients/list.tsx'),
    route('clients/create', 'routes/clients/create.tsx'),
    route('clients/:id', 'routes/clients/view.tsx'),
    route('clients/:id/edit', 'routes/clients/edit.tsx'),
    route('onboard', 'routes/onboard/onboard.tsx'),
  ]),

  // For members, without a page
  route('clients/export.csv', 'routes/clients/export.tsx'),
  route('address-lookup', 'routes/address-lookup.ts'),

  // Everything else
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
