import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { Output } from '#contract/calls';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';

type Deletion = Output<'del_orders'>;

interface Props {
  deletions: Deletion[];
  noun: string;
  action: string;
}

/** For deletions of the last seconds. */
export function UndoNotices({ deletions, noun, action }: Props) {
  const notices = useRef<HTMLDivElement>(null);
  const [newest] = deletions;
  const lastShown = useRef(newest?.deletion_id);
  useEffect(() => {
    if (lastShown.current === newest?.deletion_id) return;
    lastShown.current = newest?.deletion_id;
    if (isFocusKept()) return;
    (notices.current?.querySelector('button') ?? notices.current)?.focus({ preventScroll: true });
  }, [newest?.deletion_id]);
  return (
    <div ref={notices} className="undo-notices" role="status" tabIndex={-1}>
      {deletions.map((deletion) => (
        <UndoNotice key={deletion.deletion_id} {...{ deletion, noun, action }} />
      ))}
    </div>
  );
}

/**
 * False if the button with the focus was removed with its entry, hidden with the selection, or removed with the notice
 * after an undo. A hidden element has no offset parent, and neither has the body.
 */
const isFocusKept = () => document.activeElement instanceof HTMLElement && document.activeElement.offsetParent !== null;

function UndoNotice({ deletion, noun, action }: Omit<Props, 'deletions'> & { deletion: Deletion }) {
  const { deletion_id, count, undo_ms } = deletion;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undo_ms);
    return () => clearTimeout(timer);
  }, [undo_ms]);
  if (isOver) return null;
  return (
    <Form method="post" action={action} className="undo-notice" preventScrollReset>
      <Icon name="trash" />
      <p className="grow">
        {count} {noun}
        {count === 1 ? '' : 's'} deleted.
      </p>
      <input type="hidden" name="deletion_id" value={deletion_id} />
      <Button type="submit" name="intent" value="undo" size="small">
        Undo
      </Button>
    </Form>
  );
}
