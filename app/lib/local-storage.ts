/** What this browser keeps between visits. Where it keeps nothing (private windows, full or forbidden storage), nothing is lost but that. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // nothing to be done, and nothing depends on it
  }
}
