import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';

import { logLibraryOutput } from './library-output';

test('what libraries print, and Node’s warnings, are lines of the log', async () => {
  const before = { ...console };
  const listeners = process.rawListeners('warning') as NodeJS.WarningListener[];
  onTestFinished(() => {
    Object.assign(console, before);
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  });
  const lines: object[] = [];
  logLibraryOutput(pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }));
  console.warn('The URL path "%s"\nis malformed', '/%E0', { a: 1 });
  console.error(new TypeError('no body'));
  process.emitWarning('too many listeners');
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  expect(lines).toMatchObject([
    { level: 40, msg: 'library_output', words: 'The URL path "/%E0"\nis malformed { a: 1 }' },
    { level: 50, msg: 'library_output', words: expect.stringContaining('TypeError: no body\n    at ') },
    { level: 40, msg: 'node_warning', err: { message: 'too many listeners' } },
  ]);
});
