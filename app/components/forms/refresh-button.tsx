import { Button } from '../button.tsx';
import { useScripted } from './use-hydrated.ts';

/** Shows the fields of a new choice where no script does so by itself. */
export function RefreshButton({ children }: { children: string }) {
  return useScripted() ? null : (
    <Button name="intent" value="refresh" formNoValidate>
      {children}
    </Button>
  );
}
