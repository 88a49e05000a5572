import { layout, type RouteEntry, route } from './route-table.ts';

/** All URLs, each with the module that handles it. */
export default [
  // Root and public
  route('/', 'routes/public/root-redirect.tsx'),
  route('login', 'routes/public/login.tsx'),
  route('signup', 'routes/public/signup.tsx'),
  route('welcome', 'routes/public/welcome.tsx'),
  route('admin/login', 'routes/public/admin-login.tsx'),
  route('logout', 'routes/public/logout.ts'),
  route('moved', 'routes/public/moved.ts'),

  // For the recipient of a document request
  route('document_request/:transaction_id', 'routes/public-document-request/view.tsx'),
  route('document_request/*', 'routes/public-document-request/malformed.tsx'),

  // For members, outside the main layout
  route('checkout/confirmation', 'routes/checkout/confirmation.tsx'),

  // Inside the main layout, for members
  layout('routes/main-layout.tsx', [
    route('home', 'routes/home/home.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('notifications', 'routes/notifications/notifications.tsx'),
    route('clients', 'routes/clients/list.tsx'),
    route('clients/create', 'routes/clients/create.tsx'),
    route('clients/import', 'routes/clients/import/import-screen.tsx'),
    route('clients/bulk', 'routes/clients/bulk/bulk-screen.tsx'),
    layout('routes/clients/page/layout.tsx', [
      route('clients/:id', 'routes/clients/page/overview-tab.tsx'),
      route('clients/:id/identity', 'routes/clients/page/identity-tab.tsx'),
      route('clients/:id/people', 'routes/clients/page/people-tab.tsx'),
      route('clients/:id/risk', 'routes/clients/page/risk-tab.tsx'),
      route('clients/:id/activities', 'routes/clients/page/activities-tab.tsx'),
      route('clients/:id/documents', 'routes/clients/page/documents-tab.tsx'),
      route('clients/:id/monitoring', 'routes/clients/page/monitoring-tab.tsx'),
      route('clients/:id/history', 'routes/clients/page/history-tab.tsx'),
    ]),
    route('clients/:id/edit', 'routes/clients/edit.tsx'),
    route('clients/:id/merge', 'routes/clients/merge/merge.tsx'),
    route('clients/:id/permits', 'routes/sanctions-permits/permits.tsx'),
    route('activities', 'routes/activities/list.tsx'),
    route('activities/create', 'routes/activities/create.tsx'),
    route('activities/:id', 'routes/activities/view.tsx'),
    route('activities/:id/edit', 'routes/activities/edit.tsx'),
    route('activities/:id/non-cooperation/:clientId', 'routes/activities/non-cooperation.tsx'),
    route('activities/:id/arrangements/:clientId', 'routes/activities/arrangement.tsx'),
    route('onboard', 'routes/onboard/onboard.tsx'),
    // One module for the assessments of clients and of activities, under an id each
    route('clients/:id/risk_assessments/create', 'routes/risk-assessments/create.tsx', {
      id: 'client-assessment-create',
    }),
    route('clients/:resourceId/risk_assessments/:riskAssessmentId', 'routes/risk-assessments/view.tsx', {
      id: 'client-assessment',
    }),
    route('activities/:id/risk_assessments/create', 'routes/risk-assessments/create.tsx', {
      id: 'activity-assessment-create',
    }),
    route('activities/:resourceId/risk_assessments/:riskAssessmentId', 'routes/risk-assessments/view.tsx', {
      id: 'activity-assessment',
    }),
    route(
      'clients/:clientId/individual_verifications/:verificationId',
      'routes/individual-verifications/view.tsx',
    ),
    route('clients/:clientId/kyb_verifications/:verificationId', 'routes/business-verifications/view.tsx'),
    layout('routes/monitoring/layout.tsx', [
      route('monitoring', 'routes/monitoring/alerts-view.tsx'),
      route('monitoring/alerts/:id', 'routes/monitoring/alert-view.tsx'),
      route('monitoring/worklists', 'routes/monitoring/worklists/worklists-view.tsx'),
      route('monitoring/worklists/:id', 'routes/monitoring/worklists/worklist-view.tsx'),
      route('monitoring/reviews', 'routes/monitoring/reviews-view.tsx'),
      route('monitoring/reviews/:id', 'routes/monitoring/review-view.tsx'),
      route('monitoring/evidence', 'routes/monitoring/evidence-gaps-view.tsx'),
      route('monitoring/lists', 'routes/monitoring/lists-view.tsx'),
      route('monitoring/*', 'routes/public/not-found-in-layout.tsx', { id: 'monitoring-not-found' }),
    ]),
    route('templates', 'routes/risk-templates/list.tsx'),
    route('risk_assessment_templates/create/:resourceType', 'routes/risk-templates/create.tsx'),
    route('risk_assessment_templates/:id/edit/:resourceType', 'routes/risk-templates/edit.tsx'),
    layout('routes/settings/layout.tsx', [
      route('settings', 'routes/settings/company-view.tsx'),
      route('settings/policies', 'routes/settings/policies-view.tsx'),
      route('settings/team', 'routes/settings/team/team-view.tsx'),
      route('settings/worklists', 'routes/settings/worklists-view.tsx'),
      route('settings/lists', 'routes/settings/screening-lists/screening-lists-view.tsx'),
      route('settings/billing', 'routes/settings/billing-view.tsx'),
      route('settings/retention', 'routes/settings/retention/retention-view.tsx'),
      route('settings/privacy', 'routes/settings/privacy/privacy-view.tsx'),
      route('settings/rules', 'routes/settings/rules-view.tsx'),
      route('settings/law-changes', 'routes/settings/law-changes/law-changes-view.tsx'),
      route('settings/support', 'routes/settings/support/support-view.tsx'),
      route('settings/audit', 'routes/settings/audit/audit-view.tsx'),
      route('settings/stream', 'routes/settings/audit-stream/audit-stream-view.tsx'),
      route('settings/sso', 'routes/settings/single-sign-on/single-sign-on-view.tsx'),
      route('settings/access', 'routes/settings/access-log-view.tsx'),
      route('settings/notifications', 'routes/settings/notifications/notifications-view.tsx'),
      route('settings/sessions', 'routes/settings/account/sessions-view.tsx'),
      route('settings/*', 'routes/public/not-found-in-layout.tsx', { id: 'settings-not-found' }),
    ]),
    route('unsaved', 'routes/unsaved/unsaved.tsx'),
  ]),

  // For platform admins
  route('admin', 'routes/admin/index-redirect.ts'),
  layout('routes/admin/layout.tsx', [
    route('admin/home', 'routes/admin/home.tsx'),
    route('admin/sessions', 'routes/admin/sessions.tsx'),
    route('admin/companies', 'routes/admin/companies.tsx'),
    route('admin/companies/:id', 'routes/admin/company.tsx'),
    route('admin/companies/:id/support', 'routes/admin/company-support.tsx'),
    route('admin/users', 'routes/admin/users.tsx'),
  ]),
  route('admin/companies/export.csv', 'routes/admin/companies-export.ts'),
  route('admin/users/export.csv', 'routes/admin/users-export.ts'),

  // For members, without a page
  route('documents/of/:ownerType/:ownerId', 'routes/documents/upload.ts'),
  route('documents/:id/removal', 'routes/documents/removal.ts'),
  route('documents/:id/download', 'routes/documents/download.ts'),
  route('documents/:id/preview', 'routes/documents/preview.ts'),
  route('documents/:id/thumbnail', 'routes/documents/thumbnail.ts'),
  route('evidence-packs/:scope/:scopeId', 'routes/evidence-packs/download.ts'),
  route('clients/export.csv', 'routes/clients/export.tsx'),
  route('clients/import-refused.csv', 'routes/clients/import-rejected.ts'),
  route('clients/import-template.csv', 'routes/clients/import-template.ts', { id: 'import-template-csv' }),
  route('clients/import-template.xlsx', 'routes/clients/import-template.ts', { id: 'import-template-xlsx' }),
  route('activities/export.csv', 'routes/activities/export.tsx'),
  route('activities/client-search', 'routes/activities/client-search.ts'),
  route('settings/destruction-certificates.csv', 'routes/settings/retention/certificates-export.ts'),
  route('settings/privacy-breaches.csv', 'routes/settings/privacy/breaches-export.ts'),
  route('settings/privacy-requests.csv', 'routes/settings/privacy/requests-export.ts'),
  route('settings/law-change-clients.csv', 'routes/settings/law-changes/law-change-export.ts'),
  route('settings/audit-log.csv', 'routes/settings/audit/audit-export.ts'),
  route('settings/list-template.csv', 'routes/settings/screening-lists/screening-list-template.ts'),
  route('unsaved/hold', 'routes/unsaved/hold.ts'),
  route('calendar/:token', 'routes/notifications/calendar.ts'),
  route('address-lookup', 'routes/address-lookup.ts'),

  // In a sandbox only
  route('sandbox/components', 'routes/sandbox/components.tsx'),

  // Everything else
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteEntry[];
