/** A file chosen on another page of the site, on its way into the tool, in the memory of this window. */
let handoff: File | null = null;

export function setHandoffFile(file: File): void {
  handoff = file;
}

/** The file that was brought, handed out once. */
export function takeHandoffFile(): File | null {
  const file = handoff;
  handoff = null;
  return file;
}
