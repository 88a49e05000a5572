import { ClientActivitiesPanel } from '../panels/client-activities-panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** The newest activities of the client. */
export default function ActivitiesTab({ loaded, content }: ClientTabProps<'activities'>) {
  return (
    <ClientActivitiesPanel
      clientId={loaded.client.id}
      activities={content.activities}
      mayWrite={loaded.mayWrite}
      isProhibited={loaded.sanctions.some(({ provision }) => provision !== null)}
    />
  );
}
