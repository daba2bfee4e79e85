import { useEffect, useState } from 'react';

/** Anywhere on the page. Returns whether a file is dragged over it. */
export function useFileDrop(onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!onFile) return;
    const listening = new AbortController();
    const { signal } = listening;
    const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

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
        const file = event.dataTransfer?.files[0];
        if (file) onFile(file);
      },
      { signal },
    );
    addEventListener(
      'paste',
      (event) => {
        const file = event.clipboardData?.files[0];
        if (file) onFile(file);
      },
      { signal },
    );
    return () => listening.abort();
  }, [onFile]);
  return isOver;
}
