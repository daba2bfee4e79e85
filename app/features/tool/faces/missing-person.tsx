import { Link } from '@remix-run/react';

interface Props {
  /** Null for photos. */
  trimPath: string | null;
  uploadPath: string;
}

export function MissingPerson({ trimPath, uploadPath }: Props) {
  return (
    <details className="px-3 pt-2">
      <summary className="link small min-h-6 w-fit">Somebody missing?</summary>
      <p className="small muted mt-2">
        Small, blurred or turned away faces may not be found. Choose{' '}
        {trimPath ? (
          <>
            <Link className="link" to={trimPath}>
              a part in which the face is clearer
            </Link>
            , or{' '}
          </>
        ) : null}
        <Link className="link" to={uploadPath}>
          a sharper or larger file
        </Link>
        .
      </p>
    </details>
  );
}
