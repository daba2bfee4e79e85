import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The operator's command as a process of its own, with nothing set but the stack's folder. */
export async function adminAt(dataDirectory: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const environment = { env: { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDirectory } as const };
  const ended = run(process.execPath, ['scripts/admin.mjs', ...args], environment);
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}
