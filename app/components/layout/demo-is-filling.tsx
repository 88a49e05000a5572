import { Polling } from '../polling.tsx';

/**
 * On first start a user can sign in before the demo data is complete. With JavaScript the screen shows it as it comes; without, a reload
 * would lose what is being typed, so it is by a link. Loaded on its own: few screens ever show it.
 */
export default function DemoIsFilling() {
  return (
    <p className="notice print:hidden">
      <strong className="font-semibold">Demo data is still loading.</strong> More records appear within a
      minute.
      <Polling everySeconds={4} mayReload={false} />
    </p>
  );
}
