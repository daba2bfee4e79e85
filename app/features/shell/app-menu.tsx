import { Icon } from '~/components/icon';
import { Menu, MenuItem } from '~/components/menu';
import { useInstall } from '~/features/install/use-install';
import { useSite } from '~/lib/root-data';

/** Configured stores, and the browser's installation if offered. */
function useApps() {
  const { ios, android } = useSite()?.stores ?? {};
  const { canInstall, install } = useInstall();
  const stores = [
    ios ? { url: ios, label: 'App Store', detail: 'iPhone and iPad' } : null,
    android ? { url: android, label: 'Google Play', detail: 'Android' } : null,
  ].filter((store) => store !== null);
  return { stores, install: canInstall ? () => void install() : null };
}

export function AppMenu() {
  const { stores, install } = useApps();
  if (stores.length === 0) {
    return install ? (
      <button className="nav__item" type="button" onClick={install}>
        Install the app
      </button>
    ) : null;
  }
  const label = (
    <>
      Get the app <Icon name="chevron-down" size={16} />
    </>
  );
  return (
    <Menu label={label} labelClass="nav__item" align="start">
      {stores.map((store) => (
        <MenuItem key={store.label}>
          <a className="menu__item" href={store.url} rel="noreferrer">
            <Icon name="phone" />
            {store.label}
            <span className="menu__end">{store.detail}</span>
          </a>
        </MenuItem>
      ))}
      {install ? (
        <MenuItem onSelect={install}>
          <button className="menu__item" type="button">
            <Icon name="download" />
            Install here
            <span className="menu__end">This device</span>
          </button>
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** For small screens. */
export function AppLinks() {
  const { stores, install } = useApps();
  if (stores.length === 0 && !install) return null;
  return (
    <div className="footer__apps">
      <span>Get the app</span>
      {stores.map(({ label, url }) => (
        <a key={label} className="link" href={url} rel="noreferrer">
          {label}
        </a>
      ))}
      {install ? (
        <button className="link" type="button" onClick={install}>
          Install here
        </button>
      ) : null}
    </div>
  );
}
