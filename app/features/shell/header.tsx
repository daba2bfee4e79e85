import { Link, NavLink } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Logo } from '~/components/logo';
import { Menu, MenuItem } from '~/components/menu';
import { freshStart } from '~/lib/fresh-start';
import { paths } from '~/lib/paths';

import { AccountMenu } from './account-menu';
import { AppMenu } from './app-menu';
import { MobileMenu } from './mobile-menu';
import { loginPath, useReturnPage } from './use-return-page';
import { useUser, useWrapClass } from '~/lib/root-data';

export function Header() {
  const user = useUser();
  const isScrolled = useScrolled();
  const returnPage = useReturnPage();
  return (
    <header className="header" data-scrolled={isScrolled || undefined}>
      <div className={`${useWrapClass()} header__in`}>
        <Link className="brand" to={paths.home()} aria-label="Faceswap, home">
          <Logo />
          <span className="md:hidden">Faceswap</span>
        </Link>
        <nav className="nav max-md:hidden" aria-label="Main">
          <NavLink className="nav__item nav__item--first" to={paths.faceSwap()} state={freshStart}>
            Faceswap
          </NavLink>
          <NavLink className="nav__item" to={paths.pricing()}>
            Pricing
          </NavLink>
          <AppMenu />
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {user ? (
            <div className="flex items-center gap-2 max-md:hidden">
              <HistoryMenu uploads={user.counter_materials} creations={user.counter_orders} />
              <AccountMenu user={user} />
            </div>
          ) : (
            <>
              <ButtonLink className="max-md:hidden" look="ghost" to={loginPath(returnPage)}>
                Log in
              </ButtonLink>
              <ButtonLink look="primary" to={paths.signup(returnPage)}>
                Sign Up
              </ButtonLink>
            </>
          )}
          <MobileMenu user={user} returnPage={returnPage} />
        </div>
      </div>
    </header>
  );
}

function HistoryMenu({ uploads, creations }: { uploads: number; creations: number }) {
  const label = (
    <>
      My History <Icon name="chevron-down" size={16} />
    </>
  );
  return (
    <Menu label={label} labelClass="nav__item">
      <MenuItem>
        <Link className="menu__item" to={paths.myUploads()}>
          <Icon name="upload" />
          My Uploads
          <span className="menu__end">{uploads}</span>
        </Link>
      </MenuItem>
      <MenuItem>
        <Link className="menu__item" to={paths.myCreations()}>
          <Icon name="creations" />
          My Creations
          <span className="menu__end">{creations}</span>
        </Link>
      </MenuItem>
    </Menu>
  );
}

function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(scrollY > 8);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return isScrolled;
}
