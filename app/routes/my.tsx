import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Icon, type IconName } from '~/components/icon';
import { useMediaReload } from '~/features/connection/use-media-reload';
import { useUser, wideHandle } from '~/lib/root-data';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';

export const handle = wideHandle;

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

export default function My() {
  const user = useUser();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useMediaReload();
  // On a phone the entries scroll sideways. `scrollIntoView` would scroll the page, too, which the browser has just restored.
  useEffect(() => {
    const strip = nav.current!;
    const active = strip.querySelector('[aria-current]');
    if (active) strip.scrollLeft += centerOf(active) - centerOf(strip);
  }, [pathname]);
  return (
    <main id="main" className="wrap wrap--wide my">
      <nav ref={nav} className="my__nav" aria-label="My pages">
        <Entry icon="home" to={paths.my()} label="Overview" end />
        <Entry icon="user" to={paths.myAccount()} label="Account" />
        <Entry icon="creations" to={paths.myCreations()} label="My Creations" count={user?.counter_orders} />
        <Entry icon="upload" to={paths.myUploads()} label="My Uploads" count={user?.counter_materials} />
        <Entry icon="faces" to={paths.myFaces()} label="My Faces" count={user?.counter_faces} />
        <Entry icon="credits" to={paths.myCredits()} label="Credits" count={user?.credit_num} />
        <Entry icon="code" to={paths.myApi()} label="API" />
        <Entry icon="lock" to={paths.passwordChange()} label="Change password" />
      </nav>
      <Outlet />
    </main>
  );
}

function centerOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

interface EntryProps {
  icon: IconName;
  to: string;
  label: string;
  count?: number;
  /** Exact path only. */
  end?: boolean;
}

function Entry({ icon, to, label, count, end }: EntryProps) {
  return (
    <NavLink to={to} end={end}>
      <Icon name={icon} />
      {label}
      {count === undefined ? null : <span className="count">{count}</span>}
    </NavLink>
  );
}
