import { Form, Link } from '@remix-run/react';

import { buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { Menu, MenuItem } from '~/components/menu';

interface Props {
  id: string;
  name: string;
  listPath: string;
  renamePath: string;
}

/** No confirmation: the list offers the undo. */
export function TileMenu({ id, name, listPath, renamePath }: Props) {
  return (
    <Menu
      label={<Icon name="more" />}
      labelClass={`${buttonClass({ look: 'ghost', size: 'small', icon: true })} -mr-2 min-h-10`}
      name={`More for ${name}`}
    >
      <MenuItem>
        <Link className="menu__item" to={renamePath} preventScrollReset>
          <Icon name="edit" />
          Rename
        </Link>
      </MenuItem>
      <Form method="post" action={listPath} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        {/* Stays open while the form is sent: closing would unmount the form and cancel the request. */}
        <MenuItem keepsOpen>
          <button className="menu__item" name="intent" value="delete" aria-label={`Delete ${name}`}>
            <Icon name="trash" />
            Delete
          </button>
        </MenuItem>
      </Form>
    </Menu>
  );
}
