import { type SettingsPage, settingsUrl } from '#rules/pages/settings-pages.ts';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/panel.tsx';
import { settingsGroups, settingsMenu } from './settings-menu.ts';

interface NavProps {
  /** Undefined for one that does not exist. */
  current: SettingsPage | undefined;
  /** The pages that the member can open. */
  open: readonly SettingsPage[];
}

/** The groups with the pages that the member can open. */
function Groups({ current, open }: NavProps) {
  const groups = Object.entries(settingsGroups).map(([group, label]) => ({
    label,
    names: open.filter((name) => settingsMenu[name].group === group),
  }));
  return (
    <div className="grid gap-4">
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ label, names }) => (
          <div key={label}>
            <p className="px-3 pb-1 text-xs font-semibold text-ink-soft">{label}</p>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <a
                    href={settingsUrl(name)}
                    aria-current={name === current ? 'page' : undefined}
                    className="block rounded-md px-3 py-1.5 text-ink no-underline hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold"
                  >
                    {settingsMenu[name].label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}

/** Links to the pages: a column on wide screens, else a menu that shows the current one. Works without JavaScript. */
export function SettingsNav(props: NavProps) {
  return (
    <>
      <nav
        aria-label="Settings"
        data-routed-links
        className="sticky top-5 hidden max-h-[calc(100dvh-40px)] overflow-y-auto xl:block print:hidden"
      >
        <Groups {...props} />
      </nav>
      <details key={props.current} className="group/nav xl:hidden print:hidden">
        <summary
          className={buttonClass({
            className: 'w-full list-none justify-between! sm:w-72 [&::-webkit-details-marker]:hidden',
          })}
        >
          <span>
            <span className="sr-only">Settings: </span>
            {props.current === undefined ? 'Choose a page' : settingsMenu[props.current].label}
          </span>
          <span aria-hidden="true" className="text-xs group-open/nav:rotate-180">
            ▾
          </span>
        </summary>
        <Card as="nav" aria-label="Settings" data-routed-links pad="tight" className="mt-1 sm:w-72">
          <Groups {...props} />
        </Card>
      </details>
    </>
  );
}
