import { useEffect, useState } from 'react';

/** Anywhere on the page, also pasted. Returns whether a file is dragged over it. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!onFiles) return;
    const listening = new AbortController();
    const { signal } = listening;
    const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const take = (given: DataTransfer | null) => {
      const files = [...(given?.files ?? [])];
      if (files.length > 0) onFiles(files);
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
    addEventListener('paste', (event) => isTextForField(event) || take(event.clipboardData), { signal });
    return () => listening.abort();
  }, [onFiles]);
  return isOver;
}

/** Programs that copy text may add a picture of it. */
const isTextForField = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element &&
  target.matches('input, textarea') &&
  Boolean(clipboardData?.types.includes('text/plain'));
