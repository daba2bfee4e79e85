import { useEffect, useState } from 'react';

import { Note } from '~/components/note';

/** Says which uploads were cut off in this browser: the same file, chosen again, goes on where it was. */
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
      <b>{names.at(-1)} was not sent to its end.</b> Choose it again and it goes on where it was.
    </Note>
  );
}
