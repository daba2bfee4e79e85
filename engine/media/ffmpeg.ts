import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/** One picture takes it a fraction of a second; a file made to keep it busy shall not. */
const TIME_LIMIT_MS = 60_000;

let found: Promise<string> | undefined;

/** The machine's own ffmpeg when it has one, else the one that was installed with the packages. */
export function findFfmpeg(): Promise<string> {
  found ??= promisify(execFile)('ffmpeg', ['-version']).then(() => 'ffmpeg', bundledFfmpeg);
  return found;
}

/** Asked for only when needed: the package refuses to load on a platform it has no binary for. */
async function bundledFfmpeg(): Promise<string> {
  const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
  return installer.path;
}

/** Runs ffmpeg and returns what it wrote to its standard output. Rejects with its last words when it fails. */
export async function runFfmpeg(args: readonly string[]): Promise<Buffer> {
  const child = spawn(await findFfmpeg(), ['-nostdin', '-v', 'error', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${complaint.trim()}`);
  return Buffer.concat(output);
}
