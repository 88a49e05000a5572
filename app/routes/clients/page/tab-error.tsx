import { ErrorMessage } from '../../../components/error-page.tsx';

/** An error of a tab, below the client's name and the other tabs. */
export function TabError() {
  return (
    <div className="mt-6 max-w-form">
      <ErrorMessage heading="h2" />
    </div>
  );
}
