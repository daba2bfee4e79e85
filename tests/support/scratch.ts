import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed after the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
