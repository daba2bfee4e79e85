import { Link } from '@remix-run/react';

import type { Material } from '#contract/index';

import { Icon } from '~/components/icon';
import { paths } from '~/lib/paths';

import { DeleteButton } from '~/components/delete-button';
import { ExpiryTime } from '~/components/expiry-time';
import { DurationBadge } from './duration-badge';
import { formatFileSize } from '~/lib/format';

/** Links to the tool with this upload. */
export function UploadTile({ material, action }: { material: Material; action?: string }) {
  const { material_id, kind, name, size, expires_at } = material;
  return (
    <li className="min-w-0">
      <Link className="creation__media" to={paths.tool(kind, { material: material_id })}>
        <UploadMedia material={material} />
      </Link>
      <div className="mt-2.5 flex items-center gap-1">
        <div className="min-w-0 grow">
          <h2 className="truncate text-base font-medium tracking-normal">{name}</h2>
          <p className="tiny faint truncate tabular-nums">
            {size === null ? null : `${formatFileSize(size)}, `}
            <ExpiryTime until={expires_at} />
          </p>
        </div>
        <DeleteButton
          name={name}
          title="Delete this upload?"
          consequence="The file goes at once. Creations made of it stay, without their original to compare with."
          fields={{ material_id }}
          action={action}
        />
      </div>
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
