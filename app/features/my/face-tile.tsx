import { Link, useFetcher } from '@remix-run/react';

import { faceNameLength } from '#contract/rules';
import type { Face } from '#contract/index';

import { Button } from '~/components/button';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import type { FormState } from '~/lib/form-state';
import { formatCount } from '~/lib/format';
import { paths } from '~/lib/paths';

import { RenameForm, type Renaming } from './rename-form';
import { SelectEntry } from './selection';
import { TileMenu } from './tile-menu';

interface Props {
  face: Face;
  listPath: string;
  renamePath: string;
  renaming?: Renaming;
}

export function FaceTile({ face, listPath, renamePath, renaming }: Props) {
  const { Form, data: refused, state } = useFetcher<FormState>();
  const { face_id, name } = face;
  return (
    <li className="face-tile">
      <SelectEntry id={face_id} name={name} />
      <Link to={paths.myFace(face_id)} aria-label={`Photos of ${name}`}>
        <img src={face.thumb_url} alt="" loading="lazy" width={120} height={120} />
      </Link>
      {renaming ? (
        <RenameForm {...{ renaming, listPath, name }} maxLength={faceNameLength} />
      ) : (
        <>
          <h2 className="w-full truncate text-base font-medium tracking-normal" dir="auto">
            {name}
          </h2>
          <p className="tiny faint">
            {formatCount(face.photos.length, 'photo')}. {formatUsage(face.used_in)}
          </p>
          <div className="flex items-center justify-center gap-1">
            <Form method="post">
              <input type="hidden" name="face_id" value={face_id} />
              <Button type="submit" name="intent" value="pin" look="ghost" size="small" busy={state !== 'idle'}>
                <Icon name="pin" size={16} />
                {face.pinned ? 'Pinned' : 'Pin'}{' '}
                <span className="sr-only">{face.pinned ? `${name}, move up again` : `${name} to the top`}</span>
              </Button>
            </Form>
            <TileMenu id={face_id} name={name} listPath={listPath} renamePath={renamePath} />
          </div>
          {refused?.message ? (
            <div role="alert">
              <FieldError>{refused.message}</FieldError>
            </div>
          ) : null}
        </>
      )}
    </li>
  );
}

/** `Not used yet`, `In 12 creations` */
export function formatUsage(count: number): string {
  if (count === 0) return 'Not used yet';
  return `In ${formatCount(count, 'creation')}`;
}
