import { errorTitle } from '../../components/error-page.tsx';
import { pageTitle } from '../../document/page-title.ts';

/** The title of a page of monitoring; without a name, of its first page. */
export function monitoringTitle(error: unknown, name?: string): { title: string }[] {
  if (error) return [{ title: errorTitle(error) }];
  return [{ title: name === undefined ? pageTitle('Monitoring') : pageTitle(name, 'Monitoring') }];
}
