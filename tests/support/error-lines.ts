import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const errorLevel = 50;

/** Errors without their stacks, and lines that are no JSON. The last line may be incomplete. */
export function errorLines(log: string): string[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => (line.startsWith('{') ? errorOf(line) : [line]));
}

function errorOf(line: string): string[] {
  if (!line.endsWith('}')) return [];
  const { level, msg, path = '', err } = JSON.parse(line) as Line;
  return level >= errorLevel ? [`${msg} ${path} ${err?.message ?? ''}`.trim()] : [];
}

interface Line {
  level: number;
  msg: string;
  path?: string;
  err?: { message?: string };
}

export function serverLog(dataDirectory: string): string {
  const folder = join(dataDirectory, 'logs');
  const files = readdirSync(folder).filter((name) => name.startsWith('server'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}
