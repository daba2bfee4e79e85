import { useEffect, useState } from 'react';

import { Note } from '~/components/note';

/** Choosing the same file resumes its upload. */
export function UnfinishedUploads() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    void import('./unfinished-uploads.client').then(({ unfinishedUploads }) =>
      setNames(unfinishedUploads().map(({ name }) => name)),
    );
  }, []);
  if (names.length === 0) return null;
  return (
    <Note icon="upload">
      <b>{names.at(-1)} was not uploaded completely.</b> Choose it again to continue the upload.
    </Note>
  );
}
