import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

import { scratchFolder } from './scratch';

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const compiler = resolve('node_modules/typescript-native/bin/tsc');

/** @throws the compiler's messages if types do not fit */
export async function compileClient<T>(document: object, program: string): Promise<T> {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'client'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client/main.ts'] }));
  // By default, the generator requires fields with defaults.
  const types = astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false }));
  writeFileSync(join(folder, 'client/schema.d.ts'), types);
  writeFileSync(join(folder, 'client/main.ts'), program);
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client/main.js')).href)) as T;
}
