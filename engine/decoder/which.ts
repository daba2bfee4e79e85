import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** The absolute path of a program in a list of folders such as PATH; undefined when none of them has it. */
export function which(program: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder)) // never a program that lies in the folder we happen to be in
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
