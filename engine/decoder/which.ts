import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export function which(program: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder)) // never resolve against the current directory
    .map((folder) => path.join(folder, program))
    .find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
