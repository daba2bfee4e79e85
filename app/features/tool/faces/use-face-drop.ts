import { useState, type DragEvent } from 'react';

const faceMimeType = 'application/x-face';

export const dragFace = (faceId: string) => (event: DragEvent) => event.dataTransfer.setData(faceMimeType, faceId);

interface Targets {
  onFace: (faceId: string) => void;
  /** Without it, files are not accepted. */
  onFile?: (file: File) => void;
}

export function useFaceDrop({ onFace, onFile }: Targets) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      const { types } = event.dataTransfer;
      if (!types.includes(faceMimeType) && !(onFile && types.includes('Files'))) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      const face = event.dataTransfer.getData(faceMimeType);
      const file = event.dataTransfer.files?.[0];
      if (!face && !(file && onFile)) return;
      event.preventDefault();
      if (face) onFace(face);
      else if (file) onFile?.(file);
    },
  };
}
