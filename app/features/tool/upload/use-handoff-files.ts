import { useEffect } from 'react';

import { takeHandoffFiles } from './handoff-files';

export function useHandoffFiles(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const files = takeHandoffFiles();
    if (files.length > 0) onFiles(files);
  }, [onFiles]);
}
