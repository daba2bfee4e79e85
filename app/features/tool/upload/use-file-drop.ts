import { useEffect, useState } from 'react';

/** Anywhere on the page; `all` includes the first file. Returns whether a file is dragged over it. */
export function useFileDrop(onFile: ((file: File, all: FileList) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!onFile) return;
    const listening = new AbortController();
    const { signal } = listening;
    const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const take = (given: DataTransfer | null) => {
      const file = given?.files[0];
      if (file) onFile(file, given.files);
    };

    addEventListener(
      'dragover',
      (event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer);
      },
      { signal },
    );
    addEventListener('paste', (event) => take(event.clipboardData), { signal });
    return () => listening.abort();
  }, [onFile]);
  return isOver;
}
