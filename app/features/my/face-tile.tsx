import { Form as PlainForm, Link, useFetcher } from '@remix-run/react';

import type { Face } from '#contract/index';

import { Button, buttonClass } from '~/components/button';
import { DeleteButton } from '~/components/delete-button';
import { Field } from '~/components/field';
import { Icon } from '~/components/icon';
import { paths } from '~/lib/paths';

interface Props {
  face: Face;
  refused?: { name: string; error?: string };
}

export function FaceTile({ face, refused }: Props) {
  const { Form, state } = useFetcher();
  const { face_id, name } = face;
  return (
    <li className="face-tile">
      <Link to={paths.myFace(face_id)} aria-label={`Photos of ${name}`}>
        <img src={face.thumb_url} alt="" loading="lazy" width={120} height={120} />
      </Link>
      <h2 className="w-full truncate text-base font-medium tracking-normal">{name}</h2>
      <p className="tiny faint">
        {formatPhotos(face.photos.length)}. {formatUsage(face.used_in)}
      </p>
      <details className="face-tile__rename" open={refused ? true : undefined} key={name}>
        <summary className={buttonClass({ look: 'ghost', size: 'small' })} aria-label={`Rename ${name}`}>
          Rename
        </summary>
        <PlainForm method="post" className="grid gap-2">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="face_id" value={face_id} />
          <Field
            label="Name"
            name="name"
            defaultValue={refused?.name ?? name}
            maxLength={40}
            error={refused?.error}
            autoComplete="off"
          />
          <Button type="submit" size="small">
            Save
          </Button>
        </PlainForm>
      </details>
      <div className="flex items-center justify-center gap-1">
        <Form method="post">
          <input type="hidden" name="face_id" value={face_id} />
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
          consequence="The face and its photos go at once. Creations made with it stay."
          fields={{ intent: 'delete', face_id }}
        />
      </div>
    </li>
  );
}

const formatPhotos = (count: number) => `${count} ${count === 1 ? 'photo' : 'photos'}`;

/** `Not used yet`, `In 12 creations` */
export function formatUsage(count: number): string {
  if (count === 0) return 'Not used yet';
  return `In ${count} ${count === 1 ? 'creation' : 'creations'}`;
}
