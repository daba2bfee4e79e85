import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const errorLevel = 50;

/** Without stacks. */
export function errorLines(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; path?: string; err?: { message?: string } })
    .filter(({ level }) => level >= errorLevel)
    .map(({ msg, path = '', err }) => `${msg} ${path} ${err?.message ?? ''}`.trim());
}

export function serverLog(dataDirectory: string): string {
  const folder = join(dataDirectory, 'logs');
  const files = readdirSync(folder).filter((name) => name.startsWith('server'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}
