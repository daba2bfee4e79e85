import { useEffect, useState } from 'react';

import { Note } from '~/components/note';

import { loadUploadCode } from './load-upload-code';

/** Choosing the same file resumes its upload. */
export function UnfinishedUploads() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    void loadUploadCode()
      .then(({ unfinishedUploads }) => setNames(unfinishedUploads().map(({ name }) => name)))
      .catch(() => {}); // choosing a file says so
  }, []);
  if (names.length === 0) return null;
  return (
    <Note icon="upload">
      <b>{names.at(-1)} was not uploaded completely.</b> Choose it again to continue the upload.
    </Note>
  );
}
