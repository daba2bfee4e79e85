import { useEffect } from 'react';

import { takeHandoffFile } from './handoff-file';

/** Goes on with a file that was chosen on another page. */
export function useHandoffFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const file = takeHandoffFile();
    if (file) onFile(file);
  }, [onFile]);
}
