import { useEffect } from 'react';

import { takeFile } from './handoff-file';

/** Goes on with a file that was chosen on another page. */
export function useBroughtFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const file = takeFile();
    if (file) onFile(file);
  }, [onFile]);
}
