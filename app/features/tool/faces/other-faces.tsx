import { Link } from '@remix-run/react';

import { paths } from '~/lib/paths';

/** Pinned faces come first, also in the tool. */
export function OtherFaces({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="small muted px-3 pb-2">
      {count} more in{' '}
      <Link className="link" to={paths.myFaces()}>
        My Faces
      </Link>
      . Pin a face there to choose it here.
    </p>
  );
}
