import { useEffect } from 'react';

import { takeHandoffFile } from './handoff-file';

export function useHandoffFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const file = takeHandoffFile();
    if (file) onFile(file);
  }, [onFile]);
}
