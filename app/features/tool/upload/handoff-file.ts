/** A file chosen on another page of the site, on its way into the tool, in the memory of this window. */
let brought: File | null = null;

export function bringFile(file: File): void {
  brought = file;
}

/** The file that was brought, handed out once. */
export function takeFile(): File | null {
  const file = brought;
  brought = null;
  return file;
}
