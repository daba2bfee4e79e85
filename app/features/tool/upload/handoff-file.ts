/** Passes a file between pages in memory. */
let handoff: File | null = null;

export function setHandoffFile(file: File): void {
  handoff = file;
}

/** Returns the file once. */
export function takeHandoffFile(): File | null {
  const file = handoff;
  handoff = null;
  return file;
}
