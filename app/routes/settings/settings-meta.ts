import type { MetaFunction } from '@remix-run/node';
import type { SettingsPage } from '#rules/pages/settings-pages.ts';
import { errorTitle } from '../../components/error-page.tsx';
import { pageTitle } from '../../document/page-title.ts';
import { settingsMenu } from './settings-menu.ts';

/** The title of a page of the settings. */
export const settingsMeta =
  (page: SettingsPage): MetaFunction =>
  ({ error }) => [{ title: error ? errorTitle(error) : pageTitle(settingsMenu[page].label, 'Settings') }];
