import type { MetaFunction } from '@remix-run/node';
import type { SettingsPage } from '#rules/pages/settings-pages.ts';
import { ErrorMessage, errorTitle } from '../../components/error-page.tsx';
import { pageTitle } from '../../document/page-title.ts';
import { settingsMenu } from './settings-menu.ts';

/** The title of a page of the settings. */
export const settingsMeta =
  (page: SettingsPage): MetaFunction =>
  ({ error }) => [{ title: error ? errorTitle(error) : pageTitle(settingsMenu[page].label, 'Settings') }];

/** An error of a page, beside the navigation of the settings. */
export function SettingsError() {
  return (
    <div className="max-w-form">
      <ErrorMessage heading="h2" />
    </div>
  );
}
