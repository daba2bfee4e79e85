import { useRouteLoaderData } from '@remix-run/react';

import { Icon } from '~/components/icon';
import { Menu, MenuItem } from '~/components/menu';
import { useInstall } from '~/features/install/use-install';
import type { loader } from '~/root';

/** Store links and the browser's own installation. */
export function AppMenu() {
  const { ios, android } = useRouteLoaderData<typeof loader>('root')?.site.stores ?? {};
  const { canInstall, install } = useInstall();
  const label = (
    <>
      Get the app <Icon name="chevron-down" size={16} />
    </>
  );
  return (
    <Menu label={label} labelClass="nav__item" align="start">
      {ios ? <StoreEntry url={ios} label="App Store" detail="iPhone and iPad" /> : null}
      {android ? <StoreEntry url={android} label="Google Play" detail="Android" /> : null}
      {canInstall ? (
        <MenuItem onSelect={() => void install()}>
          <button className="menu__item" type="button">
            <Icon name="download" />
            Install here
            <span className="menu__end">This device</span>
          </button>
        </MenuItem>
      ) : (
        <p className="menu__note">Or in your browser: share or menu, then “Add to Home Screen”.</p>
      )}
    </Menu>
  );
}

/** The same links for the footer of small screens. */
export function AppLinks() {
  const { ios, android } = useRouteLoaderData<typeof loader>('root')?.site.stores ?? {};
  const { canInstall, install } = useInstall();
  const links = [
    ios ? { label: 'App Store', url: ios } : null,
    android ? { label: 'Google Play', url: android } : null,
  ].filter((link) => link !== null);
  return (
    <div className="footer__apps">
      <span>Get the app</span>
      {links.map(({ label, url }) => (
        <a key={label} className="link" href={url} rel="noreferrer">
          {label}
        </a>
      ))}
      {canInstall ? (
        <button className="link" type="button" onClick={() => void install()}>
          Install here
        </button>
      ) : null}
      {links.length === 0 && !canInstall ? <span>in your browser’s menu: “Add to Home Screen”</span> : null}
    </div>
  );
}

function StoreEntry({ url, label, detail }: { url: string; label: string; detail: string }) {
  return (
    <MenuItem>
      <a className="menu__item" href={url} rel="noreferrer">
        <Icon name="phone" />
        {label}
        <span className="menu__end">{detail}</span>
      </a>
    </MenuItem>
  );
}
