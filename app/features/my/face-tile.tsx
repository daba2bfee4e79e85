import { useFetcher } from '@remix-run/react';

import type { Face } from '#contract/index';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';

import { DeleteButton } from '~/components/delete-button';

interface Props {
  face: Face;
  name: string;
}

export function FaceTile({ face, name }: Props) {
  const { Form, state } = useFetcher();
  return (
    <li className="face-tile">
      <img src={face.thumb_url} alt={name} loading="lazy" width={120} height={120} />
      <h2 className="text-base font-medium tracking-normal">{name}</h2>
      <p className="tiny faint">{formatUsage(face.used_in)}</p>
      <div className="flex items-center justify-center gap-1">
        <Form method="post">
          <input type="hidden" name="face_id" value={face.face_id} />
          <Button
            type="submit"
            name="intent"
            value="pin"
            look="ghost"
            size="small"
            busy={state !== 'idle'}
            aria-label={`Pin ${name} to the top`}
          >
            <Icon name="pin" size={16} />
            {face.pinned ? 'Pinned' : 'Pin'}
          </Button>
        </Form>
        <DeleteButton
          name={name}
          title="Delete this face?"
          consequence="The photo and its face go at once. Creations made with it stay."
          fields={{ intent: 'delete', face_id: face.face_id }}
        />
      </div>
    </li>
  );
}

/** `Not used yet`, `In 1 creation`, `In 12 creations` */
function formatUsage(count: number): string {
  if (count === 0) return 'Not used yet';
  return `In ${count} ${count === 1 ? 'creation' : 'creations'}`;
}
