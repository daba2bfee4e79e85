import { Link } from '@remix-run/react';

import type { Material } from '#contract/index';

import { Icon } from '~/components/icon';
import { paths } from '~/lib/paths';

import { ExpiryTime } from '~/components/expiry-time';
import { Time } from '~/components/time';
import { DurationBadge } from './duration-badge';
import { RenameForm, type Renaming } from './rename-form';
import { SelectEntry } from './selection';
import { TileMenu } from './tile-menu';
import { formatFileSize } from '~/lib/format';

interface Props {
  material: Material;
  listPath: string;
  renamePath: string;
  renaming?: Renaming;
  /** Within a `SelectionBar`. */
  isSelectable?: boolean;
}

export function UploadTile({ material, listPath, renamePath, renaming, isSelectable }: Props) {
  const { material_id, kind, name, size, created_at, expires_at } = material;
  return (
    <li className="min-w-0">
      <div className="relative">
        <Link className="creation__media" to={paths.tool(kind, { material: material_id })}>
          <UploadMedia material={material} />
        </Link>
        {isSelectable ? <SelectEntry id={material_id} name={name} /> : null}
      </div>
      {renaming ? (
        <RenameForm {...{ renaming, listPath, name }} />
      ) : (
        <div className="mt-2.5 flex items-center gap-1">
          <div className="min-w-0 grow">
            <h2 className="truncate text-base font-medium tracking-normal" dir="auto">
              {name}
            </h2>
            <p className="tiny faint truncate tabular-nums">
              <Time value={created_at} isShort />
              {size === null ? null : `, ${formatFileSize(size)}`}
            </p>
            <p className="tiny faint truncate tabular-nums">
              <ExpiryTime until={expires_at} />
            </p>
          </div>
          <TileMenu id={material_id} name={name} listPath={listPath} renamePath={renamePath} />
        </div>
      )}
    </li>
  );
}

function UploadMedia({ material }: { material: Material }) {
  const { status, reason, thumb_url, kind, duration_ms, name } = material;
  if (status === 'rejected' || status === 'expired') {
    return (
      <span className="creation__state" data-bad>
        <Icon name="refused" size={24} />
        <b>Can’t be used</b>
        <span className="tiny line-clamp-2">{reason ?? 'It has expired.'}</span>
      </span>
    );
  }
  if (!thumb_url) {
    return (
      <span className="creation__state">
        <Icon name="clock" size={24} />
        <b>{status === 'ready' ? 'No picture yet' : 'Being checked'}</b>
      </span>
    );
  }
  return (
    <>
      <img src={thumb_url} alt={name} loading="lazy" />
      <DurationBadge kind={kind} ms={duration_ms} />
    </>
  );
}
