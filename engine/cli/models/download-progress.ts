import type { Terminal } from '#engine/cli/command';
import type { Download } from '#engine/neural/packs/download';

/** Undefined unless interactive. */
export function downloadProgress(terminal: Terminal): Download['onProgress'] {
  if (!terminal.interactive) return undefined;
  let shownAt = 0;
  return (bytes, total) => {
    if (Date.now() - shownAt < 200) return;
    shownAt = Date.now();
    const of = total === undefined ? '' : ` of ${Math.round(total / 1e6)}`;
    terminal.err(`\r\x1b[Kdownloading … ${Math.round(bytes / 1e6)}${of} MB`);
  };
}
