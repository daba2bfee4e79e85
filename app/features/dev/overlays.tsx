import { useState } from 'react';

import { Button } from '~/components/button';
import { Dialog } from '~/components/dialog';
import { Icon } from '~/components/icon';
import { Menu, MenuItem } from '~/components/menu';
import { Snackbar } from '~/components/snackbar';

import { Part, Row } from './part';

export function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title="Dialog and menu">
      <Row>
        <Button onClick={() => setOpen(true)}>Delete a swap…</Button>
        <Menu
          label={
            <>
              A menu <Icon name="chevron-down" size={16} />
            </>
          }
          labelClass="nav__item"
          align="start"
          title="A title"
        >
          <MenuItem>
            <button type="button" className="menu__item">
              <Icon name="pin" />
              Pin to the top
              <span className="menu__end">12</span>
            </button>
          </MenuItem>
          <MenuItem>
            <button type="button" className="menu__item">
              <Icon name="trash" />
              Delete
            </button>
          </MenuItem>
        </Menu>
      </Row>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete this swap?"
        description="“office-friday.jpg” and its files go at once. This can’t be undone, and the 4 credits are spent."
      >
        <div className="dialog__foot">
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button look="danger" onClick={() => setOpen(false)}>
            <Icon name="trash" />
            Delete for good
          </Button>
        </div>
      </Dialog>
    </Part>
  );
}

type Color = 'success' | 'error';

export function Snackbars() {
  const [asked, setAsked] = useState<{ color: Color; count: number }>();
  const ask = (color: Color) => setAsked({ color, count: (asked?.count ?? 0) + 1 });
  const words = {
    success: 'Face added. It is at the top of your list.',
    error: 'The server did not answer. Nothing was charged, please try again.',
  };
  return (
    <Part title="Snackbars">
      <Row>
        <Button onClick={() => ask('success')}>Success</Button>
        <Button onClick={() => ask('error')}>Error</Button>
      </Row>
      {asked ? <Snackbar key={asked.count} color={asked.color} message={words[asked.color]} /> : null}
    </Part>
  );
}
