import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import type { User } from '#contract/index';

import { StatusBadge } from '~/components/badge';
import { ButtonLink, buttonClass } from '~/components/button';
import { Disclosure, useLazyUpgrade } from '~/components/disclosure';
import { Icon, type IconName } from '~/components/icon';
import { useOpenUntilNavigation } from '~/components/use-open-until-navigation';
import { credits } from '~/lib/credits';
import { freshStart } from '~/lib/fresh-start';
import { paths } from '~/lib/paths';

import { Avatar } from './account-menu';
import { loginPath } from './use-return-page';

const loadSlideOver = () => import('./slide-over');

interface Props {
  user: User | null;
  /** See `useReturnPage`. */
  returnPage: string | undefined;
}

/** Upgraded when a pointer or the focus comes near. */
export function MobileMenu({ user, returnPage }: Props) {
  const { isOpen, setOpen } = useOpenUntilNavigation();
  const { part, near, takesFocus } = useLazyUpgrade(loadSlideOver);

  const opener = {
    label: <Icon name="menu" size={24} />,
    labelClass: `${buttonClass({ look: 'ghost', icon: true })} -mr-2.5 md:hidden`,
    name: 'Menu',
  };
  const owner = <Owner user={user} />;
  const entries = <Entries user={user} returnPage={returnPage} />;
  if (part) {
    return (
      <part.SlideOver {...opener} {...{ isOpen, setOpen, owner }} takesFocus={takesFocus()}>
        {entries}
      </part.SlideOver>
    );
  }
  return (
    <Disclosure className="md:hidden" {...opener} {...{ isOpen, setOpen, near }}>
      <div className="slide">
        <div className="slide__top">{owner}</div>
        {entries}
      </div>
    </Disclosure>
  );
}

function Owner({ user }: { user: User | null }) {
  if (!user) return <span className="font-bold tracking-tight">Faceswap</span>;
  return (
    <span className="flex min-w-0 items-center gap-3 leading-tight">
      <Avatar user={user} />
      <span className="min-w-0">
        <b>{user.nickname}</b>
        <br />
        <span className="tiny faint tabular-nums">{credits(user.credit_num)}</span>
      </span>
    </span>
  );
}

function Entries({ user, returnPage }: Props) {
  if (!user) {
    return (
      <>
        <nav aria-label="Main">
          <Entry icon="film" to={paths.faceSwapVideo()} label="Video Faceswap" />
          <Entry icon="photo" to={paths.faceSwapPhoto()} label="Photo Faceswap" />
          <Entry icon="credits" to={paths.pricing()} label="Pricing" />
        </nav>
        <div className="slide__foot">
          <ButtonLink look="primary" size="large" block to={paths.signup(returnPage)}>
            Sign Up
          </ButtonLink>
          <ButtonLink size="large" block to={loginPath(returnPage)}>
            Log in
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <nav aria-label="Main">
      <Entry icon="swap" to={paths.faceSwap()} state={freshStart} label="Faceswap" />
      <Entry icon="credits" to={paths.pricing()} label="Pricing" />
      <Entry icon="upload" to={paths.myUploads()} label="My Uploads" end={user.counter_materials} />
      <Entry icon="creations" to={paths.myCreations()} label="My Creations" end={user.counter_orders} />
      <Entry icon="user" to={paths.myAccount()} label="Account" end={<StatusBadge status={user.user_status} />} />
      <Form method="post" action={paths.logout()}>
        <button className="slide__item">
          <Icon name="log-out" />
          Log Out
        </button>
      </Form>
    </nav>
  );
}

interface EntryProps {
  icon: IconName;
  to: string;
  state?: object;
  label: string;
  end?: ReactNode;
}

function Entry({ icon, to, state, label, end }: EntryProps) {
  return (
    <Link className="slide__item" to={to} state={state}>
      <Icon name={icon} />
      {label}
      {end === undefined ? null : <span className="menu__end">{end}</span>}
    </Link>
  );
}
