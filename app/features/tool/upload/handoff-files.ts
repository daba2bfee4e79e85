/** Passes files between pages in memory. */
let handoff: File[] = [];

export function setHandoffFiles(files: File[]): void {
  handoff = files;
}

/** Returns the files once. */
export function takeHandoffFiles(): File[] {
  const files = handoff;
  handoff = [];
  return files;
}
