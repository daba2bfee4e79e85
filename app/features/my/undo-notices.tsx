import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { Output } from '#contract/calls';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { formatCount } from '~/lib/format';

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
    const shown = notices.current!;
    const isInFlow = getComputedStyle(shown).position !== 'fixed';
    if (!isFocusKept()) (shown.querySelector('button') ?? shown).focus({ preventScroll: true });
    if (newest && isInFlow) shown.scrollIntoView({ block: 'nearest' });
  }, [newest]);
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
  return (
    // In the flow of a phone's page it keeps its place, so that the list does not move below a finger.
    <Form method="post" action={action} className="undo-notice" data-over={isOver || undefined} preventScrollReset>
      <Icon name="trash" />
      <p className="grow">{formatCount(count, noun)} deleted.</p>
      <input type="hidden" name="deletion_id" value={deletion_id} />
      {isOver ? null : (
        <Button type="submit" name="intent" value="undo" size="small">
          Undo
        </Button>
      )}
    </Form>
  );
}
