import { Form, Link } from '@remix-run/react';

import type { User } from '#contract/index';

import { StatusBadge } from '~/components/badge';
import { Icon } from '~/components/icon';
import { Menu, MenuItem } from '~/components/menu';
import { paths } from '~/lib/paths';

export function AccountMenu({ user }: { user: User }) {
  return (
    <Menu
      label={<Avatar user={user} />}
      labelClass="grid size-11 place-items-center"
      name="Account Info"
      title="Account Info"
    >
      <MenuItem>
        <Link className="menu__item" to={paths.myAccount()}>
          <Icon name="user" />
          Account
          <span className="menu__end">
            <StatusBadge status={user.user_status} />
          </span>
        </Link>
      </MenuItem>
      <MenuItem>
        <Link className="menu__item" to={paths.myCredits()}>
          <Icon name="credits" />
          Credits
          <span className="menu__end">{user.credit_num}</span>
        </Link>
      </MenuItem>
      <MenuItem>
        <Link className="menu__item" to={paths.myFaces()}>
          <Icon name="faces" />
          My Faces
          <span className="menu__end">{user.counter_faces}</span>
        </Link>
      </MenuItem>
      <hr />
      <Form method="post" action={paths.logout()}>
        {/* Stays open while sending: closing would unmount the form and cancel the request. */}
        <MenuItem keepsOpen>
          <button className="menu__item">
            <Icon name="log-out" />
            Log Out
          </button>
        </MenuItem>
      </Form>
    </Menu>
  );
}

export function Avatar({ user }: { user: User }) {
  return (
    <span className="avatar" data-premium={user.user_status === 'premium' || undefined}>
      {user.avatar ? <img src={user.avatar} alt="" referrerPolicy="no-referrer" /> : <Icon name="user" />}
    </span>
  );
}
